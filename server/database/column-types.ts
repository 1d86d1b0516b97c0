/**
 * The column type of each kind of field, spelled as PostgreSQL's format_type prints it, to compare with
 * existing columns.
 */
import type { Field, Kind } from '../../schemas/entity.ts';
import { INTEGER_MAX, KINDS } from '../../schemas/kinds.ts';
import { literal } from './sql.ts';

type ColumnType = (field: Field) => string;

const text: ColumnType = ({ maxLength }) => (maxLength ? `character varying(${maxLength})` : 'text');
const integer: ColumnType = ({ maximum = 0, minimum = 0 }) =>
  maximum > INTEGER_MAX || minimum < -INTEGER_MAX ? 'bigint' : 'integer';
const decimal: ColumnType = () => 'numeric(17,2)';
const json: ColumnType = () => 'jsonb';

function choice({ choices = [], maxLength = 0 }: Field): string {
  if (choices.length > 0 && choices.every(({ value }) => typeof value === 'number')) return 'integer';
  const longest = Math.max(50, maxLength, ...choices.map(({ value }) => String(value).length));
  return `character varying(${longest})`;
}

export const COLUMN_TYPES: Record<Kind, ColumnType> = {
  text,
  note: text,
  email: text,
  uri: text,
  phone: text,
  icon: text,
  colour: text,
  column: text,
  integer,
  file: () => 'integer',
  reference: () => 'integer',
  flag: () => 'smallint',
  choice,
  decimal,
  money: decimal,
  quantity: decimal,
  date: () => 'date',
  instant: () => 'timestamp with time zone',
  translations: json,
  options: json,
};

const HOLDS_TEXT = /^(character varying|text)/;
export const holdsText = (field: Field): boolean => HOLDS_TEXT.test(COLUMN_TYPES[field.kind](field));

export function defaultOf(field: Field): string | undefined {
  const value = field.default;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return String(value);
  return literal(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Returns the only values that the database admits in the column, as SQL; empty if its type alone limits them. */
export function admittedValues({ kind, choices = [] }: Field): string[] {
  const { yesNo, needs } = KINDS[kind];
  if (yesNo) return ['0', '1'];
  if (needs !== 'choices') return [];
  return choices.map(({ value }) => (typeof value === 'number' ? String(value) : literal(value)));
}

/** Returns the check constraint that limits the values of the column beyond its type. */
export function checkOf(field: Field, column: string): string | undefined {
  const values = admittedValues(field);
  return values.length > 0 ? `check (${column} in (${values.join(', ')}))` : undefined;
}
