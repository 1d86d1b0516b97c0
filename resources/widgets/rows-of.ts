/** The rows of a call, for fields that are chosen among them (x-rows) or display stock (x-beside). */
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { ask } from '../../dataProvider/cached-reads.ts';
import type { Field, FromRows, Row } from '../../schemas/entity.ts';
import { useFormScope, useWatched } from './form-scope.ts';

/** Returns the address with its values; undefined while a value is missing. */
function addressIn(path: string | undefined, row: Row): string | undefined {
  const names = [...(path ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const missing = names.some((name) => row[name] === undefined || row[name] === null || row[name] === '');
  if (!path || missing) return undefined;
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(row[name])));
}

const ANSWER = 'answer';

/** Returns the current address of a call; undefined while one of its values is missing. */
export const useAddress = (path: string | undefined): string | undefined =>
  useWatched((row) => addressIn(path, row));

/** Returns the current answer of a call, read again together with the rows of its resource. */
export function useAnswer<T>(path: string | undefined): T | undefined {
  const address = useAddress(path);
  return useQuery({
    queryKey: [address?.split('/')[0], ANSWER, address],
    queryFn: async () => (await ask<T>(`/${address}`)).data,
    enabled: address !== undefined,
  }).data;
}

/**
 * Returns whether an answer that fills fields is still being read. A form sent now would lack those values.
 */
export const useAwaitsAnswer = (): boolean =>
  useIsFetching({ predicate: ({ queryKey, state }) => queryKey[1] === ANSWER && state.data === undefined }) >
  0;

export const keyOf = (row: Row, { key }: FromRows): string =>
  key.map((column) => row[column] ?? '').join('-');

/** Returns the rows to choose from, one per key. */
export function useChoiceRows({ rows }: Pick<Field, 'rows'>): Row[] | undefined {
  const within = useWatched((row) =>
    Object.fromEntries((rows?.within ?? []).map((name) => [name, row[name]])),
  );
  const answered = useAnswer<Row[]>(rows?.call);
  if (!rows || !answered) return undefined;
  const fits = (row: Row): boolean =>
    (rows.some === undefined || Number(row[rows.some]) > 0) &&
    Object.entries(within).every(([name, value]) => row[name] === value);
  return [...new Map(answered.filter(fits).map((row) => [keyOf(row, rows), row])).values()];
}

/** Returns the row that another property has chosen. */
export function useChosenRow(name: string | undefined): Row | undefined {
  const { entity } = useFormScope();
  const field = name === undefined ? undefined : entity.field(name);
  const rows = useChoiceRows(field ?? {});
  const value = useWatched((row) => (name === undefined ? undefined : row[name]));
  const word = field?.rows;
  return word && rows?.find((row) => keyOf(row, word) === String(value));
}
