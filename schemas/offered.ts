/** The words by which a property says how its value is found: scanned, picked from a list, told by a row; for entities and acts. */
import type { EntitySchema } from './entity-parts.ts';
import type sentences from './sentences.json';
import { listOf, mapOf, only, type Shape, shape, text, texts } from './shape-parts.ts';

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
  fills: string[];
  some?: string;
  amounts?: { there: string; free: string };
  blank?: string;
  none?: string;
}

/** What there is, told below an amount. */
export interface Beside {
  call?: string;
  row?: string;
  /** Of rows that the call answers, the one that has these properties' values. */
  match?: string[];
  there: string;
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
  /** Typed above nothing, sent below it. */
  negated?: boolean;
}

export const offeredIn = (schema: EntitySchema): Offered => ({
  tells: schema['x-tells'],
  scan: schema['x-scan'],
  pick: schema['x-pick'],
  rows: schema['x-rows'] && { within: [], fills: [], ...schema['x-rows'] },
  beside: schema['x-beside'],
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
    'must be {call, key, text, within?, fills?, some?, amounts?: {there, free}, blank?, none?}',
    only(
      { call: text, key: texts, text: texts },
      {
        within: texts,
        fills: texts,
        some: text,
        amounts: only({ there: text, free: text }),
        blank: text,
        none: text,
      },
    ),
  ),
  'x-beside': shape(
    'must be {call or row, match?, there, free?, unit?: {call, column}, says?, short?, most?, least?: {row, column, rule}}',
    only(
      { there: text },
      {
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
};
