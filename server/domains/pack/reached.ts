/**
 * Finds the rows of a pack with one statement: the open work, and from it every other kind of row. Each kind gets
 * its ids, and a hash that changes with any of its rows.
 */
import { allows } from '../../../schemas/access.ts';
import type { Entity, Field, Row } from '../../../schemas/entity.ts';
import { closureTableOf } from '../../../schemas/read-entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { ListCondition, RulesByResource } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import { scopeConditions } from '../../database/list-query.ts';
import { ident, Values } from '../../database/sql.ts';
import { PREPARED } from '../../database/statement-names.ts';
import type { Context } from '../../http/call.ts';
import { CONTENTS, type Content, PART, RESERVATION, ROOT, USER, WAREHOUSE } from './contents.ts';

export interface PackParts {
  schemas: Schemas;
  rules: RulesByResource;
  /** The open work of a user: the source of rows with the alias t. */
  openWork(context: Pick<Context, 'user'>): ListCondition;
  /** Adds the fields of the requesters that only users of the open work may see. */
  addRequesters(rows: Row[], context: Context): Promise<void>;
  /** Returns SQL of the free stock of a part. `part` is SQL of its id. */
  availableOf(part: string): string;
  /** Returns the query of the open reservations of parts. `parts` is SQL of ids. */
  openReservations(parts: string): string;
}

/** Balances have no entity. The pack includes the stock of its parts in warehouses that the user may use. */
export const BALANCES = 'giacenza';

export interface Reached {
  name: string;
  ids: number[];
  mark: string;
}

export interface Packed extends Content {
  definition: Entity;
}

/** Returns the contents that the user may have. Other contents are left out. */
export const packedFor = ({ schemas }: Pick<PackParts, 'schemas'>, { user, setting }: Context): Packed[] =>
  CONTENTS.map((content) => ({ ...content, definition: schemas.byName.entity(content.entity) })).filter(
    ({ all, rules, definition }) => all === 'rules' || rules || allows(definition.access.list, user, setting),
  );

/**
 * Returns SQL of an array, which is used instead of a join: PostgreSQL looks up a few ids in the index, however
 * large the table is.
 */
const anyOf = (query: string): string => `any(array(${query}))`;

const cte = (name: string): string => ident(`p_${name}`);

/** The maximum number of parts in the user's own warehouses. Those that came last are included. */
const OWN_PARTS = 500;

/** Returns the query of the parts that lie in the user's own warehouses, such as a van. */
const ownParts = (user: string): string => `(
  select g.id_ricambio from giacenza g
  where g.id_magazzino = ${anyOf(`select id from ${cte(WAREHOUSE)} where id_utente = ${user}`)} and g.quantita > 0
  group by g.id_ricambio order by max(g.id) desc limit ${OWN_PARTS})`;

function reachOf(
  { by = [], below, ancestors, all, definition, stocked }: Packed,
  names: Set<string>,
  user: () => string,
): string {
  if (all) return 'true';
  if (below) return `t.${ident(below.column)} = ${anyOf(`select id from ${cte(below.of)}`)}`;
  const ids = [
    ...by
      .filter(({ of }) => names.has(of))
      .map(({ of, column }) => `select x.${ident(column)} from ${cte(of)} x`),
    ...(stocked && names.has(WAREHOUSE) ? [ownParts(user())] : []),
  ].join(' union ');
  if (ids === '') return 'false';
  const id = `t.${ident(definition.id)}`;
  if (!ancestors) return `${id} = ${anyOf(ids)}`;
  const closure = ident(closureTableOf(definition.table));
  return `${id} = ${anyOf(`select c.antenato from ${closure} c where c.discendente = ${anyOf(ids)}`)}`;
}

/** The columns of a kind that refer to other kinds. */
const references = ({ fields, id }: Entity): Field[] =>
  fields.filter(({ name, reference, virtual }) => reference && !virtual && name !== id);

function conditionsOf(
  packed: Packed,
  names: Set<string>,
  parts: PackParts,
  context: Context,
  values: Values,
) {
  const { definition, below } = packed;
  const visible = parts.rules[definition.resource]?.visible?.(context);
  // The user sees all interventions of the pack, so their rows need no second check.
  const isSeen = below?.of === ROOT && below.column === visible?.parent;
  return [
    reachOf(packed, names, () => `${values.add(context.user?.id ?? null)}::int`),
    ...(definition.delete === 'soft' ? ['t.canc = 0'] : []),
    ...scopeConditions(definition, context.user?.scopes, values),
    ...(visible && !isSeen ? [values.fill(`(${visible.sql})`, visible.values)] : []),
  ].join(' and ');
}

function queryOf(
  packed: Packed,
  names: Set<string>,
  parts: PackParts,
  context: Context,
  values: Values,
): string {
  const { entity, definition, user } = packed;
  const columns = [
    `t.${ident(definition.id)} as id`,
    't.xmin as x',
    ...(user ? [`t.${ident(user)}`] : []),
    ...references(definition).map(({ name }) => `t.${ident(name)}`),
  ].join(', ');
  if (entity !== ROOT)
    return `select ${columns} from ${ident(definition.table)} t where ${conditionsOf(packed, names, parts, context, values)}`;
  const { sql, values: own } = parts.openWork(context);
  return `select ${columns} from ${values.fill(sql, own)} t`;
}

