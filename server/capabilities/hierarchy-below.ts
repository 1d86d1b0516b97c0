/** Changes all rows below a row: one statement changes the rows and their versions, and writes their history. */
import { columns, type Entity, type Value } from '../../schemas/entity.ts';
import { SERVER_FILLED } from '../../schemas/read-entity.ts';
import { scopeConditions } from '../database/list-query.ts';
import { ident, Values } from '../database/sql.ts';
import { forbidden } from '../http/problem.ts';
import { closureOf } from './hierarchy-closure.ts';
import { historyInsert } from './history-insert.ts';
import type { WriteContext } from './rules.ts';

const live = (entity: Entity, alias: string): string =>
  entity.delete === 'soft' ? `${alias}.canc = 0` : 'true';

/** Returns SQL of the rows below, without the row itself, as t. */
const below = (entity: Entity, id: string): string =>
  `${closureOf(entity)} d join ${ident(entity.table)} t on t.${ident(entity.id)} = d.discendente
   where d.antenato = ${id} and d.distanza > 0 and ${live(entity, 't')}`;

const TOUCHED = 'versione = o.versione + 1, data_ultima_mod = now(), id_usr_ultima_mod =';

function history(
  entity: Entity,
  operation: 'update' | 'delete',
  { user }: WriteContext,
  values: Values,
): string {
  return historyInsert({
    resource: values.add(entity.resource),
    operation,
    id: 'changed.id',
    author: `${values.add(user?.id ?? null)}::int`,
    name: values.add(user?.name ?? null),
    changes: 'changed.modifiche',
    from: 'changed',
  });
}

/** Sets a column in all rows below. Rows that already have the value do not change. */
export async function changeBelow(
  entity: Entity,
  id: number,
  column: string,
  value: Value,
  context: WriteContext,
): Promise<void> {
  const [values, key] = [new Values(), ident(entity.id)];
  const [author, set] = [values.add(context.user?.id ?? null), values.add(value)];
  const text = `
    with changed as (
      update ${ident(entity.table)} o set ${ident(column)} = ${set}, ${TOUCHED} ${author}::int
      from (select t.${key} as id, t.${ident(column)} as was from ${below(entity, values.add(id))}) b
      where o.${key} = b.id and o.${ident(column)} is distinct from ${set}
      returning o.${key} as id, jsonb_build_array(
        jsonb_build_object('campo', ${values.add(column)}::text, 'da', b.was, 'a', o.${ident(column)})) as modifiche)
    ${history(entity, 'update', context, values)}`;
  await context.transaction.query(text, values.list);
}

/** Softly deletes all rows below. The history contains their values. */
export async function removeBelow(entity: Entity, id: number, context: WriteContext): Promise<void> {
  const [values, key] = [new Values(), ident(entity.id)];
  const names = columns(entity)
    .map(({ name }) => name)
    .filter((name) => name !== entity.id && !SERVER_FILLED.has(name));
  const text = `
    with changed as (
      update ${ident(entity.table)} o set canc = 1, ${TOUCHED} ${values.add(context.user?.id ?? null)}::int
      where o.canc = 0 and o.${key} in (select t.${key} from ${below(entity, values.add(id))})
      returning o.${key} as id, (
        select coalesce(
          jsonb_agg(jsonb_build_object('campo', f.name, 'da', r.held -> f.name, 'a', null) order by f.place), '[]')
        from (select to_jsonb(o) as held) r, unnest(${values.add(names)}::text[]) with ordinality f(name, place)
        where r.held -> f.name <> 'null') as modifiche)
    ${history(entity, 'delete', context, values)}`;
  await context.transaction.query(text, values.list);
}

/** Refuses to change a subtree if it contains rows that the user may not see. */
export async function requireReachBelow(entity: Entity, id: number, context: WriteContext): Promise<void> {
  const values = new Values();
  const text = `select 1 from ${below(entity, values.add(id))}`;
  const scope = scopeConditions(entity, context.user?.scopes, values);
  if (scope.length === 0) return;
  const { rows } = await context.transaction.query(
    `${text} and not (${scope.join(' and ')}) limit 1`,
    values.list,
  );
  if (rows.length > 0) throw forbidden('out-of-reach-below');
}
