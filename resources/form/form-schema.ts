/**
 * The JSON schema and uiSchema that rjsf draws, derived from the entity and never written. They say which fields
 * stand in the form and in which order; how a field looks is its kind's, what is valid is schemas/validate.ts.
 */
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Entity, Field, Language } from '../../schemas/entity.ts';
import { JSON_TYPES } from '../../schemas/json-types.ts';

export const formFields = (entity: Entity): Field[] =>
  entity.form
    .flatMap((section) => section.fields)
    .flatMap((name) => entity.field(name) ?? [])
    .filter((field) => !field.hidden);

/** The field that a person sees for this one: the row that tells it, where it is not drawn itself. */
export const drawnAt = (entity: Entity, name: string): string =>
  entity.field(name)?.hidden
    ? (formFields(entity).find(({ rows }) => rows?.fills.includes(name))?.name ?? name)
    : name;

/** One field component draws every kind, by the tables of resources/widgets. */
export const FIELD_COMPONENT = 'kind';

export function formSchema(
  entity: Entity,
  language: Language,
  isReadOnly: (field: Field) => boolean,
): { schema: RJSFSchema; uiSchema: UiSchema } {
  const fields = formFields(entity);
  const properties = fields.map((field) => [
    field.name,
    { title: field.title[language], type: JSON_TYPES[field.kind][0] },
  ]);
  const uis = fields.map((field) => [
    field.name,
    { 'ui:field': FIELD_COMPONENT, ...(isReadOnly(field) && { 'ui:readonly': true }) },
  ]);
  return {
    schema: {
      type: 'object',
      required: fields.filter((field) => field.required).map((field) => field.name),
      properties: Object.fromEntries(properties),
    },
    uiSchema: Object.fromEntries(uis),
  };
}
