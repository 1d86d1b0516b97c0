/**
 * The JSON Schema and uiSchema for rjsf, made from the entity: the fields of the form in their order, their
 * constraints and their widgets.
 */
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Entity, Field, Language } from '../../schemas/entity.ts';
import { schemaOf, uiOf, VALUE_FIELD, widgetName } from './drawn.ts';

export const formFields = (entity: Entity): Field[] =>
  entity.form
    .flatMap((section) => section.fields)
    .flatMap((name) => entity.field(name) ?? [])
    .filter((field) => !field.hidden);

/**
 * Returns the visible field for this one: the field itself, or if it is hidden, the field whose selected row fills
 * it.
 */
export const drawnAt = (entity: Entity, name: string): string =>
  entity.field(name)?.hidden
    ? (formFields(entity).find(({ rows }) => rows && (name in rows.fills || name === rows.typed?.into))
        ?.name ?? name)
    : name;

/** Types that rjsf would draw as several inner fields. */
const COMPOUND: unknown[] = ['object', 'array'];

/** Returns the schemas. `slots` contains the fields that an area draws itself. */
export function formSchema(
  entity: Entity,
  language: Language,
  isReadOnly: (field: Field) => boolean,
  slots: string[] = [],
): { schema: RJSFSchema; uiSchema: UiSchema } {
  const fields = formFields(entity);
  const drawn = fields.map((field) => {
    // A field whose kind depends on the record is a text for rjsf.
    const drawnField: Field = field.kindBy ? { ...field, kind: 'text' } : field;
    const schema = schemaOf(drawnField, language);
    const ui = {
      ...uiOf(drawnField, language),
      'ui:widget': widgetName(field, slots),
      ...(COMPOUND.includes(schema.type) && { 'ui:field': VALUE_FIELD }),
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
