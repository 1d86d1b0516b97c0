/** Query parameters -> SQL conditions. One row per kind: how a person's value narrows a column of it. */
import { type Entity, type Field, type Kind, LANGUAGES } from '../../schemas/entity.ts';
import { INTEGER_MAX, KINDS } from '../../schemas/kinds.ts';
import { isDate, isInstant } from '../../schemas/validate.ts';
import { BadQuery } from './bad-query.ts';
import type { Joins } from './joins.ts';
import { containing, ident, literal, matching, type Values } from './sql.ts';

interface Asked {
  field: Field;
  /** The plant's: a day begins and ends by its clock. */
  zone: string;
}

type Narrow = (expression: string, value: string, values: Values, asked: Asked) => string | undefined;

const contains: Narrow = (expression, value, values) =>
  `${expression} ilike ${values.add(containing(value))}`;

const WORDS: Record<string, string> = { true: '1', false: '0' };
const INTEGER = /^-?\d{1,15}$/;
/** As far as the column goes, which is further where the field says so. */
const isWhole = (text: string, { maximum = 0 }: Field): boolean =>
  INTEGER.test(text) && Math.abs(Number(text)) <= Math.max(INTEGER_MAX, maximum);

/** Of a picker, -1 is 'nothing selected'; an amount may be -1. */
const isNothing = ({ kind, reference, choices = [] }: Field): boolean =>
  kind === 'flag' ||
  (kind === 'choice' && !choices.some(({ value }) => value === -1)) ||
  (reference !== undefined && !reference.none);

const anyOf: Narrow = (expression, value, values, { field }) => {
  const parts = value.split(',').map((part) => WORDS[part.trim()] ?? part.trim());
  const numeric = !field.choices || field.choices.some((choice) => typeof choice.value === 'number');
  if (numeric && !parts.every((part) => isWhole(part, field)))
    throw new BadQuery('bad-filter', { name: field.query });
  // -1 is 'nothing selected', except where -1 is a choice of its own.
  const wanted = isNothing(field) ? parts.filter((part) => part !== '-1') : parts;
  if (wanted.length === 0) return undefined;
  if (wanted.length === 1) return `${expression} = ${values.add(numeric ? Number(wanted[0]) : wanted[0])}`;
  return numeric
    ? `${expression} = any(${values.add(wanted.map(Number))}::bigint[])`
    : `${expression} = any(${values.add(wanted)}::text[])`;
};

const number: Narrow = (expression, value, values, { field }) => {
  const parsed = Number(value.replace(',', '.'));
  if (!Number.isFinite(parsed)) throw new BadQuery('bad-filter', { name: field.query });
  return `${expression} = ${values.add(parsed)}`;
};

const day: Narrow = (expression, value, values, { field }) => {
  if (!isDate(value)) throw new BadQuery('bad-filter', { name: field.query });
  return `${expression} = ${values.add(value)}::date`;
};

/** The first moment of a day in the plant, or of the one after it. */
const midnight = (value: string, after: 0 | 1, zone: string, values: Values): string =>
  `(${values.add(value)}::date + ${after})::timestamp at time zone ${values.add(zone)}`;

const wholeDay: Narrow = (expression, value, values, { field, zone }) => {
  if (!isDate(value)) throw new BadQuery('bad-filter', { name: field.query });
  const [begin, end] = [midnight(value, 0, zone, values), midnight(value, 1, zone, values)];
  return `(${expression} >= ${begin} and ${expression} < ${end})`;
};

const nothing: Narrow = () => undefined;

const NARROW: Record<Kind, Narrow> = {
  text: contains,
  note: contains,
  email: contains,
  uri: contains,
  icon: contains,
  column: contains,
  integer: anyOf,
  file: anyOf,
  reference: anyOf,
  flag: anyOf,
  choice: anyOf,
  decimal: number,
  money: number,
  quantity: number,
  date: day,
  instant: wholeDay,
  colour: nothing,
  translations: nothing,
  options: nothing,
};

type End = 'from' | 'to';

function numberOf(field: Field, value: string): number {
  const parsed = Number(value.replace(',', '.'));
  const sound = field.kind === 'integer' ? isWhole(value, field) : Number.isFinite(parsed);
  if (!sound) throw new BadQuery('bad-filter', { name: field.query });
  return parsed;
}

/** One end of a range; a day is the whole of it. */
function within(expression: string, end: End, value: string, values: Values, { field, zone }: Asked): string {
  const sign = end === 'from' ? '>=' : '<=';
  if (field.kind !== 'date' && field.kind !== 'instant')
    return `${expression} ${sign} ${values.add(numberOf(field, value))}`;
  if (!isDate(value) && !isInstant(value)) throw new BadQuery('bad-filter', { name: field.query });
  if (field.kind === 'date' || !isDate(value)) return `${expression} ${sign} ${values.add(value)}`;
  return end === 'from'
    ? `${expression} >= ${midnight(value, 0, zone, values)}`
    : `${expression} < ${midnight(value, 1, zone, values)}`;
}

const storable = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();

/** Conditions of the query over the entity's fields; parameters that name no field are somebody else's. */
export function filterConditions(
  entity: Entity,
  query: Record<string, string>,
  joins: Joins,
  values: Values,
  { zone, without = [] }: { zone: string; without?: string[] },
): string[] {
  return entity.fields.flatMap((field) => {
    if (without.includes(field.query)) return [];
    const given = (name: string): string | undefined => {
      const value = query[name];
      if (value === undefined || value === '') return undefined;
      if (!storable(value)) throw new BadQuery('bad-filter', { name });
      return value;
    };
    const ranged = KINDS[field.kind].filter === 'ranged';
    const equal = given(field.query);
    const [from, to] = ranged ? [given(`${field.query}Da`), given(`${field.query}A`)] : [];
    if (equal === undefined && from === undefined && to === undefined) return [];
    const expression = joins.expression(entity, 't', field.name);
    if (!expression) return [];
    const names = [expression, ...translationsOf(entity, field.name)];
    const narrow = (value: string): string | undefined => {
      const parts = names.map((name) => NARROW[field.kind](name, value, values, { field, zone }));
      return parts.length > 1 ? `(${parts.join(' or ')})` : parts[0];
    };
    return [
      equal === undefined ? undefined : narrow(equal),
      from && within(expression, 'from', from, values, { field, zone }),
      to && within(expression, 'to', to, values, { field, zone }),
    ].filter((condition) => condition !== undefined);
  });
}

/** `filtro`: its words stand in the search columns; the trigram index answers `ilike` on the bare column. */
export function searchCondition(
  entity: Entity,
  text: string | undefined,
  values: Values,
): string | undefined {
  if (!text?.trim() || entity.search.length === 0) return undefined;
  if (!storable(text)) throw new BadQuery('bad-filter', { name: 'filtro' });
  const columns = entity.search.flatMap((name) => [`t.${ident(name)}`, ...translationsOf(entity, name)]);
  return matching(columns, text, values);
}

/** What a text is called in each language: people look for the name that they read. */
const translationsOf = (entity: Entity, name: string): string[] =>
  entity.fields
    .filter(({ translates }) => translates === name)
    .flatMap((field) => LANGUAGES.map((language) => `t.${ident(field.name)}->>${literal(language)}`));
