/**
 * Validates a record against its entity, for the server and the browser. The closed vocabulary keeps it short: it
 * needs no code generation (pages run without `unsafe-eval`) and gives the same result on both sides. A test compares
 * it with Ajv.
 */

import {
  type Demand,
  type Entity,
  type Field,
  inForce,
  type Kind,
  type Language,
  type Row,
} from './entity.ts';
import { KINDS, PART_MAX } from './kinds.ts';
import { isLanguage, numberIn, type Text } from './language.ts';
import { isTrimmed, trimmed } from './meaning.ts';
import { isPhone } from './phone.ts';
import sentences from './sentences.json' with { type: 'json' };
import { isEmpty, sameValue } from './values.ts';

export type Rule = keyof typeof sentences;

/** The parameters of a sentence. A value may itself differ by language, for example a yes or no. */
export type SentenceParams = Record<string, string | number | Text>;

export interface Refusal {
  field: string;
  rule: Rule;
  params?: SentenceParams;
}

/** Returns the sentence of a rule with its `{name}` placeholders filled. */
export function sentence(rule: Rule, language: Language, params: SentenceParams = {}): string {
  return sentences[rule][language].replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = params[name] ?? '';
    if (typeof value === 'object') return value[language];
    return typeof value === 'number' ? numberIn(language, value) : value;
  });
}

export const RULES = Object.keys(sentences);

