/** Converts a record to form values, and form values to a record to send, with cleared fields as null. */

import { type Entity, type Field, inForce, type Row, type Value } from '../../schemas/entity.ts';
import { isEmpty } from '../../schemas/values.ts';
import { formFields } from './form-schema.ts';

/** Returns the initial value of a field. */
const initialOf = (field: Field): Value | undefined => field.proposed ?? field.default;

/** Returns the form values: those of the record, or the initial ones. */
export function formData(entity: Entity, record: Row | undefined): Row {
  const values = formFields(entity).map((field) => [
    field.name,
    field.fixed ?? (record ? record[field.name] : initialOf(field)),
  ]);
  return Object.fromEntries(values.filter(([, value]) => !isEmpty(value)));
}

/** Returns the entity with some fields changed. */
export function withFields(entity: Entity, changes: (field: Field) => Partial<Field> | undefined): Entity {
  const fields = entity.fields.map((field) => {
    const change = changes(field);
    return change ? { ...field, ...change } : field;
  });
  const byName = new Map(fields.map((field) => [field.name, field]));
  return { ...entity, fields, field: (name) => byName.get(name) };
}

/** Returns the entity for a form with given values. They are hidden, and sent with the others. */
export const withGiven = (entity: Entity, given: Row): Entity =>
  withFields(entity, ({ name }) =>
    name in given ? { hidden: true, default: given[name] as Value } : undefined,
  );

/** Returns the initial values of a new record, of which some are given. */
export const startOf = (entity: Entity, given: Row): Row => ({
  ...Object.fromEntries(entity.fields.map((field) => [field.name, initialOf(field)])),
  ...given,
});

const ofServer = (field: Field): boolean => field.readOnly || field.virtual;

/**
 * Returns the values that the form does not draw: those of the stored record, or the defaults of a new one.
 */
export function valuesBehind(entity: Entity, stored: Row | undefined): Row {
  if (stored) return stored;
  const drawn = new Set(formFields(entity));
  const undrawn = entity.fields.filter(
    (field) => !ofServer(field) && !drawn.has(field) && field.default !== undefined,
  );
  return Object.fromEntries(undrawn.map((field) => [field.name, field.default]));
}

/**
 * Returns the record to send. A field whose condition is not met is sent as null only if it had a value. Hidden
 * fields are sent unchanged. `withheld` contains fields that the user may not write.
 */
export function recordToSend(
  entity: Entity,
  typed: Row,
  stored: Row | undefined,
  withheld: (field: Field) => boolean = () => false,
): Row {
  const drawn = new Set(formFields(entity).map((field) => field.name));
  const behind = valuesBehind(entity, stored);
  const values = { ...behind, ...Object.fromEntries([...drawn].map((name) => [name, typed[name] ?? null])) };
  const sent: Row = {};
  for (const field of entity.fields) {
    if (ofServer(field) || withheld(field)) continue;
    const before = stored?.[field.name];
    const value = (drawn.has(field.name) ? typed : behind)[field.name];
    if (!inForce(field, values)) {
      if (!isEmpty(before) && !field.required) sent[field.name] = null;
    } else if (!isEmpty(value)) sent[field.name] = value;
    else if (stored) sent[field.name] = null;
  }
  return stored ? { ...sent, versione: stored.versione } : sent;
}

/** Returns a copy of a record without the values that must be unique: id, codes, read-only fields. */
export function copyOf(entity: Entity, record: Row): Row {
  const single = new Set([entity.id, ...(entity.key ?? [])]);
  return Object.fromEntries(
    entity.fields
      .filter((field) => !ofServer(field) && !single.has(field.name) && !field.unique)
      .map((field) => [field.name, record[field.name]]),
  );
}
