/**
 * Protects rows in use from deletion. x-ref defines which fields refer to a row. Users see the number of uses
 * before they delete. Another row can replace the row, with one statement per table that also writes versions and
 * history.
 */

import { allows } from '../../schemas/access.ts';
import { idOf } from '../../schemas/catalogue.ts';
import type { Entity, Row, Text } from '../../schemas/entity.ts';
import { codeOf } from '../../schemas/failures.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { goneWith, type Use, usesOf } from '../../schemas/uses.ts';
import { readStatement, scopeConditions } from '../database/list-query.ts';
import { ident, Values } from '../database/sql.ts';
import { type Call, type Context, callOn, type Database, summaryOf } from '../http/call.ts';
import { conflict, forbidden, invalid, refused } from '../http/problem.ts';
import { rowsOf } from '../http/reply-schemas.ts';
import { ID_MAX, readId } from '../requests/ids.ts';
import { otherFields } from './custom-fields.ts';
import { withinSql } from './hierarchy-closure.ts';
import { historyInsert } from './history-insert.ts';
import { nameOf } from './overrides.ts';
import type { WriteContext } from './rules.ts';

/** The parameter of a deletion with the id of the replacement. */
export const REPLACEMENT = 'sostituisci';

export interface CountedUse extends Use {
  n: number;
}

const live = ({ delete: removal }: Entity, alias: string): string =>
  removal === 'soft' ? ` and ${alias}.canc = 0` : '';

/** Counts the uses of a row, and of the rows below it, which are deleted with it. */
async function counted(
  target: Entity,
  id: number,
  schemas: Schemas,
  database: Pick<Database, 'query'>,
): Promise<CountedUse[]> {
  const uses = usesOf(target, schemas.entities);
  if (uses.length === 0) return [];
  const ids = target.hierarchy ? `in ${withinSql(target, '$1')}` : '= $1';
  const counts = uses.map(
    ({ entity, field }, place) =>
      `select ${place} as place, count(*)::int as n from ${ident(entity.table)} t
       where t.${ident(field.name)} ${ids}${live(entity, 't')}`,
  );
  const { rows } = await database.query<{ place: number; n: number }>(counts.join(' union all '), [id]);
  return rows.flatMap(({ place, n }) => (n > 0 && uses[place] ? [{ ...uses[place], n }] : []));
}

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns for example '12 oggetti, 1 magazzino'. */
function usesText(uses: CountedUse[]): Text {
  const amounts = new Map<Entity, number>();
  for (const { entity, n } of uses) amounts.set(entity, (amounts.get(entity) ?? 0) + n);
  const format = (language: 'it' | 'en') =>
    [...amounts]
      .map(([{ title, titles }, n]) => `${n} ${small((n === 1 ? title : titles)[language])}`)
      .join(', ');
  return { it: format('it'), en: format('en') };
}

/**
 * Returns whether another row can replace the referenced one: not in fields that the server fills, nor if the
 * entity forbids it.
 */
const isReplaceable = (target: Entity, uses: CountedUse[]): boolean =>
  target.inUse.replace && uses.every(({ field, stays }) => stays || !field.readOnly);

async function requireOther(target: Entity, before: Row, context: WriteContext): Promise<number> {
  const value = context.query[REPLACEMENT] ?? '';
  const id = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  const unknown = invalid([{ field: REPLACEMENT, rule: 'not-found' }]);
  if (id < 1 || id > ID_MAX || id === before[target.id]) throw unknown;
  const { text, values } = readStatement(target, context.schemas, id, {
    language: context.language,
    scopes: context.user?.scopes,
  });
  const { rows } = await context.transaction.query(`${text} for share of t`, values);
  if (rows.length === 0) throw unknown;
  return id;
}

/** Checks that the user may write all rows that refer to the record. */
async function requireWritable({ entity, field }: Use, id: number, context: WriteContext): Promise<void> {
  if (context.user && !allows(entity.access.write, context.user, context.setting)) throw forbidden();
  const values = new Values();
  const own = `t.${ident(field.name)} = ${values.add(id)}`;
  const scope = scopeConditions(entity, context.user?.scopes, values);
  if (scope.length === 0) return;
  const { rows } = await context.transaction.query(
    `select 1 from ${ident(entity.table)} t where ${own}${live(entity, 't')} and not (${scope.join(' and ')}) limit 1`,
    values.list,
  );
  if (rows.length > 0) throw forbidden('out-of-reach');
}

/** Removes links to the old row where a link to the new row exists. */
async function dropDoubles({ entity, field }: Use, [from, to]: [number, number], context: WriteContext) {
  const sets = [...entity.unique, ...(entity.key ? [entity.key] : [])];
  const [other] = sets.filter((names) => names.includes(field.name) && names.length === 2);
  const column = other?.find((one) => one !== field.name);
  if (!column || !isLink(entity, context.schemas)) return;
  const name = ident(column);
  await context.transaction.query(
    `delete from ${ident(entity.table)} t where t.${ident(field.name)} = $1 and exists (
       select 1 from ${ident(entity.table)} o where o.${ident(field.name)} = $2 and o.${name} = t.${name})`,
    [from, to],
  );
}

const isLink = (entity: Entity, schemas: Schemas): boolean =>
  schemas.entities.some(({ children }) =>
    children.some((child) => child.entity === entity.name && child.key),
  );

