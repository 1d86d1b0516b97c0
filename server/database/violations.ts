/** PostgreSQL errors as violations of an entity's rules. Only this file reads SQLSTATE for them. */
import type { Entity, Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { isRow, textOf } from '../../schemas/values.ts';

export type Violation =
  | { kind: 'not-unique'; fields: string[] }
  | { kind: 'not-found'; fields: string[] }
  | { kind: 'still-referenced'; by: Entity | undefined; table: string }
  | { kind: 'required'; fields: string[] }
  | { kind: 'out-of-range' };

/** Returns the details of a PostgreSQL error, as far as it has them. */
function detailsOf(error: unknown) {
  const details: Row = isRow(error) ? error : {};
  const [code, table, detail, column] = [details.code, details.table, details.detail, details.column].map(
    textOf,
  );
  return { code, table, detail, column };
}

/** Finds the entity's fields in 'Key (lower(codice::text), id_classe)=(…) …'. */
function fieldsIn(detail: string | undefined, entity: Entity): string[] {
  const key = /\((.*)\)=/.exec(detail ?? '')?.[1] ?? '';
  const words = new Set(key.match(/\w+/g) ?? []);
  const named = entity.fields.filter((field) => words.has(field.name) || words.has(`${field.name}_fk`));
  return named.map((field) => field.name);
}

export function violationOf(error: unknown, entity: Entity, schemas: Schemas): Violation | undefined {
  const { code, table = '', detail, column } = detailsOf(error);
  if (code === '23505') return { kind: 'not-unique', fields: fieldsIn(detail, entity) };
  if (code === '23502') return { kind: 'required', fields: column ? [column] : [] };
  if (code === '22003') return { kind: 'out-of-range' };
  if (code !== '23503') return undefined;
  // An insert or update names its own table. A delete names the table that still refers to the row.
  if (/is not present/.test(detail ?? '')) return { kind: 'not-found', fields: fieldsIn(detail, entity) };
  return { kind: 'still-referenced', table, by: schemas.entities.find((other) => other.table === table) };
}
