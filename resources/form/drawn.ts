/**
 * A field as rjsf is given it: a JSON Schema with all its constraints, and how it is drawn (uiSchema). Both follow from
 * the field; whether a value is valid is for schemas/validate.ts alone to say.
 */
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Field, Language } from '../../schemas/entity.ts';
import { isCounted, KINDS } from '../../schemas/kinds.ts';
import { stepOf } from '../widgets/stepping.ts';
import { isSearched } from '../widgets/Widget.ts';

/** The field of rjsf's registry for an object or a list that is one value to who types. */
export const VALUE_FIELD = 'value';

/** Widgets of the registry beside those named as a kind: choices that are searched or that a call answers, a kind that
 * the record tells; and those that an area puts in the place of the kind's. */
export const OWN_WIDGET = 'own';
export const slotWidget = (name: string): string => `slot:${name}`;

/** The name of a field's widget in the registry; `slots` are the fields with one of an area. */
export function widgetName(field: Field, slots: string[]): string {
  if (slots.includes(field.name)) return slotWidget(field.name);
  const isOwn =
    field.kindBy ||
    field.choicesFrom ||
    field.rows ||
    field.beside ||
    (field.choices && isSearched(field.choices));
  return isOwn ? OWN_WIDGET : field.kind;
}

/** Without what says nothing. */
const said = <T extends object>(all: T): T =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as T;

function typeOf({ kind, choices }: Field): RJSFSchema['type'] {
  if (kind !== 'choice' || !choices) return KINDS[kind].json[0];
  return choices.every(({ value }) => typeof value === 'number') ? 'integer' : 'string';
}

const valuesOf = ({ kind, choices }: Field): (string | number)[] | undefined =>
  kind === 'flag' ? [0, 1] : kind === 'choice' ? choices?.map(({ value }) => value) : undefined;

export function schemaOf(field: Field, language: Language): RJSFSchema {
  const { kind, minLength, maxLength, minimum, maximum, pattern } = field;
  return said({
    title: field.title[language],
    type: typeOf(field),
    format: KINDS[kind].format,
    enum: valuesOf(field),
    minLength,
    maxLength,
    pattern,
    minimum,
    maximum,
    multipleOf: KINDS[kind].step,
  });
}

/** What the templates are told beside the schema. */
export interface DrawnOptions {
  rows?: number;
  /** By how much the arrow keys change a number. */
  step?: number;
  adornment?: string;
}

/** Long texts get room: a mail's body more than a usual note. */
const linesFor = (most = 0): number => (most > (KINDS.note.maxLength ?? 0) ? 12 : 3);

const optionsOf = (field: Field): DrawnOptions =>
  said({
    rows: field.kind === 'note' ? linesFor(field.maxLength) : undefined,
    step: isCounted(field.kind) ? stepOf(field) : undefined,
    adornment: KINDS[field.kind].unit,
  });

export const uiOf = (field: Field, language: Language): UiSchema =>
  said({
    'ui:help': field.help?.[language],
    'ui:enumNames': field.kind === 'choice' ? field.choices?.map(({ title }) => title[language]) : undefined,
    'ui:options': { ...optionsOf(field) },
  });
