/** What the class of an asset shows of it on interventions. */
import type { ReactNode } from 'react';
import { useHouse } from '../../../resources/context/application.tsx';
import { FieldValue } from '../../../resources/display/cells.tsx';
import type { Row } from '../../../schemas/entity.ts';

interface AssetField {
  campo_tabella: string;
  label: string;
  valore: unknown;
  /** Of a file, whose value is its name. */
  id_documento?: number | null;
  mostra_su_odl?: number;
}

interface Shown {
  name: string;
  label: string;
  value: ReactNode;
}

/** Those that are filled, as cells of lists show them. */
export function useAssetFields(id: number | undefined, fields: unknown): Shown[] {
  const entity = useHouse().byName.get('asset');
  if (!entity || id === undefined) return [];
  const row: Row = { [entity.id]: id, campi: fields };
  return ((fields ?? []) as AssetField[])
    .filter(({ mostra_su_odl: shown, valore }) => shown === 1 && valore !== null && valore !== '')
    .flatMap(({ campo_tabella: name, label, valore, id_documento }) => {
      const field = entity.field(name);
      const value = (
        <FieldValue key={name} entity={entity} field={field!} value={id_documento ?? valore} row={row} />
      );
      return field ? [{ name, label, value }] : [];
    });
}
