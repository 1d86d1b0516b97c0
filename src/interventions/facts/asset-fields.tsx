/** The asset's custom fields that its class displays on interventions. */
import type { ReactNode } from 'react';
import { useApplication } from '../../../resources/context/application.tsx';
import { FieldValue } from '../../../resources/display/cells.tsx';
import type { Row } from '../../../schemas/entity.ts';

interface AssetField {
  campo_tabella: string;
  label: string;
  valore: unknown;
  /** The id of the document, only for a file, whose value is its name. */
  id_documento?: number | null;
  mostra_su_odl?: number;
}

interface VisibleField {
  name: string;
  label: string;
  value: ReactNode;
}

/** Returns the filled fields, formatted as in lists. */
export function useAssetFields(id: number | undefined, fields: unknown): VisibleField[] {
  const entity = useApplication().byName.get('asset');
  if (!entity || id === undefined) return [];
  const row: Row = { [entity.id]: id, campi: fields };
  return ((fields ?? []) as AssetField[])
    .filter(({ mostra_su_odl: isVisible, valore }) => isVisible === 1 && valore !== null && valore !== '')
    .flatMap(({ campo_tabella: name, label, valore, id_documento }) => {
      const field = entity.field(name);
      const value = (
        <FieldValue key={name} entity={entity} field={field!} value={id_documento ?? valore} row={row} />
      );
      return field ? [{ name, label, value }] : [];
    });
}
