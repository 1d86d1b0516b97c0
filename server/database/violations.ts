/** What PostgreSQL refuses, told in words of entities: the one place that reads SQLSTATE. */
import type { Entity } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';

export type Violation =
  | { kind: 'not-unique'; fields: string[] }
  | { kind: 'not-found'; fields: string[] }
  | { kind: 'still-referenced'; by: Entity | undefined; table: string }
  | { kind: 'required'; fields: string[] }
  | { kind: 'out-of-range' };

interface PostgresError {
  code?: string;
  table?: string;
  detail?: string;
  column?: string;
  constraint?: string;
}

/** 'Key (lower(codice::text), id_classe)=(…) …' -> the entity's fields in it. */
function fieldsIn(detail: string | undefined, entity: Entity): string[] {
  const key = /\((.*)\)=/.exec(detail ?? '')?.[1] ?? '';
  const words = new Set(key.match(/\w+/g) ?? []);
  const named = entity.fields.filter((field) => words.has(field.name) || words.has(`${field.name}_fk`));
  return named.map((field) => field.name);
}

export function violationOf(error: unknown, entity: Entity, schemas: Schemas): Violation | undefined {
  const { code, table = '', detail, column } = error as PostgresError;
  if (code === '23505') return { kind: 'not-unique', fields: fieldsIn(detail, entity) };
  if (code === '23502') return { kind: 'required', fields: column ? [column] : [] };
  if (code === '22003') return { kind: 'out-of-range' };
  if (code !== '23503') return undefined;
  // An insert or update names its own table; a delete names the table that still points here.
  if (/is not present/.test(detail ?? '')) return { kind: 'not-found', fields: fieldsIn(detail, entity) };
  return { kind: 'still-referenced', table, by: schemas.entities.find((other) => other.table === table) };
}
