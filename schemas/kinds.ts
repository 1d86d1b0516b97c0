/**
 * The kinds of fields, one row per kind. Its columns are what other code reads of a kind. No other code compares a
 * kind by its name. Code that differs by kind (a widget, a cell, a check, a column type) is in a `Record<Kind, …>`
 * elsewhere, so that the compiler lists what is missing for a new kind.
 */
import type { JSONSchema7TypeName } from 'json-schema';
import type { Text } from './language.ts';

/** The largest integer, and id, that PostgreSQL's `integer` holds. */
export const INTEGER_MAX = 2_147_483_647;
/** The largest amount: fifteen digits, which JavaScript represents exactly. */
export const NUMBER_MAX = 999_999_999_999_999;
/** The maximum length of a text in translations and pairs, and of those lists. */
export const PART_MAX = 200;

const WHOLE = 1;
export const CENT = 0.01;

interface KindFacts {
  /** The JSON types of its values. The usual one is the first. */
  json: readonly JSONSchema7TypeName[];
  /** Whether `type` and `format` alone identify it. Other kinds need `x-kind`, `x-ref` or choices. */
  byType: boolean;
  format?: 'date' | 'date-time' | 'email' | 'uri';
  /** How a list filters it: by part of a text, by chosen values, by a range, or not at all. */
  filter: 'typed' | 'chosen' | 'ranged' | 'none';
  /** Whether a click on the column header sorts by it. */
  sortable: boolean;
  /** Whether it sorts in the collation that both database engines share. */
  collated: boolean;
  /** The number of lines of a text. A text of one line is trimmed. */
  lines?: 'one' | 'several';
  /** The kind of input that a browser's text box expects, which selects the keyboard of a phone. */
  inputType?: 'email' | 'url' | 'tel';
  /** Whether its value is yes or no, as 1 or 0. */
  yesNo: boolean;
  /** What its property must also define: the choices, or the entity that it refers to. */
  needs?: 'choices' | 'reference';
  /** Whether its value is a file, which has its own calls. The record has only the id. */
  uploaded: boolean;
  /** Whether its value names a picture, which is drawn in its place. */
  pictured: boolean;
  /** Whether a truncated value would be misleading. Then its column is never truncated. */
  rigid: boolean;
  /** Whether a form gives it a full row. */
  wide: boolean;
  /** Its column width in import sheets, in characters. */
  sheetWidth: number;
  /** The maximum length unless the file sets one. */
  maxLength?: number;
  /** The limits of a number unless the file sets them. */
  range?: { minimum: number; maximum: number };
  /** The step of a number box: whole numbers or cents. */
  step?: typeof WHOLE | typeof CENT;
  /** The unit displayed next to the number. */
  unit?: string;
  /** The free columns for custom fields of this kind: their prefix, number and limits. */
  free?: {
    prefix: string;
    title: Text;
    /** The number of free columns. If it is missing, the entity's file defines it. */
    amount?: number;
    limits?: { maxLength?: number; minimum?: number; maximum?: number };
  };
}

const upTo = (most: number) => ({ minimum: -most, maximum: most });

/** Properties that most kinds share with one of these. */
const WORDS = {
  json: ['string'],
  byType: false,
  filter: 'typed',
  sortable: true,
  collated: true,
  lines: 'one',
  yesNo: false,
  uploaded: false,
  pictured: false,
  rigid: false,
  wide: false,
  sheetWidth: 22,
} as const;
const VALUE = { ...WORDS, collated: false, lines: undefined } as const;
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
    free: { prefix: 'str', title: { it: 'Testo', en: 'Text' }, limits: { maxLength: 199 } },
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
    yesNo: true,
    rigid: true,
    sheetWidth: 12,
    free: { prefix: 'boolean', title: { it: 'Sì o no', en: 'Yes or no' }, amount: 10 },
  },
  choice: { ...VALUE, json: ['string', 'integer'], filter: 'chosen', needs: 'choices' },
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
  email: { ...WORDS, byType: true, format: 'email', inputType: 'email', maxLength: 150 },
  uri: { ...WORDS, byType: true, format: 'uri', inputType: 'url', maxLength: 500 },
  phone: { ...WORDS, inputType: 'tel', maxLength: 40 },
  reference: { ...ID, filter: 'chosen', needs: 'reference' },
  colour: { ...VALUE, filter: 'none', sortable: false, maxLength: 100 },
  icon: { ...WORDS, filter: 'none', sortable: false, pictured: true, rigid: true, maxLength: 100 },
  translations: { ...VALUE, json: ['object'], filter: 'none', sortable: false, wide: true },
  options: { ...VALUE, json: ['array'], filter: 'none', sortable: false, wide: true },
  column: { ...WORDS, maxLength: 30 },
  file: {
    ...ID,
    filter: 'none',
    sortable: false,
    uploaded: true,
    range: upTo(INTEGER_MAX),
    free: { prefix: 'file', title: { it: 'File', en: 'File' }, amount: 5 },
  },
  note: {
    ...WORDS,
    lines: 'several',
    wide: true,
    sheetWidth: 40,
    maxLength: 2000,
    free: { prefix: 'nota', title: { it: 'Nota', en: 'Note' }, amount: 5, limits: { maxLength: 1999 } },
  },
} as const satisfies Record<string, KindFacts>;

export type Kind = keyof typeof TABLE;

export const KINDS: Record<Kind, KindFacts> = TABLE;

/** The kinds that one word can represent, in filters and in cells of a sheet. */
export type PlainKind = { [K in Kind]: (typeof TABLE)[K]['filter'] extends 'none' ? never : K }[Kind];
export const isPlain = (kind: Kind): kind is PlainKind => KINDS[kind].filter !== 'none';

/** Returns whether the API sends values of this kind as numbers. */
export const isNumeric = (kind: Kind): boolean =>
  KINDS[kind].json[0] === 'integer' || KINDS[kind].json[0] === 'number';

/** Returns whether values of this kind are amounts, and not flags or ids. */
export const isCounted = (kind: Kind): boolean => KINDS[kind].step !== undefined;

/** Returns whether values of this kind have two decimal places. */
export const hasCents = (kind: Kind): boolean => KINDS[kind].step === CENT;

/** Returns whether values of this kind are dates with a time. */
export const isTimestamp = (kind: Kind): boolean => KINDS[kind].format === 'date-time';

/** Returns whether values of this kind are dates, with or without a time. */
export const isCalendar = (kind: Kind): boolean => KINDS[kind].format === 'date' || isTimestamp(kind);

/** Returns whether texts of this kind have several lines. */
export const hasLines = (kind: Kind): boolean => KINDS[kind].lines === 'several';
