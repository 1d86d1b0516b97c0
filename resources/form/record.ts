/** A record into the form and out of it again: what a person may send, cleared fields as null. */
import { type Entity, type Field, inForce, type Row } from '../../schemas/entity.ts';
import { formFields } from './form-schema.ts';

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** What the form shows: the values there are, or those of a new record. */
export function formData(entity: Entity, record: Row | undefined): Row {
  const values = formFields(entity).map((field) => [field.name, record ? record[field.name] : field.default]);
  return Object.fromEntries(values.filter(([, value]) => !isEmpty(value)));
}

const ofServer = (field: Field): boolean => field.readOnly || field.virtual;

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
  const whole = { ...stored, ...Object.fromEntries([...shown].map((name) => [name, typed[name] ?? null])) };
  const sent: Row = {};
  for (const field of entity.fields) {
    if (ofServer(field) || withheld(field)) continue;
    const before = stored?.[field.name];
    const value = shown.has(field.name) ? typed[field.name] : stored ? before : field.default;
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
