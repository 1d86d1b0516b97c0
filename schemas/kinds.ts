/**
 * The kinds of fields, one row a kind: whatever is true of a kind, and needs no code, stands here and nowhere else. What
 * does need code (a widget, a cell, a check, a column's type) is a `Record<Kind, …>` in its own place, so that the
 * compiler names what a new row here still lacks.
 */
import type { JSONSchema7TypeName } from 'json-schema';
import type { Text } from './language.ts';

/** The largest of whole numbers, and so of ids: what PostgreSQL's `integer` holds. */
export const INTEGER_MAX = 2_147_483_647;
/** The largest of amounts, and of free whole numbers: fifteen digits, which JavaScript counts without loss. */
export const NUMBER_MAX = 999_999_999_999_999;
/** The longest text within translations and pairs, and the longest of those lists. */
export const PART_MAX = 200;

const WHOLE = 1;
export const CENT = 0.01;

interface KindFacts {
  /** The JSON types that its values have, the usual one first. */
  json: readonly JSONSchema7TypeName[];
  /** Known by `type` and `format` alone; others say `x-kind`, `x-ref` or their choices. */
  byType: boolean;
  format?: 'date' | 'date-time' | 'email' | 'uri';
  /** How it is asked for: as part of a text, as one or several of a few values, from and to; or not at all. */
  filter: 'typed' | 'chosen' | 'ranged' | 'none';
  /** A click on the head of its column sorts by it. */
  sortable: boolean;
  /** It sorts as words do, in the collation that both engines have. */
  collated: boolean;
  /** Blanks at its ends are no part of it. */
  oneLine: boolean;
  /** Half of one would say something else: its column is as wide as it is. */
  rigid: boolean;
  /** In a form it takes a whole row. */
  wide: boolean;
  /** How wide its column is in the sheet to fill in, in characters. */
  sheetWidth: number;
  /** The longest text, where its file says none. */
  maxLength?: number;
  /** Of a number: the least and the most, where its file says none. */
  range?: { minimum: number; maximum: number };
  /** Of a number that is counted or measured: by how much it grows. */
  step?: typeof WHOLE | typeof CENT;
  /** What stands beside the number. */
  unit?: string;
  /** Custom fields may be of it: how its free columns are called, how many there are, and their limits. */
  free?: {
    prefix: string;
    title: Text;
    amount: number;
    limits?: { maxLength?: number; minimum?: number; maximum?: number };
  };
}

const upTo = (most: number) => ({ minimum: -most, maximum: most });

/** What most kinds have in common with one of these. */
const WORDS = {
  json: ['string'],
  byType: false,
  filter: 'typed',
  sortable: true,
  collated: true,
  oneLine: true,
  rigid: false,
  wide: false,
  sheetWidth: 22,
} as const;
const VALUE = { ...WORDS, collated: false, oneLine: false } as const;
const ID = { ...VALUE, json: ['integer'], range: { minimum: 1, maximum: INTEGER_MAX } } as const;
const AMOUNT = {
  ...VALUE,
  json: ['number'],
  filter: 'ranged',
  rigid: true,
  range: upTo(NUMBER_MAX),
  step: CENT,
} as const;
const DAY = { ...VALUE, byType: true, filter: 'ranged', rigid: true } as const;

const TABLE = {
  text: {
    ...WORDS,
    byType: true,
    maxLength: 200,
    free: { prefix: 'str', title: { it: 'Testo', en: 'Text' }, amount: 20, limits: { maxLength: 199 } },
  },
  integer: {
    ...AMOUNT,
    json: ['integer'],
    byType: true,
    sheetWidth: 14,
    range: upTo(INTEGER_MAX),
    step: WHOLE,
    free: {
      prefix: 'int',
      title: { it: 'Numero intero', en: 'Whole number' },
      amount: 10,
      limits: upTo(NUMBER_MAX),
    },
  },
  decimal: {
    ...AMOUNT,
    byType: true,
    free: {
      prefix: 'float',
      title: { it: 'Numero decimale', en: 'Decimal number' },
      amount: 10,
      limits: upTo(NUMBER_MAX),
    },
  },
  money: { ...AMOUNT, unit: '€' },
  quantity: AMOUNT,
  flag: {
    ...VALUE,
    json: ['integer'],
    filter: 'chosen',
    rigid: true,
    sheetWidth: 12,
    free: { prefix: 'boolean', title: { it: 'Sì o no', en: 'Yes or no' }, amount: 10 },
  },
  choice: { ...VALUE, json: ['string', 'integer'], filter: 'chosen' },
  date: {
    ...DAY,
    format: 'date',
    sheetWidth: 14,
    free: { prefix: 'date', title: { it: 'Data', en: 'Date' }, amount: 10 },
  },
  instant: {
    ...DAY,
    format: 'date-time',
    sheetWidth: 18,
    free: { prefix: 'timestamp', title: { it: 'Data e ora', en: 'Date and time' }, amount: 10 },
  },
  email: { ...WORDS, byType: true, format: 'email', maxLength: 150 },
  uri: { ...WORDS, byType: true, format: 'uri', maxLength: 500 },
  reference: { ...ID, filter: 'chosen' },
  colour: { ...VALUE, filter: 'none', sortable: false, maxLength: 100 },
  icon: { ...WORDS, filter: 'none', sortable: false, rigid: true, maxLength: 100 },
  translations: { ...VALUE, json: ['object'], filter: 'none', sortable: false, wide: true },
  options: { ...VALUE, json: ['array'], filter: 'none', sortable: false, wide: true },
  column: { ...WORDS, maxLength: 30 },
  file: {
    ...ID,
    filter: 'none',
    sortable: false,
    range: upTo(INTEGER_MAX),
    free: { prefix: 'file', title: { it: 'File', en: 'File' }, amount: 5 },
  },
  note: {
    ...WORDS,
    oneLine: false,
    wide: true,
    sheetWidth: 40,
    maxLength: 2000,
    free: { prefix: 'nota', title: { it: 'Nota', en: 'Note' }, amount: 5, limits: { maxLength: 1999 } },
  },
} as const satisfies Record<string, KindFacts>;

export type Kind = keyof typeof TABLE;

export const KINDS: Record<Kind, KindFacts> = TABLE;

/** Kinds whose values are a word: one may look for it by typing or choosing it, and write it into a cell of a sheet. */
export type PlainKind = { [K in Kind]: (typeof TABLE)[K]['filter'] extends 'none' ? never : K }[Kind];
export const isPlain = (kind: Kind): kind is PlainKind => KINDS[kind].filter !== 'none';

/** On the wire it is a number. */
export const isNumeric = (kind: Kind): boolean =>
  KINDS[kind].json[0] === 'integer' || KINDS[kind].json[0] === 'number';

/** It counts or measures: neither a flag nor an id. */
export const isCounted = (kind: Kind): boolean => KINDS[kind].step !== undefined;

/** It has two places behind the comma. */
export const hasCents = (kind: Kind): boolean => KINDS[kind].step === CENT;
