/** A record into the form and out of it again: what a person may send, cleared fields as null. */

import { type Entity, type Field, inForce, type Row, type Value } from '../../schemas/entity.ts';
import { isEmpty } from '../../schemas/values.ts';
import { formFields } from './form-schema.ts';

/** The value of a field nobody has touched yet. */
const begins = (field: Field): Value | undefined => field.proposed ?? field.default;

/** What the form shows: the values there are, or those of a new record. */
export function formData(entity: Entity, record: Row | undefined): Row {
  const values = formFields(entity).map((field) => [
    field.name,
    field.fixed ?? (record ? record[field.name] : begins(field)),
  ]);
  return Object.fromEntries(values.filter(([, value]) => !isEmpty(value)));
}

/** The entity with some of its fields changed. */
export function withFields(entity: Entity, changes: (field: Field) => Partial<Field> | undefined): Entity {
  const fields = entity.fields.map((field) => {
    const change = changes(field);
    return change ? { ...field, ...change } : field;
  });
  const byName = new Map(fields.map((field) => [field.name, field]));
  return { ...entity, fields, field: (name) => byName.get(name) };
}

/** The entity for a form in which some values are given: they are not asked, and go out with the rest. */
export const withGiven = (entity: Entity, given: Row): Entity =>
  withFields(entity, ({ name }) =>
    name in given ? { hidden: true, default: given[name] as Value } : undefined,
  );

/** What a new record starts with, some of it given. */
export const startOf = (entity: Entity, given: Row): Row => ({
  ...Object.fromEntries(entity.fields.map((field) => [field.name, begins(field)])),
  ...given,
});

const ofServer = (field: Field): boolean => field.readOnly || field.virtual;

/** What stands behind the form: the stored record, or of a new one the values of the fields that are not drawn. */
export function valuesBehind(entity: Entity, stored: Row | undefined): Row {
  if (stored) return stored;
  const drawn = new Set(formFields(entity));
  const kept = entity.fields.filter(
    (field) => !ofServer(field) && !drawn.has(field) && field.default !== undefined,
  );
  return Object.fromEntries(kept.map((field) => [field.name, field.default]));
}

/**
 * What is sent. A field not in force goes out empty only if something stood there; hidden ones go as they are;
 * `withheld` are those the person may not set.
 */
export function recordToSend(
  entity: Entity,
  typed: Row,
  stored: Row | undefined,
  withheld: (field: Field) => boolean = () => false,
): Row {
  const shown = new Set(formFields(entity).map((field) => field.name));
  const behind = valuesBehind(entity, stored);
  const whole = { ...behind, ...Object.fromEntries([...shown].map((name) => [name, typed[name] ?? null])) };
  const sent: Row = {};
  for (const field of entity.fields) {
    if (ofServer(field) || withheld(field)) continue;
    const before = stored?.[field.name];
    const value = (shown.has(field.name) ? typed : behind)[field.name];
    if (!inForce(field, whole)) {
      if (!isEmpty(before) && !field.required) sent[field.name] = null;
    } else if (!isEmpty(value)) sent[field.name] = value;
    else if (stored) sent[field.name] = null;
  }
  return stored ? { ...sent, versione: stored.versione } : sent;
}

/** A copy starts as the original without what only one record may have: its id, its code, what the server keeps. */
export function copyOf(entity: Entity, record: Row): Row {
  const single = new Set([entity.id, ...(entity.key ?? [])]);
  return Object.fromEntries(
    entity.fields
      .filter((field) => !ofServer(field) && !single.has(field.name) && !field.unique)
      .map((field) => [field.name, record[field.name]]),
  );
}
