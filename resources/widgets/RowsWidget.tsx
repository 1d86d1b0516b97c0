/**
 * The widget of a row from a call (x-rows). A single row is chosen automatically, and the chosen row fills other
 * properties.
 */
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import type { FromRows, Kind, Row } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { useBeside } from './available-amount.ts';
import { PickBox } from './ChoiceWidget.tsx';
import { useFormScope, useWatched } from './form-scope.ts';
import { keyOf, useAddress, useChoiceRows } from './rows-of.ts';
import { useStockWords } from './stock-words.ts';
import type { WidgetProps } from './Widget.ts';

/** Returns the value of a key: the id of a reference, or else the key as it is. */
const typedOf = (key: string, kind: Kind): string | number =>
  KINDS[kind].needs === 'reference' ? Number(key) : key;

const nameOf = (row: Row, { text }: FromRows, separator: string): string =>
  text
    .map((column) => row[column])
    .filter(Boolean)
    .join(separator);

/** Returns the separator of a code and its name, or of several parts of a key. */
const separatorOf = ({ key, within }: FromRows): string =>
  key.length === 1 ? ' - ' : within.length > 0 ? ' / ' : ' · ';

function useRowText(rows: FromRows): (row: Row) => string {
  const translate = useTranslate();
  const words = useStockWords();
  return (row) => {
    const name = nameOf(row, rows, separatorOf(rows));
    const text = name || (rows.blank ? translate(rows.blank) : keyOf(row, rows));
    if (!rows.amounts) return text;
    const { there, free } = rows.amounts;
    return words.at(text, { quantita: Number(row[there]), disponibile: Number(row[free]) });
  };
}

/** Fills other properties from the chosen row, and clears a choice that no longer exists. */
function useFilling(props: WidgetProps, rows: FromRows, found: Row[] | undefined): void {
  const { field, value, onChange, readOnly } = props;
  const { values } = useFormScope();
  const chosen = found?.find((row) => keyOf(row, rows) === String(value));
  const only = found?.length === 1 && found[0] ? keyOf(found[0], rows) : undefined;
  const offered = useRef<string>(undefined);
  const settled = found === undefined ? undefined : `${only}|${chosen ? keyOf(chosen, rows) : ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the rows, or the one chosen, change.
  useEffect(() => {
    if (settled === undefined) return;
    // A row is chosen automatically only once, so that it is not chosen again after the user has cleared or
    // changed it.
    const isNew = offered.current !== only;
    offered.current = only;
    if (!chosen && !readOnly && only !== undefined && isNew) onChange(typedOf(only, field.kind));
    else if (!chosen && !readOnly && value !== undefined) onChange(undefined);
    values.fill(
      Object.fromEntries(Object.entries(rows.fills).map(([name, column]) => [name, chosen?.[column]])),
    );
  }, [settled]);
}

/** Writes typed text into another property. Clears it when the rows come from another address. */
function useTyped({ typed }: FromRows, address: string | undefined) {
  const { values } = useFormScope();
  const text = useWatched((row) => (typed ? row[typed.into] : undefined));
  const before = useRef(address);
  const put = (next: string | undefined) => typed && values.fill({ [typed.into]: next });
  useEffect(() => {
    if (before.current !== address) put(undefined);
    before.current = address;
  });
  return typed && { text: typeof text === 'string' ? text : undefined, says: typed.says, put };
}

export const RowsWidget = (props: WidgetProps) =>
  props.field.rows && <RowsBox {...props} rows={props.field.rows} />;

function RowsBox({ rows, ...props }: WidgetProps & { rows: FromRows }) {
  const { field } = props;
  const translate = useTranslate();
  const textOf = useRowText(rows);
  const beside = useBeside(field, props.value);
  const found = useChoiceRows(field);
  const address = useAddress(rows.call);
  const typed = useTyped(rows, address);
  useFilling(props, rows, found);
  const isNone = found?.length === 0 && rows.none !== undefined;
  const picks = (found ?? []).map((row) => {
    const key = keyOf(row, rows);
    return { value: typedOf(key, field.kind), text: textOf(row) };
  });
  const says = typed?.text ? translate(typed.says) : (beside.help ?? props.help);
  return (
    <PickBox
      {...props}
      picks={picks}
      searched={rows.searched}
      typed={props.readOnly ? undefined : typed}
      waits={rows.searched && address === undefined}
      error={props.error || isNone}
      help={isNone ? translate(rows.none ?? '') : props.error ? props.help : says}
    />
  );
}
