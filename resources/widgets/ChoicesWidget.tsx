/** The widget of choices from a call (x-choices). They are read again when the values in its address change. */
import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import type { Row } from '../../schemas/entity.ts';
import { type Pick, PickBox } from './ChoiceWidget.tsx';
import { useWatched } from './form-scope.ts';
import type { WidgetProps } from './Widget.ts';

/**
 * Fills the record's values into 'x/tabella?idClasse={id_classe}'. `missing` replaces values that the record lacks.
 */
export const filled = (path: string, row: Row, missing = ''): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(row[name] ?? missing)));

/** Converts a row {codice, descrizione} to a choice. Without them, the row's first value is the choice. */
export function pickOf(row: Row, name: string): Pick {
  const raw = row[name] ?? row.codice ?? row.id ?? Object.values(row)[0];
  const value = typeof raw === 'number' ? raw : String(raw);
  return { value, text: String(row.descrizione ?? row.label ?? value) };
}

/**
 * Returns the answer of the call. It is empty if the call refuses, for example while values of its address are
 * missing.
 */
function useChoices(path: string | undefined): Row[] {
  const provider = useDataProvider<OfficinaProvider>();
  const [rows, setRows] = useState<Row[]>([]);
  useEffect(() => {
    let current = true;
    if (path === undefined) return;
    provider.choices(path).then(
      (answer) => current && setRows(answer),
      () => current && setRows([]),
    );
    return () => {
      current = false;
    };
  }, [provider, path]);
  return rows;
}

export function ChoicesWidget(props: WidgetProps) {
  const { field, value, onChange, readOnly } = props;
  const path = useWatched((row) => filled(field.choicesFrom!, row));
  const rows = useChoices(readOnly ? undefined : path);
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    onChange(undefined);
  });
  const picks = rows.map((row) => pickOf(row, field.name));
  // The stored value can no longer be chosen, but is still the record's value.
  const stored = value !== undefined && !picks.some((pick) => pick.value === value) ? [String(value)] : [];
  return <PickBox {...props} picks={[...stored.map((text) => ({ value: text, text })), ...picks]} />;
}
