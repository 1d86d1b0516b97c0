/** The words by which a property says how its value is found: scanned, picked from a list, told by a row; for entities and acts. */
import type { EntitySchema } from './entity-parts.ts';
import type sentences from './sentences.json';
import { either, listOf, mapOf, only, plain, type Shape, shape, text, texts, truth } from './shape-parts.ts';

type Sentence = keyof typeof sentences;

/** A list of the rows to choose from, narrowed by switches: filters of the list of what is pointed to. */
export interface Picked {
  button: string;
  title: string;
  switches: { filter: string; of?: string; setting?: string }[];
}

/** A value told by one of the rows that a call answers. */
export interface FromRows {
  call: string;
  key: string[];
  text: string[];
  within: string[];
  /** Other properties -> columns. */
  fills: Record<string, string>;
  some?: string;
  amounts?: { there: string; free: string };
  blank?: string;
  none?: string;
  /** It is sent itself: what it fills does not tell it. */
  itself?: boolean;
  /** A box in which one types, however few the rows are. */
  searched?: boolean;
  /** A text that no row has goes into this property. */
  typed?: { into: string; says: string };
}

/** What there is, told below an amount. */
export interface Beside {
  call?: string;
  row?: string;
  /** Of rows that the call answers, the one that has these properties' values. */
  match?: string[];
  there?: string;
  /** The number that it is multiplied by. */
  times?: string;
  free?: string;
  unit?: { call: string; column: string };
  says?: string;
  short?: string;
  /** The sentence of the validator for more than there is. */
  most?: Sentence;
  /** And for less than nothing by more than what a chosen row has. */
  least?: { row: string; column: string; rule: Sentence };
}

export interface Offered {
  /** Other sentences of the validator, by its own. */
  tells?: Record<string, Sentence>;
  scan?: { title: string; other?: string };
  pick?: Picked;
  rows?: FromRows;
  beside?: Beside;
  /** Other boxes, and the columns of the chosen row that are written into them. */
  fills?: Record<string, string>;
  /** Asked only where settings have one of these values. */
  ifSetting?: Record<string, string[]>;
  /** What its box begins with, with {property} for the record's values. */
  begins?: string;
  /** Typed above nothing, sent below it. */
  negated?: boolean;
}

/** Properties that have a row's columns, under their names or others. */
const filling = (fills: string[] | Record<string, string> = {}): Record<string, string> =>
  Array.isArray(fills) ? Object.fromEntries(fills.map((name) => [name, name])) : fills;

const eachMany = (values: Record<string, string | string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value].flat()]));

export const offeredIn = (schema: EntitySchema): Offered => ({
  tells: schema['x-tells'],
  scan: schema['x-scan'],
  pick: schema['x-pick'],
  rows: schema['x-rows'] && { within: [], ...schema['x-rows'], fills: filling(schema['x-rows'].fills) },
  beside: schema['x-beside'],
  fills: schema['x-fills'],
  ifSetting: schema['x-if-setting'] && eachMany(schema['x-if-setting']),
  begins: schema['x-begins'],
  negated: schema['x-negated'] === true || undefined,
});

export const OFFERED_SHAPES: Record<string, Shape> = {
  'x-tells': shape('must be {rule: sentence}', mapOf(text)),
  'x-scan': shape('must be {title, other?}', only({ title: text }, { other: text })),
  'x-pick': shape(
    'must be {button, title, switches: [{filter, of?, setting?}]}',
    only({
      button: text,
      title: text,
      switches: listOf(only({ filter: text }, { of: text, setting: text })),
    }),
  ),
  'x-rows': shape(
    'must be {call, key, text, within?, fills?: [property] or {property: column}, some?, amounts?: {there, free}, blank?, none?, itself?, searched?, typed?: {into, says}}',
    only(
      { call: text, key: texts, text: texts },
      {
        within: texts,
        fills: either(texts, mapOf(text)),
        some: text,
        amounts: only({ there: text, free: text }),
        blank: text,
        none: text,
        itself: truth,
        searched: truth,
        typed: only({ into: text, says: text }),
      },
    ),
  ),
  'x-beside': shape(
    'must be {call or row or times, match?, there?, free?, unit?: {call, column}, says?, short?, most?, least?: {row, column, rule}}',
    only(
      {},
      {
        there: text,
        times: text,
        call: text,
        row: text,
        match: texts,
        free: text,
        unit: only({ call: text, column: text }),
        says: text,
        short: text,
        most: text,
        least: only({ row: text, column: text, rule: text }),
      },
    ),
  ),
  'x-fills': shape('must be {property: column}', mapOf(text)),
  'x-if-setting': shape('must be {code: value or [values]}', mapOf(either(plain, listOf(plain)))),
};
