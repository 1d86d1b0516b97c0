/** The required fields that a record does not have. Server and device use this. Has no side effects. */
import { type Entity, type Field, type Row, writable } from './entity.ts';
import { validate } from './validate.ts';

const isBlank = (value: unknown): boolean => value === null || String(value).trim() === '';

interface Filling {
  /** Returns whether the user may write the field. Other fields are not required. */
  writes(field: Field): boolean;
  /** Whether files of the record's class can exist. */
  canHaveFile: boolean;
}

/** `shape` is the entity with the custom fields of the row's class. */
export function unfilledFields(shape: Entity, row: Row, { writes, canHaveFile }: Filling): Field[] {
  const names = writable(shape).filter(writes);
  const values: Row = Object.fromEntries(names.map(({ name }) => [name, row[name] ?? null]));
  const missing = new Set(
    validate(shape, values, { partial: true, stored: row })
      .map(({ field }) => field)
      .filter((field) => isBlank(values[field] ?? null)),
  );
  return shape.fields.filter(
    ({ name, fileRequired }) =>
      missing.has(name) || (fileRequired && canHaveFile && isBlank(row[name] ?? null)),
  );
}