/** The balances of the parts in all warehouses, read once. */
const STOCK = 'stock';
const STOCK_QUERY = `
  select g.id, g.xmin as x, g.id_magazzino from giacenza g
  where g.id_ricambio = ${anyOf(`select id from ${cte(PART)}`)}`;
const stockQuery = (isIn: 'in' | 'not in', names: Set<string>): string => `
  select g.id, g.x from ${cte(STOCK)} g
  where g.id_magazzino ${isIn} (${names.has(WAREHOUSE) ? `select id from ${cte(WAREHOUSE)}` : 'select 0'})`;

/** The open reservations of the parts by other work than that of the pack. */
const othersQuery = (names: Set<string>, { openReservations }: PackParts): string => `
  select v.id, v.x from (${openReservations(anyOf(`select id from ${cte(PART)}`))}) v
  ${names.has(RESERVATION) ? `where v.id not in (select id from ${cte(RESERVATION)})` : ''}`;

/**
 * Returns the balances of the pack, and what else the available quantity of a part depends on: the other warehouses,
 * and the other open reservations.
 */
const balancesOf = (names: Set<string>, parts: PackParts): (readonly [string, string])[] => [
  [STOCK, STOCK_QUERY],
  ...(names.has(WAREHOUSE) ? [[BALANCES, stockQuery('in', names)] as const] : []),
  ['stock elsewhere', stockQuery('not in', names)],
  ['reserved elsewhere', othersQuery(names, parts)],
];

/**
 * Returns the tables whose names or values the rows contain, but which are not in the pack. Changes of these tables
 * change the rows too.
 */
function watched(packed: Packed[], { schemas }: PackParts): string[] {
  const names = new Set(packed.map(({ entity }) => entity));
  const targets = packed.flatMap(({ definition }) =>
    definition.fields.flatMap(({ reference }) =>
      reference && (reference.text || Object.keys(reference.fields).length > 0) ? [reference.resource] : [],
    ),
  );
  return [...new Set(targets)]
    .map((resource) => schemas.byResource.entity(resource))
    .filter(({ name, calls }) => !names.has(name) && calls.length > 0)
    .map(({ name }) => name);
}

/** Returns the query of the rows of other kinds to which rows of the pack refer. */
function watchedQuery(name: string, packed: Packed[], { schemas }: PackParts): string {
  const target = schemas.byName.entity(name);
  const ids = packed.flatMap(({ entity, definition, user }) =>
    [
      ...references(definition)
        .filter(({ reference }) => reference?.resource === target.resource)
        .map((field) => field.name),
      ...(user && target.name === USER ? [user] : []),
    ].map((column) => `select x.${ident(column)} from ${cte(entity)} x`),
  );
  if (ids.length === 0) return "select 0 as id, '0'::xid as x where false";
  const id = `t.${ident(target.id)}`;
  return `select ${id} as id, t.xmin as x from ${ident(target.table)} t where ${id} = ${anyOf(ids.join(' union '))}`;
}

/** The query of all settings, because settings decide what rows display and allow. */
const SETTINGS = 'select t.id, t.xmin as x from parametro t';

/** Returns the kinds of the pack, and under `watched` the hashes of everything else that its rows display. */
export async function reachedBy(
  parts: PackParts,
  context: Context,
  queryable: Queryable,
): Promise<{ reached: Reached[]; watched: string }> {
  const values = new Values();
  const packed = packedFor(parts, context);
  const names = new Set(packed.map(({ entity }) => entity));
  const queries = packed
    .filter(({ below }) => !below || names.has(below.of))
    .map((one) => [one.entity, queryOf(one, names, parts, context, values)] as const);
  const others = watched(packed, parts).map((name) => [name, watchedQuery(name, packed, parts)] as const);
  const balances = names.has(PART) ? balancesOf(names, parts) : [];
  const all = [...queries, ...balances, ...others, ['setting', SETTINGS] as const];
  const held = new Set([...names, BALANCES]);
  const text = `${PREPARED} with ${all.map(([name, query]) => `${cte(name)} as materialized (${query})`).join(', ')}
    ${all
      .filter(([name]) => name !== STOCK)
      .map(
        ([name]) =>
          `select '${name}' as name, md5(coalesce(string_agg(id || ':' || x, ','), '')) as mark,
           ${held.has(name) ? "coalesce(array_agg(id::int), '{}')" : 'null'} as ids
           from (select id, x from ${cte(name)} order by id) s`,
      )
      .join(' union all ')}`;
  const { rows } = await queryable.query<{ name: string; mark: string; ids: number[] | null }>(
    text,
    values.list,
  );
  return {
    reached: rows.flatMap(({ name, mark, ids }) => (ids ? [{ name, mark, ids }] : [])),
    watched: rows.flatMap(({ mark, ids }) => (ids ? [] : [mark])).join(),
  };
}
