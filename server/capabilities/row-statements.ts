/** The statements that write a row together with its history. */
import { columns, type Entity, type Field, type Language, type Row } from '../../schemas/entity.ts';
import { SERVER_FILLED } from '../../schemas/read-entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { sameValue } from '../../schemas/values.ts';
import type { Queryable } from '../database/engine.ts';
import { selection } from '../database/joins.ts';
import { type Statement, scopeConditions } from '../database/list-query.ts';
import type { Scopes } from '../database/scopes.ts';
import { ident, Values } from '../database/sql.ts';
import type { User } from '../http/call.ts';
import { changeOf } from './history.ts';
import { historyInsert } from './history-insert.ts';
import type { ListCondition } from './rules.ts';

/** Returns the columns that a write may set, without those that the server fills. */
export const fieldsToStore = (entity: Entity): Field[] =>
  columns(entity).filter((field) => field.name !== entity.id && !SERVER_FILLED.has(field.name));

/** Returns the value for pg. Arrays and objects become JSON, since pg would send an array as a PostgreSQL array. */
const stored = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value === '' ? null : value;

/** Returns the insert of the row and its history. `returned` are the columns to return. */
function insertion(
  entity: Entity,
  fields: Field[],
  row: Row,
  user: User | undefined,
  returned: string,
  values: Values,
): string {
  const author = values.add(user?.id ?? null);
  const names = [...fields.map((field) => ident(field.name)), 'id_usr_ins', 'id_usr_ultima_mod'];
  const places = [...fields.map((field) => values.add(stored(row[field.name]) ?? null)), author, author];
  const change = changeOf(entity, row, undefined);
  const line = historyInsert({
    resource: values.add(entity.resource),
    operation: 'create',
    id: `t.${ident(entity.id)}`,
    author: `${author}::int`,
    name: values.add(user?.name ?? null),
    changes: `${values.add(JSON.stringify(change))}::jsonb`,
    from: 't',
  });
  return `with t as (insert into ${ident(entity.table)} (${names.join(', ')}) values (${places.join(', ')}) returning ${returned}), h as (${line}) `;
}

/**
 * Returns one statement that inserts a row with its history and reads its names, since round trips take most of the
 * time of a small write.
 */
export function insertStatement(
  entity: Entity,
  schemas: Schemas,
  row: Row,
  user: User | undefined,
  language: Language,
): Statement {
  const values = new Values();
  const { columns, joins } = selection(entity, schemas, language, 't');
  const fields = fieldsToStore(entity).filter((field) => row[field.name] !== undefined);
  const text = `${insertion(entity, fields, row, user, '*', values)}select ${columns} from t${joins}`;
  return { text, values: values.list };
}

/**
 * Returns the insert of a row that returns only the generated columns. It names all columns, filled or not, so that
 * all rows share one prepared text.
 */
export function insertOnlyStatement(entity: Entity, row: Row, user: User | undefined): Statement {
  const values = new Values();
  const generated = [entity.id, 'versione'].map(ident).join(', ');
  const text = `${insertion(entity, fieldsToStore(entity), row, user, generated, values)}select ${generated} from t`;
  return { text, values: values.list };
}

const LINE_OF_EACH = historyInsert({
  resource: '$3',
  operation: 'create',
  id: 'k.nuovo',
  author: '$5::int',
  name: '$4',
  changes: 'x.modifiche',
  from: 'jsonb_to_recordset($2::jsonb) x(n int, modifiche jsonb) join k on k.n = x.n order by k.n',
});

/**
 * Returns one statement that inserts rows and their history, with the same text for any number of rows. It returns
 * the ids by position. The ids are taken first, because an insert may return rows in any order.
 */
export function insertManyStatement(entity: Entity, rows: Row[], user: User | undefined): Statement {
  const fields = fieldsToStore(entity);
  const author = { id_usr_ins: user?.id ?? null, id_usr_ultima_mod: user?.id ?? null };
  const sent = rows.map((row, index) => ({
    ...Object.fromEntries(fields.map(({ name }) => [name, row[name] === '' ? null : (row[name] ?? null)])),
    ...author,
    n: index + 1,
  }));
  const history = rows.map((row, index) => ({ n: index + 1, modifiche: changeOf(entity, row, undefined) }));
  const names = [...fields.map(({ name }) => name), ...Object.keys(author)].map(ident);
  const [table, id] = [ident(entity.table), ident(entity.id)];
  const text = `
    with k as materialized (
      select (e.value->>'n')::int as n, e.value as dati,
        nextval(pg_get_serial_sequence('${table}', '${entity.id}'))::int as nuovo
      from jsonb_array_elements($1::jsonb) e),
    t as (
      insert into ${table} (${id}, ${names.join(', ')})
      select k.nuovo, ${names.map((name) => `r.${name}`).join(', ')}
      from k, jsonb_populate_record(null::${table}, k.dati) r order by k.n returning ${id}),
    h as (${LINE_OF_EACH})
    select k.n, k.nuovo as id from k`;
  const values = [
    JSON.stringify(sent),
    JSON.stringify(history),
    entity.resource,
    user?.name ?? null,
    author.id_usr_ins,
  ];
  return { text, values };
}

/** Returns the update; undefined if no value changes, because then there is no new version. */
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

/**
 * Finds the references of a write to rows that are deleted or not visible to the user. References in the entity's
 * scope are left out: requireReach refuses those with another message.
 */
export function hiddenTargets(
  entity: Entity,
  schemas: Schemas,
  row: Row,
  before: Row | undefined,
  scopes: Scopes | undefined,
  visibleOf: (resource: string) => ListCondition | undefined,
): Statement | undefined {
  const values = new Values();
  const parts = fieldsToStore(entity).flatMap((field) => {
    const target = field.reference && schemas.byResource.get(field.reference.resource);
    const value = row[field.name];
    if (!target || typeof value !== 'number' || value === before?.[field.name]) return [];
    const reach = field.name in entity.scope ? [] : scopeConditions(target, scopes, values);
    const visible = visibleOf(target.resource);
    const conditions = [
      ...(target.delete === 'soft' ? ['t.canc = 0'] : []),
      ...reach,
      ...(visible ? [values.fill(`(${visible.sql})`, visible.values)] : []),
    ];
    if (conditions.length === 0) return [];
    const [name, id] = [values.add(field.name), values.add(value)];
    return [
      `select ${name}::text as campo from ${ident(target.table)} t where t.${ident(target.id)} = ${id}::int and not (${conditions.join(' and ')})`,
    ];
  });
  return parts.length === 0 ? undefined : { text: parts.join(' union all '), values: values.list };
}

export const runOne = async (queryable: Queryable, { text, values }: Statement): Promise<Row | undefined> =>
  (await queryable.query<Row>(text, values)).rows[0];
