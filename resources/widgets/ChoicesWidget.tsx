/** Choices that a call answers (x-choices), asked again when the values named in its address change. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useDataProvider } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import type { Row } from '../../schemas/entity.ts';
import { useWatched } from '../form/values.ts';
import { type Pick, PickBox } from './ChoiceWidget.tsx';
import type { WidgetProps } from './Widget.ts';

/** 'x/tabella?idClasse={id_classe}' with the record's values; undefined while one of them is missing in the path. */
export const filled = (path: string, row: Row): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(row[name] ?? '')));

/** A choice is a row of {codice, descrizione}; one that has neither is named by its only text. */
export function pickOf(row: Row, name: string): Pick {
  const value = (row[name] ?? row.codice ?? row.id ?? Object.values(row)[0]) as string | number;
  return { value, text: String(row.descrizione ?? row.label ?? value) };
}

export function ChoicesWidget(props: WidgetProps) {
  const { field, value, onChange, readOnly } = props;
  const provider = useDataProvider<OfficinaProvider>();
  const path = useWatched((row) => filled(field.choicesFrom!, row));
  const { data } = useQuery({
    queryKey: ['choices', path],
    queryFn: () => provider.choices(path),
    enabled: !readOnly,
    staleTime: 0,
  });
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    onChange(undefined);
  });
  const picks = (data ?? []).map((row) => pickOf(row, field.name));
  // The stored value is no longer among the free ones; it is still the record's.
  const own = value !== undefined && !picks.some((pick) => pick.value === value) ? [value as string] : [];
  return <PickBox {...props} picks={[...own.map((one) => ({ value: one, text: one })), ...picks]} />;
}
