/**
 * Converts PostgreSQL values to JavaScript, in the same way for both engines: dates and timestamps as texts,
 * numbers as numbers.
 */
import pg from 'pg';

type Parse = (value: string) => unknown;

/** Converts '2026-03-29 08:00:00.5+00', as a session in UTC prints it, to '2026-03-29T08:00:00.500Z'. */
export function instant(value: string): string {
  if (!/^\d{4}-.*\+00$/.test(value)) return value;
  const thousandths = value.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${thousandths}Z`;
}

const unchanged: Parse = (value) => value;
const parserOf = (oid: number, format?: 'text' | 'binary'): Parse => pg.types.getTypeParser(oid, format);
const TEXT_ARRAY: number = 1009;
const texts: (value: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY);
const each =
  (parse: Parse): Parse =>
  (value) =>
    texts(value).map((element) => (element === null ? null : parse(element)));

const PARSERS: Record<number, Parse> = {
  20: Number, // int8
  1082: unchanged, // date
  1184: instant, // timestamptz
  1700: Number, // numeric
  1016: each(Number), // int8[]
  1182: each(unchanged), // date[]
  1185: each(instant), // timestamptz[]
  1231: each(Number), // numeric[]
};

export const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => PARSERS[oid] ?? parserOf(oid, format),
};
