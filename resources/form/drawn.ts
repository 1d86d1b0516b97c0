/**
 * A field as passed to rjsf: a JSON Schema with its constraints, and a uiSchema. Both come from the field. Only
 * schemas/validate.ts decides whether a value is valid.
 */
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Field, Kind, Language } from '../../schemas/entity.ts';
import { isCounted, KINDS } from '../../schemas/kinds.ts';
import { stepOf } from '../widgets/stepping.ts';
import { isSearched, linesOf } from '../widgets/Widget.ts';

/** rjsf's field for an object or a list that the user edits as one value. */
export const VALUE_FIELD = 'value';

/**
 * The names of widgets that do not belong to a kind. OWN_WIDGET is for choices that are searched or read by a call,
 * and for kinds that depend on the record. slotWidget is for widgets of an area.
 */
export const OWN_WIDGET = 'own';
export const slotWidget = (name: string): string => `slot:${name}`;

/** Returns the name of a field's widget in the registry. `slots` contains the fields that an area draws. */
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

/** Removes undefined members. */
const defined = <T extends object>(all: T): T =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as T;

const isListed = (kind: Kind): boolean => KINDS[kind].needs === 'choices';

function typeOf({ kind, choices }: Field): RJSFSchema['type'] {
  if (!isListed(kind) || !choices) return KINDS[kind].json[0];
  return choices.every(({ value }) => typeof value === 'number') ? 'integer' : 'string';
}

const valuesOf = ({ kind, choices }: Field): (string | number)[] | undefined =>
  KINDS[kind].yesNo ? [0, 1] : isListed(kind) ? choices?.map(({ value }) => value) : undefined;

export function schemaOf(field: Field, language: Language): RJSFSchema {
  const { kind, minLength, maxLength, minimum, maximum, pattern } = field;
  return defined({
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

/** The options that the templates read in addition to the schema. */
export interface DrawnOptions {
  rows?: number;
  /** The change of a number per arrow key. */
  step?: number;
  adornment?: string;
}

const optionsOf = (field: Field): DrawnOptions =>
  defined({
    rows: linesOf(field),
    step: isCounted(field.kind) ? stepOf(field) : undefined,
    adornment: KINDS[field.kind].unit,
  });

export const uiOf = (field: Field, language: Language): UiSchema =>
  defined({
    'ui:help': field.help?.[language],
    'ui:enumNames': isListed(field.kind) ? field.choices?.map(({ title }) => title[language]) : undefined,
    'ui:options': { ...optionsOf(field) },
  });
