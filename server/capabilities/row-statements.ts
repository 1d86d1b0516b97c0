/** The statements that write a row, its history with it. */
import { columns, type Entity, type Field, type Language, type Row } from '../../schemas/entity.ts';
import { SERVER_FILLED } from '../../schemas/read-entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { Joins, selection } from '../database/joins.ts';
import type { Statement } from '../database/list-query.ts';
import { ident, Values } from '../database/sql.ts';
import type { User } from '../http/call.ts';
import { changeOf } from './history.ts';

/** The columns that a write names: all but what the server fills itself. */
export const fieldsToStore = (entity: Entity): Field[] =>
  columns(entity).filter((field) => field.name !== entity.id && !SERVER_FILLED.has(field.name));

/** pg would send an array as a PostgreSQL array, and an object is JSON to every column that takes one. */
const stored = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value === '' ? null : value;

export const sameValue = (one: unknown, other: unknown): boolean => {
  const plain = (value: unknown) => (value === undefined || value === '' ? null : value);
  const [a, b] = [plain(one), plain(other)];
  return typeof a === 'object' || typeof b === 'object' ? JSON.stringify(a) === JSON.stringify(b) : a === b;
};

/** One statement for the row, its history and its names: most of what a small write costs is the way there and back. */
export function insertStatement(
  entity: Entity,
  schemas: Schemas,
  row: Row,
  user: User | undefined,
  language: Language,
): Statement {
  const values = new Values();
  const named = fieldsToStore(entity).filter((field) => row[field.name] !== undefined);
  const author = values.add(user?.id ?? null);
  const names = [...named.map((field) => ident(field.name)), 'id_usr_ins', 'id_usr_ultima_mod'];
  const places = [...named.map((field) => values.add(stored(row[field.name]))), author, author];
  const joins = new Joins(schemas, language, 'j');
  const shown = selection(entity, joins, 't');
  const change = changeOf(entity, row, undefined);
  const told = [entity.resource, 'create', user?.name ?? null, JSON.stringify(change)].map((value) =>
    values.add(value),
  );
  const text =
    `with t as (insert into ${ident(entity.table)} (${names.join(', ')}) values (${places.join(', ')}) returning *), ` +
    'h as (insert into storico_modifiche (risorsa, operazione, utente, modifiche, id_record, id_utente) ' +
    `select ${told[0]}, ${told[1]}, ${told[2]}, ${told[3]}::jsonb, t.${ident(entity.id)}, ${author}::int from t) ` +
    `select ${shown} from t${joins.sql}`;
  return { text, values: values.list };
}

/** Undefined when nothing changes: then there is no new version either. */
export function updateStatement(
  entity: Entity,
  row: Row,
  before: Row,
  user: User | undefined,
): Statement | undefined {
  const values = new Values();
  const [id, author] = [values.add(before[entity.id]), values.add(user?.id ?? null)];
  const sets = fieldsToStore(entity)
    .filter((field) => !sameValue(row[field.name], before[field.name]))
    .map((field) => `${ident(field.name)} = ${values.add(stored(row[field.name]))}`);
  if (sets.length === 0) return undefined;
  const text =
    `update ${ident(entity.table)} set versione = versione + 1, data_ultima_mod = now(), ` +
    `id_usr_ultima_mod = ${author}, ${sets.join(', ')} where ${ident(entity.id)} = ${id} returning *`;
  return { text, values: values.list };
}

export function deleteStatement(entity: Entity, id: number, user: User | undefined): Statement {
  const [table, key] = [ident(entity.table), ident(entity.id)];
  if (entity.delete !== 'soft') return { text: `delete from ${table} where ${key} = $1`, values: [id] };
  const text =
    `update ${table} set canc = 1, versione = versione + 1, data_ultima_mod = now(), id_usr_ultima_mod = $2 ` +
    `where ${key} = $1`;
  return { text, values: [id, user?.id ?? null] };
}

/** Which of the references that a write sets point to rows that are deleted: hidden everywhere, so not to be chosen. */
export function deletedTargets(
  entity: Entity,
  schemas: Schemas,
  row: Row,
  before: Row | undefined,
): Statement | undefined {
  const values = new Values();
  const parts = fieldsToStore(entity).flatMap((field) => {
    const target = field.reference && schemas.byResource.get(field.reference.resource);
    const value = row[field.name];
    if (target?.delete !== 'soft' || typeof value !== 'number' || value === before?.[field.name]) return [];
    const [name, id] = [values.add(field.name), values.add(value)];
    return [
      `select ${name}::text as campo from ${ident(target.table)} where ${ident(target.id)} = ${id}::int and canc = 1`,
    ];
  });
  return parts.length === 0 ? undefined : { text: parts.join(' union all '), values: values.list };
}