/** Replaces one row with another in all references. A free column of another class starts empty. */
async function replace(use: Use, [from, to]: [number, number], context: WriteContext): Promise<void> {
  const { entity, field } = use;
  await requireWritable(use, from, context);
  await dropDoubles(use, [from, to], context);
  const isClass = entity.customFields?.class === field.name;
  const changes: Row = {
    [field.name]: to,
    ...(isClass && otherFields(entity, { [field.name]: from }, { [field.name]: to }, context)),
  };
  const names = Object.keys(changes);
  const values = new Values();
  const [old, author] = [values.add(from), values.add(context.user?.id ?? null)];
  const line = historyInsert({
    resource: values.add(entity.resource),
    operation: 'update',
    id: 'id',
    author: `${author}::int`,
    name: values.add(context.user?.name ?? null),
    changes: 'modifiche',
    from: 'changed',
  });
  const [id, table] = [ident(entity.id), ident(entity.table)];
  const sets = names.map(
    (name) => `${ident(name)} = ${changes[name] === null ? 'null' : `${values.add(changes[name])}::int`}`,
  );
  const changed = names.map(
    (name) =>
      `jsonb_build_object('campo', '${name}', 'da', to_jsonb(b.${ident(name)}), 'a', to_jsonb(t.${ident(name)}))`,
  );
  const text = `
    with held as (select * from ${table} t where t.${ident(field.name)} = ${old}::int${live(entity, 't')} for update),
    changed as (
      update ${table} t set versione = t.versione + 1, data_ultima_mod = now(), id_usr_ultima_mod = ${author}::int, ${sets.join(', ')}
      from held b where t.${id} = b.${id}
      returning t.${id} as id, jsonb_build_array(${changed.join(', ')}) as modifiche)
    ${line}`;
  await context.transaction.query(text, values.list).catch((error) => {
    if (codeOf(error) !== '23505') throw error;
    throw conflict('replacement-clash', { params: { what: entity.titles } });
  });
}

/**
 * Replaces the row if requested, before its deletion and in the same transaction. Refuses if the row is still in
 * use.
 */
export async function leaveUnused(target: Entity, before: Row, context: WriteContext): Promise<void> {
  const id = idOf(target, before);
  const find = async () =>
    (await counted(target, id, context.schemas, context.transaction)).filter(({ stays }) => !stays);
  let uses = await find();
  if (uses.length > 0 && context.query[REPLACEMENT]) {
    if (!isReplaceable(target, uses)) throw refused('not-replaceable');
    const other = await requireOther(target, before, context);
    for (const use of uses) await replace(use, [id, other], context);
    uses = await find();
  }
  if (uses.length > 0)
    throw conflict(isReplaceable(target, uses) ? 'in-use' : 'in-use-only', {
      params: { by: usesText(uses) },
      data: { utilizzi: uses.map(replyOfUse) },
    });
}

/** Returns the rows that are deleted with this row, with their entities. */
export async function rowsDeletedWith(
  target: Entity,
  id: number,
  { schemas, transaction }: Pick<WriteContext, 'schemas' | 'transaction'>,
): Promise<[Entity, number][]> {
  const found: [Entity, number][] = [];
  for (const [entity, field] of goneWith(target, schemas.entities)) {
    const { rows } = await transaction.query<{ id: number }>(
      `select ${ident(entity.id)} as id from ${ident(entity.table)} t
       where t.${ident(field.name)} = $1${live(entity, 't')} order by 1`,
      [id],
    );
    found.push(...rows.map((row): [Entity, number] => [entity, row.id]));
  }
  return found;
}

const replyOfUse = ({ entity, field, n, stays }: CountedUse) => ({
  risorsa: entity.resource,
  campo: field.name,
  quanti: n,
  resta: stays ? 1 : 0,
});

/** Returns the call that counts the uses of a row before its deletion. */
export function inUseCalls(
  entity: Entity,
  schemas: Schemas,
  records: { find(id: number, context: Context): Promise<Row> },
): Call[] {
  const [first] = usesOf(entity, schemas.entities);
  if (!entity.calls.includes('delete') || !first) return [];
  const integer = { type: 'integer' };
  return [
    {
      name: nameOf(entity, 'uses'),
      ...callOn(entity, 'write', 'GET', `/${entity.resource}/:id/utilizzi`),
      summary: summaryOf(entity.title, 'Chi lo usa', 'What uses it'),
      reply: {
        type: 'object',
        properties: {
          utilizzi: rowsOf({
            risorsa: { type: 'string' },
            campo: { type: 'string' },
            quanti: integer,
            resta: {
              ...integer,
              enum: [0, 1],
              description: '1: the rows keep their reference to the deleted record',
            },
          }),
          sostituibile: { ...integer, enum: [0, 1], description: `1: DELETE accepts ?${REPLACEMENT}={id}` },
        },
      },
      example: { data: { utilizzi: [replyOfUse({ ...first, n: 12 })], sostituibile: 1 } },
      async handle(context: Context) {
        const id = readId(context.params.id);
        await records.find(id, context);
        const uses = await counted(entity, id, schemas, context.database);
        return {
          data: { utilizzi: uses.map(replyOfUse), sostituibile: isReplaceable(entity, uses) ? 1 : 0 },
        };
      },
    },
  ];
}
