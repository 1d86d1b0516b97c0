/**
 * Sub-collections: rows that belong to a record, and are listed, added and removed below its address. Rows that are
 * more than a link to another record can be read and changed there too.
 */

import type { Access } from '../../schemas/access.ts';
import type { CallName, Child, Entity } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { ident } from '../database/sql.ts';
import { type Call, type Context, callAt, summaryOf } from '../http/call.ts';
import { notFound } from '../http/problem.ts';
import { listOf, NO_DATA } from '../http/reply-schemas.ts';
import { readId } from '../requests/ids.ts';
import { writeAct } from './act-history.ts';
import { bodyExample, bodySchema, recordExample, recordSchema } from './api-schema.ts';
import { listReply } from './crud.ts';
import { nameOf } from './overrides.ts';
import { type Also, type Records, recordsOf } from './records.ts';
import { checkedReplay } from './repeated-calls.ts';
import type { RulesByResource } from './rules.ts';

export function childrenCalls(entity: Entity, schemas: Schemas, rules: RulesByResource): Call[] {
  return entity.children.flatMap((child) => childCalls(entity, child, schemas, rules)).filter(isAllowed);
}

/** Returns whether anyone may make the call. Only the server writes some rows. */
const isAllowed = ({ access }: Call): boolean => access.length > 0;

/** Returns a function that writes the act of this call to the history of the parent, if the act has a sentence. */
function historyOf(call: string, schemas: Schemas): (context: Context, parentId: number) => Also | undefined {
  const act = schemas.acts.find(({ made, says }) => made === call && says);
  return ({ user }, id) =>
    act && ((transaction, facts) => writeAct(transaction, act, { id, facts, user }, schemas));
}

/**
 * Finds a row below its parent, by the id or key in its address. The user must see the parent, and the record that the
 * key names.
 */
function childFinder(parents: Records, entity: Entity, link: Child, linked: Records | undefined) {
  const parentId = async (context: Context): Promise<number> => {
    const id = readId(context.params.id);
    await parents.find(id, context);
    return id;
  };
  const childId = async (context: Context): Promise<number> => {
    const [above, id] = [await parentId(context), readId(context.params.childId)];
    await linked?.find(id, context);
    const { rows } = await context.database.query<{ id: number }>(
      `select ${ident(entity.id)} as id from ${ident(entity.table)} where ${ident(link.parent)} = $1 and ${ident(link.key ?? entity.id)} = $2`,
      [above, id],
    );
    if (!rows[0]) throw notFound();
    return rows[0].id;
  };
  return { parentId, childId };
}

/** Returns the calls that read and change a row that is more than a link. */
function ownCalls(
  parent: Entity,
  entity: Entity,
  { path, read, name }: { path: string; read: Access; name(what: CallName): string },
  records: Records,
  childId: (context: Context) => Promise<number>,
  schemas: Schemas,
): Call[] {
  const [tag, record, data] = [parent.name, recordSchema(entity), recordExample(entity)];
  const history = historyOf(name('update'), schemas);
  return [
    {
      name: name('read'),
      ...callAt('GET', path, read, tag),
      summary: summaryOf(entity.title, 'Lettura', 'Read'),
      reply: record,
      example: { data },
      handle: async (context) => ({ data: await records.read(await childId(context), context) }),
    },
    {
      name: name('update'),
      ...callAt('PUT', path, entity.access.write, tag),
      summary: summaryOf(entity.title, 'Modifica', 'Update'),
      body: bodySchema(entity, true),
      reply: record,
      example: { body: bodyExample(entity), data },
      async handle(context) {
        const also = history(context, readId(context.params.id));
        return { data: await records.update(await childId(context), context.body, context, also) };
      },
      async replay(sent, context) {
        await childId(context);
        return checkedReplay(entity, records, sent, context);
      },
    },
  ];
}

/** Returns the records to which the rows are links, by the key in their address. */
function linkedBy(entity: Entity, { key }: Child, schemas: Schemas, rules: RulesByResource) {
  const target = entity.fields.find(({ name }) => name === key)?.reference;
  return target && recordsOf(schemas.byResource.entity(target.resource), schemas, rules);
}

function childCalls(parent: Entity, link: Child, schemas: Schemas, rules: RulesByResource): Call[] {
  const entity = schemas.byName.entity(link.entity);
  const records = recordsOf(entity, schemas, rules);
  const linked = linkedBy(entity, link, schemas, rules);
  const { parentId, childId } = childFinder(recordsOf(parent, schemas, rules), entity, link, linked);
  const collection = `/${parent.resource}/:id/${link.path}`;
  const itemPath = `${collection}/:childId`;
  const name = (what: CallName): string => nameOf(parent, `${link.path}.${what}`);
  const record = recordSchema(entity);
  const data = recordExample(entity);
  const body = bodyExample(entity);
  const tag = parent.name;
  const read = link.own ? entity.access.read : parent.access.read;
  const history = historyOf(name('create'), schemas);
  const create = async (context: Context) => {
    const id = await parentId(context);
    const fixed = { [link.parent]: id };
    return { data: await records.create(context.body, context, fixed, history(context, id)) };
  };
  return [
    {
      name: name('list'),
      ...callAt('GET', collection, read, tag),
      summary: summaryOf(entity.titles, 'Elenco', 'List'),
      reply: listOf(record),
      example: { data: [data] },
      handle: async (context) =>
        listReply(entity, schemas, rules, context, { [link.parent]: await parentId(context) }),
    },
    {
      name: name('create'),
      ...callAt('POST', collection, entity.access.create, tag),
      summary: summaryOf(entity.title, 'Aggiunta', 'Add'),
      body: bodySchema(entity, false),
      reply: record,
      example: { body, data },
      handle: create,
      async replay(sent, context) {
        await parentId(context);
        return checkedReplay(entity, records, sent, context);
      },
    },
    ...(link.key ? [] : ownCalls(parent, entity, { path: itemPath, read, name }, records, childId, schemas)),
    {
      name: name('delete'),
      ...callAt('DELETE', itemPath, entity.access.write, tag),
      summary: summaryOf(entity.title, 'Rimozione', 'Remove'),
      ...NO_DATA,
      handle: async (context) => removed(records, await childId(context), context),
    },
  ];
}

async function removed(records: Records, id: number, context: Context): Promise<{ data: null }> {
  await records.remove(id, context);
  return { data: null };
}