const isText = (value: unknown): value is string => typeof value === 'string';
/** PostgreSQL refuses 0x00, and UTF-8 cannot hold half a surrogate pair. */
export const isStorable = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?$/;
/** No two dots in a row. Domain labels consist of letters and digits, and the last has at least two. */
const EMAIL =
  /^(?!\.)(?!.*\.[.@])[^\s@"<>(),;:\\[\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

export function isDate(value: string): boolean {
  const match = DATE.exec(value);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
export const isInstant = (value: string): boolean =>
  INSTANT.test(value) &&
  isDate(value.slice(0, 10)) &&
  Number(value.slice(11, 13)) < 24 &&
  // A Date accepts minutes, seconds and offset exactly if a clock can display them.
  !Number.isNaN(Date.parse(value.replace(' ', 'T')));
export const isEmail = (value: string): boolean => EMAIL.test(value);

const isColour = (value: string): boolean => {
  try {
    const { r, g, b, a } = JSON.parse(value);
    return [r, g, b].every((part) => Number.isInteger(part) && part >= 0 && part <= 255) && a >= 0 && a <= 1;
  } catch {
    return false;
  }
};

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isTwoPlaces = (value: number): boolean => Number(value.toFixed(2)) === value;
const isTextMap = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([name, part]) =>
      isLanguage(name) && (part === null || (isText(part) && isStorable(part) && part.length <= PART_MAX)),
  );

const isOptions = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= PART_MAX &&
  value.every(
    (one) =>
      typeof one === 'object' &&
      one !== null &&
      Object.values(one).every((part) => isText(part) && isStorable(part) && part.length <= PART_MAX),
  );

type Check = (value: unknown, field: Field) => Rule | undefined;
const textual =
  (wellFormed: (value: string) => boolean, rule: Rule): Check =>
  (value) =>
    !isText(value) ? 'type-text' : !isStorable(value) ? 'unstorable' : wellFormed(value) ? undefined : rule;
const decimal: Check = (value) =>
  !isNumber(value) ? 'type-number' : isTwoPlaces(value) ? undefined : 'two-places';
const integer: Check = (value) => (Number.isInteger(value) ? undefined : 'type-integer');
const anyText = textual(() => true, 'type-text');

/** The check of each kind's values. */
const CHECKS: Record<Kind, Check> = {
  text: anyText,
  note: anyText,
  icon: anyText,
  column: anyText,
  integer,
  file: integer,
  reference: integer,
  decimal,
  money: decimal,
  quantity: decimal,
  flag: (value) => (value === 0 || value === 1 ? undefined : 'type-flag'),
  choice: (value, field) => (field.choices?.some((choice) => choice.value === value) ? undefined : 'choice'),
  date: textual(isDate, 'date'),
  instant: textual(isInstant, 'instant'),
  email: textual(isEmail, 'email'),
  uri: textual((value) => URL.canParse(value), 'uri'),
  phone: textual(isPhone, 'phone'),
  colour: textual(isColour, 'colour'),
  translations: (value) => (isTextMap(value) ? undefined : 'translations'),
  options: (value) => (isOptions(value) ? undefined : 'type-list'),
};

export const isBlank = (value: unknown): boolean =>
  isEmpty(value) || (isText(value) && trimmed(value) === '');

/** Returns whether the value empties a flag. A flag that is empty in the stored row may stay empty. */
const isNulled = (field: Field, value: unknown, stored: Row | undefined): boolean =>
  KINDS[field.kind].yesNo &&
  field.default !== undefined &&
  (value === null || value === '') &&
  !(stored && isEmpty(stored[field.name]));

/** -1 stands for no row, where a reference offers it. */
const NO_ROW = -1;

function limitsOf({ kind, minimum, maximum, reference }: Field) {
  const { range } = KINDS[kind];
  if (!range) return undefined;
  const least = reference?.none ? NO_ROW : range.minimum;
  return { minimum: minimum ?? least, maximum: maximum ?? range.maximum };
}

/** Returns the refusal of a value, with the field's own sentence (x-tells) if it has one. */
function refusalOf(field: Field, value: unknown): Omit<Refusal, 'field'> | undefined {
  if (value === 0 && field.tells?.zero) return { rule: field.tells.zero };
  const refusal = wrongWith(field, value);
  const other = refusal && field.tells?.[refusal.rule];
  return other ? { ...refusal, rule: other } : refusal;
}

function wrongWith(field: Field, original: unknown): Omit<Refusal, 'field'> | undefined {
  const value = isText(original) && isTrimmed(field) ? trimmed(original) : original;
  const rule = CHECKS[field.kind](value, field);
  if (rule) return { rule };
  if (isText(value)) {
    if (field.maxLength !== undefined && [...value].length > field.maxLength)
      return { rule: 'too-long', params: { max: field.maxLength } };
    if (field.minLength !== undefined && [...value].length < field.minLength)
      return { rule: 'too-short', params: { min: field.minLength } };
    if (field.pattern && !new RegExp(field.pattern, 'u').test(value)) return { rule: 'pattern' };
  }
  const limits = isNumber(value) ? limitsOf(field) : undefined;
  if (!isNumber(value) || !limits) return undefined;
  const { minimum, maximum } = limits;
  if (value < minimum) return { rule: 'too-small', params: { min: minimum } };
  return value > maximum ? { rule: 'too-large', params: { max: maximum } } : undefined;
}

const demandsFor = (entity: Entity, row: Row): Demand[] =>
  entity.conditions.map((condition) =>
    Object.entries(condition.when).every(([name, values]) => values.some((one) => one === row[name]))
      ? condition.met
      : condition.otherwise,
  );

/** Returns the field with the limits of the conditions that apply. */
function narrowed(field: Field, demands: Demand[]): Field {
  const result = { ...field };
  for (const { properties } of demands) {
    const { format, const: only, ...limits } = properties[field.name] ?? {};
    Object.assign(result, limits);
    if (format === 'email') result.kind = 'email';
    if (only !== undefined) {
      result.kind = 'choice';
      result.choices = [{ value: only as string | number, title: field.title }];
    }
  }
  return result;
}

/**
 * Returns whether the stored row already has the value, and its limits already refuse it there: they were changed
 * later. Such a value may stay. A value that only another change of the row makes wrong is refused.
 */
const isRetained = (entity: Entity, field: Field, value: unknown, stored: Row | undefined): boolean =>
  stored !== undefined &&
  sameValue(value, stored[field.name]) &&
  refusalOf(narrowed(field, demandsFor(entity, stored)), value) !== undefined;

export interface Validation {
  /** Checks only the properties that were sent, as in a partial update. */
  partial?: boolean;
  /** The stored record, whose values complete a partial update. */
  stored?: Row;
}

/** Returns all refusals. An empty list means a valid record. Unknown properties are refused, not dropped. */
export function validate(
  entity: Entity,
  record: Row,
  { partial = false, stored }: Validation = {},
): Refusal[] {
  const merged = { ...stored, ...record };
  const demands = demandsFor(entity, merged);
  const unknown = Object.keys(record)
    .filter((name) => !entity.field(name))
    .map((field): Refusal => ({ field, rule: 'unknown' }));
  const refused = entity.fields.flatMap((declaredField): Refusal[] => {
    if (declaredField.readOnly || declaredField.virtual || !inForce(declaredField, merged)) return [];
    const field = narrowed(declaredField, demands);
    const demanded = demands.some(({ required }) => required.includes(field.name));
    // Conditions apply to the merged record, including values that were not sent.
    const conditional = demanded || demands.some(({ properties }) => field.name in properties);
    const value = conditional ? merged[field.name] : record[field.name];
    if (isNulled(field, value, stored)) return [{ field: field.name, rule: 'required' }];
    if ((field.required || demanded) && isBlank(value) && !(partial && value === undefined && !conditional))
      return [{ field: field.name, rule: field.tells?.required ?? 'required' }];
    if (isEmpty(value)) return [];
    const refusal = refusalOf(field, value);
    return refusal && !isRetained(entity, declaredField, value, stored)
      ? [{ field: field.name, ...refusal }]
      : [];
  });
  const version = record.versione;
  if (!isEmpty(version) && !Number.isInteger(version))
    refused.push({ field: 'versione', rule: 'type-integer' });
  return [...unknown, ...refused];
}

/** Returns `{field: sentence}` for the error envelope and the form. */
export function refusalTexts(refusals: Refusal[], language: Language): Record<string, string> {
  return Object.fromEntries(
    refusals.map(({ field, rule, params }) => [field, sentence(rule, language, params)]),
  );
}
