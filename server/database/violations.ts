/** What PostgreSQL refuses, told in words of entities: the one place that reads SQLSTATE. */
import type { Entity, Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { isRow, textOf } from '../../schemas/values.ts';

export type Violation =
  | { kind: 'not-unique'; fields: string[] }
  | { kind: 'not-found'; fields: string[] }
  | { kind: 'still-referenced'; by: Entity | undefined; table: string }
  | { kind: 'required'; fields: string[] }
  | { kind: 'out-of-range' };

/** What PostgreSQL tells with an error, as far as it does. */
function toldWith(error: unknown) {
  const told: Row = isRow(error) ? error : {};
  const [code, table, detail, column] = [told.code, told.table, told.detail, told.column].map(textOf);
  return { code, table, detail, column };
}

/** 'Key (lower(codice::text), id_classe)=(…) …' -> the entity's fields in it. */
function fieldsIn(detail: string | undefined, entity: Entity): string[] {
  const key = /\((.*)\)=/.exec(detail ?? '')?.[1] ?? '';
  const words = new Set(key.match(/\w+/g) ?? []);
  const named = entity.fields.filter((field) => words.has(field.name) || words.has(`${field.name}_fk`));
  return named.map((field) => field.name);
}

export function violationOf(error: unknown, entity: Entity, schemas: Schemas): Violation | undefined {
  const { code, table = '', detail, column } = toldWith(error);
  if (code === '23505') return { kind: 'not-unique', fields: fieldsIn(detail, entity) };
  if (code === '23502') return { kind: 'required', fields: column ? [column] : [] };
  if (code === '22003') return { kind: 'out-of-range' };
  if (code !== '23503') return undefined;
  // An insert or update names its own table; a delete names the table that still points here.
  if (/is not present/.test(detail ?? '')) return { kind: 'not-found', fields: fieldsIn(detail, entity) };
  return { kind: 'still-referenced', table, by: schemas.entities.find((other) => other.table === table) };
}
