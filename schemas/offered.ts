/**
 * The words by which a property offers values: scanned, picked from a list, or taken from rows. They are for
 * entities and acts.
 */
import type { EntitySchema } from './entity-parts.ts';
import type sentences from './sentences.json';
import { either, listOf, mapOf, only, plain, type Shape, shape, text, texts, truth } from './shape-parts.ts';

type Sentence = keyof typeof sentences;

/** A dialog with the target's list to choose from. Its switches are filters of that list. */
export interface Picked {
  button: string;
  title: string;
  switches: { filter: string; of?: string; setting?: string }[];
}

/** A value chosen among the rows that a call returns. */
export interface FromRows {
  call: string;
  key: string[];
  text: string[];
  within: string[];
  /** Other properties -> columns of the row. */
  fills: Record<string, string>;
  some?: string;
  amounts?: { there: string; free: string };
  blank?: string;
  none?: string;
  /** Whether the value itself is sent, because the properties that it fills cannot replace it. */
  itself?: boolean;
  /** Whether there is always a search box, even for few rows. */
  searched?: boolean;
  /** The property that receives a text that matches no row. */
  typed?: { into: string; says: string };
}

/** The available amount, which is displayed below the field. */
export interface Beside {
  call?: string;
  row?: string;
  /** Selects the row of the reply with the same values in these properties. */
  match?: string[];
  there?: string;
  /** The number to multiply the field by. */
  times?: string;
  free?: string;
  unit?: { call: string; column: string };
  says?: string;
  short?: string;
  /** The sentence for more than the available amount. */
  most?: Sentence;
  /** The sentence if more is taken away than the chosen row has. */
  least?: { row: string; column: string; rule: Sentence };
}

export interface Offered {
  /** Replaces sentences of the validator: rule -> sentence. */
  tells?: Record<string, Sentence>;
  scan?: { title: string; other?: string };
  pick?: Picked;
  rows?: FromRows;
  beside?: Beside;
  /** Other fields -> columns of the chosen row that fill them. */
  fills?: Record<string, string>;
  /** The settings and values under which the field is present. */
  ifSetting?: Record<string, string[]>;
  /** The initial value, with {property} for values of the record. */
  begins?: string;
  /** Whether the number is positive in the form and negative in the request. */
  negated?: boolean;
  /** Whether, in a reply, it is displayed once and not stored. */
  shownOnce?: boolean;
}

/** Returns the properties with their columns. In a list, both have the same name. */
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
  shownOnce: schema['x-shown-once'] === true || undefined,
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
