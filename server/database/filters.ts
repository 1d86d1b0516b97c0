/**
 * Converts query parameters to SQL conditions. Each kind of field has one row that defines how a value filters a
 * column of that kind.
 */
import { type Entity, type Field, type Kind, LANGUAGES } from '../../schemas/entity.ts';
import { hasCents, INTEGER_MAX, isCalendar, isTimestamp, KINDS } from '../../schemas/kinds.ts';
import { rangeOf } from '../../schemas/ranges.ts';
import { withTranslations } from '../../schemas/search-words.ts';
import { isDate, isInstant } from '../../schemas/validate.ts';
import { BadQuery } from './bad-query.ts';
import type { Joins } from './joins.ts';
import { containing, searching } from './searched-words.ts';
import { ident, literal, type Values } from './sql.ts';

interface FilterContext {
  entity: Entity;
  field: Field;
  /** The plant's time zone, in which a date begins and ends. */
  zone: string;
}

type Narrow = (
  expression: string,
  value: string,
  values: Values,
  context: FilterContext,
) => string | undefined;

const contains: Narrow = (expression, value, values, { entity }) =>
  containing(entity, 't', expression, value, values);

const WORDS: Record<string, string> = { true: '1', false: '0' };
const INTEGER = /^-?\d{1,15}$/;
/** Returns whether the text is an integer that the column can contain. */
const isInteger = (text: string, { maximum = 0 }: Field): boolean =>
  INTEGER.test(text) && Math.abs(Number(text)) <= Math.max(INTEGER_MAX, maximum);

/** Returns whether -1 means "nothing selected" for this field. For an amount, -1 is a value. */
const isNoneMinusOne = ({ kind, reference, choices = [] }: Field): boolean =>
  KINDS[kind].yesNo ||
  (KINDS[kind].needs === 'choices' && !choices.some(({ value }) => value === -1)) ||
  (reference !== undefined && !reference.none);

const anyOf: Narrow = (expression, value, values, { field }) => {
  const parts = value.split(',').map((part) => WORDS[part.trim()] ?? part.trim());
  const numeric = !field.choices || field.choices.some((choice) => typeof choice.value === 'number');
  if (numeric && !parts.every((part) => isInteger(part, field)))
    throw new BadQuery('bad-filter', { name: field.query });
  // -1 means "nothing selected", unless -1 is a choice of the field.
  const selected = isNoneMinusOne(field) ? parts.filter((part) => part !== '-1') : parts;
  if (selected.length === 0) return undefined;
  if (selected.length === 1)
    return `${expression} = ${values.add(numeric ? Number(selected[0]) : selected[0])}`;
  return numeric
    ? `${expression} = any(${values.add(selected.map(Number))}::bigint[])`
    : `${expression} = any(${values.add(selected)}::text[])`;
};

const number: Narrow = (expression, value, values, { field }) => {
  const parsed = Number(value.replace(',', '.'));
  if (!Number.isFinite(parsed)) throw new BadQuery('bad-filter', { name: field.query });
  return `${expression} = ${values.add(parsed)}`;
};

const onDate: Narrow = (expression, value, values, { field }) => {
  if (!isDate(value)) throw new BadQuery('bad-filter', { name: field.query });
  return `${expression} = ${values.add(value)}::date`;
};

/** Returns the start of a date in the plant's time zone, or of the next date. */
const midnight = (value: string, after: 0 | 1, zone: string, values: Values): string =>
  `(${values.add(value)}::date + ${after})::timestamp at time zone ${values.add(zone)}`;

const duringDate: Narrow = (expression, value, values, { field, zone }) => {
  if (!isDate(value)) throw new BadQuery('bad-filter', { name: field.query });
  const [begin, end] = [midnight(value, 0, zone, values), midnight(value, 1, zone, values)];
  return `(${expression} >= ${begin} and ${expression} < ${end})`;
};

const ignored: Narrow = () => undefined;

const NARROW: Record<Kind, Narrow> = {
  text: contains,
  note: contains,
  email: contains,
  uri: contains,
  phone: contains,
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
  date: onDate,
  instant: duringDate,
  colour: ignored,
  translations: ignored,
  options: ignored,
};

type End = 'from' | 'to';

