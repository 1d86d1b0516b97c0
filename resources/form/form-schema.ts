/**
 * The JSON schema and uiSchema that rjsf draws, derived from the entity and never written: which fields stand in the
 * form and in which order, what each may hold, and by which widget of the registry it is drawn.
 */
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Entity, Field, Language } from '../../schemas/entity.ts';
import { schemaOf, uiOf, VALUE_FIELD, widgetName } from './drawn.ts';

export const formFields = (entity: Entity): Field[] =>
  entity.form
    .flatMap((section) => section.fields)
    .flatMap((name) => entity.field(name) ?? [])
    .filter((field) => !field.hidden);

/** The field that a person sees for this one: the row that tells it, where it is not drawn itself. */
export const drawnAt = (entity: Entity, name: string): string =>
  entity.field(name)?.hidden
    ? (formFields(entity).find(({ rows }) => rows && (name in rows.fills || name === rows.typed?.into))
        ?.name ?? name)
    : name;

/** Types whose fields rjsf would draw from within. */
const WHOLE: unknown[] = ['object', 'array'];

/** `slots` are the fields that an area draws in its own way. */
export function formSchema(
  entity: Entity,
  language: Language,
  isReadOnly: (field: Field) => boolean,
  slots: string[] = [],
): { schema: RJSFSchema; uiSchema: UiSchema } {
  const fields = formFields(entity);
  const drawn = fields.map((field) => {
    // Of a text whose kind the record tells nothing more is known.
    const told: Field = field.kindBy ? { ...field, kind: 'text' } : field;
    const schema = schemaOf(told, language);
    const ui = {
      ...uiOf(told, language),
      'ui:widget': widgetName(field, slots),
      ...(WHOLE.includes(schema.type) && { 'ui:field': VALUE_FIELD }),
      ...(isReadOnly(field) && { 'ui:readonly': true }),
    };
    return { name: field.name, schema, ui };
  });
  return {
    schema: {
      type: 'object',
      required: fields.filter((field) => field.required || field.fileRequired).map((field) => field.name),
      properties: Object.fromEntries(drawn.map(({ name, schema }) => [name, schema])),
    },
    uiSchema: Object.fromEntries(drawn.map(({ name, ui }) => [name, ui])),
  };
}