function numberOf(field: Field, value: string): number {
  const parsed = Number(value.replace(',', '.'));
  const valid = hasCents(field.kind) ? Number.isFinite(parsed) : isInteger(value, field);
  if (!valid) throw new BadQuery('bad-filter', { name: field.query });
  return parsed;
}

/** Returns the condition for one end of a range. A date includes the whole day. */
function within(
  expression: string,
  end: End,
  value: string,
  values: Values,
  { field, zone }: FilterContext,
): string {
  const sign = end === 'from' ? '>=' : '<=';
  if (!isCalendar(field.kind)) return `${expression} ${sign} ${values.add(numberOf(field, value))}`;
  if (!isDate(value) && !isInstant(value)) throw new BadQuery('bad-filter', { name: field.query });
  if (!isTimestamp(field.kind) || !isDate(value)) return `${expression} ${sign} ${values.add(value)}`;
  return end === 'from'
    ? `${expression} >= ${midnight(value, 0, zone, values)}`
    : `${expression} < ${midnight(value, 1, zone, values)}`;
}

const storable = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();

const parameters = new WeakMap<Entity, Map<string, Field[]>>();

/** Returns the fields of each query parameter. They depend on the entity alone, so they are found once. */
function fieldsByParameter(entity: Entity): Map<string, Field[]> {
  const existing = parameters.get(entity);
  if (existing) return existing;
  const byName = new Map<string, Field[]>();
  for (const field of entity.fields) {
    const ends = KINDS[field.kind].filter === 'ranged' ? Object.values(rangeOf(field.query)) : [];
    for (const name of [field.query, ...ends]) byName.set(name, [...(byName.get(name) ?? []), field]);
  }
  parameters.set(entity, byName);
  return byName;
}

/** Returns the fields that a query filters, in the order of the entity. */
function filteredFields(entity: Entity, query: Record<string, string>): Field[] {
  const byName = fieldsByParameter(entity);
  const filtered = new Set(Object.keys(query).flatMap((name) => byName.get(name) ?? []));
  return filtered.size === 0 ? [] : entity.fields.filter((field) => filtered.has(field));
}

/** Returns the conditions for the entity's fields. Parameters that name no field are ignored. */
export function filterConditions(
  entity: Entity,
  query: Record<string, string>,
  joins: Joins,
  values: Values,
  { zone, without = [] }: { zone: string; without?: string[] },
): string[] {
  return filteredFields(entity, query).flatMap((field) => {
    if (without.includes(field.query)) return [];
    const parameter = (name: string): string | undefined => {
      const value = query[name];
      if (value === undefined || value === '') return undefined;
      if (!storable(value)) throw new BadQuery('bad-filter', { name });
      return value;
    };
    const ranged = KINDS[field.kind].filter === 'ranged';
    const equal = parameter(field.query);
    const ends = rangeOf(field.query);
    const [from, to] = ranged ? [parameter(ends.from), parameter(ends.to)] : [];
    if (equal === undefined && from === undefined && to === undefined) return [];
    const expression = joins.expression(entity, 't', field.name);
    if (!expression) return [];
    const names = [expression, ...translationsOf(entity, field.name)];
    const narrow = (value: string): string | undefined => {
      const parts = names.map((name) => NARROW[field.kind](name, value, values, { entity, field, zone }));
      return parts.length > 1 ? `(${parts.join(' or ')})` : parts[0];
    };
    return [
      equal === undefined ? undefined : narrow(equal),
      from && within(expression, 'from', from, values, { entity, field, zone }),
      to && within(expression, 'to', to, values, { entity, field, zone }),
    ].filter((condition) => condition !== undefined);
  });
}

/** Returns the condition for `filtro`. */
export function searchCondition(
  entity: Entity,
  text: string | undefined,
  values: Values,
): string | undefined {
  if (!text?.trim() || entity.search.length === 0) return undefined;
  if (!storable(text)) throw new BadQuery('bad-filter', { name: 'filtro' });
  const names = withTranslations(entity.search, entity.fields).map(({ name }) => name);
  return searching(entity, 't', names, text, values);
}

/** Returns a text's translations in all languages, because people search by the name that they see. */
const translationsOf = (entity: Entity, name: string): string[] =>
  entity.fields
    .filter(({ translates }) => translates === name)
    .flatMap((field) => LANGUAGES.map((language) => `t.${ident(field.name)}->>${literal(language)}`));
