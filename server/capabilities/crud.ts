/** List, read, create, update and delete: the calls that make up most of the API. */

import { allows } from '../../schemas/access.ts';
import type { CallName, Entity, Row } from '../../schemas/entity.ts';
import { camelCase } from '../../schemas/letter-case.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { usesOf } from '../../schemas/uses.ts';
import { readPage } from '../database/list-page.ts';
import { countStatement, type ListRequest, pageStatement } from '../database/list-query.ts';
import { type Call, type Context, callAt, callOn, type Method, type Reply, summaryOf } from '../http/call.ts';
import { forbidden } from '../http/problem.ts';
import { listOf, NO_DATA } from '../http/reply-schemas.ts';
import { zoneOf } from '../plant/plant-time.ts';
import { readId } from '../requests/ids.ts';
import { bodyExample, bodySchema, listQuery, recordExample, recordSchema } from './api-schema.ts';
import { presentCustomFields, requestedClass } from './custom-fields.ts';
import { inUseCalls, REPLACEMENT } from './in-use.ts';
import { nameOf } from './overrides.ts';
import { pagedReply } from './paged-reply.ts';
import { readableEntity } from './readable-entity.ts';
import { type Records, recordsOf } from './records.ts';
import { checkedReplay } from './repeated-calls.ts';
import { allOf, type RulesByResource } from './rules.ts';
import { treeExample, treeReply, treeSchema } from './tree.ts';

export function listRequest(entity: Entity, rules: RulesByResource, context: Context): ListRequest {
  const own = rules[entity.resource];
  const where = own?.where?.(context.query, context);
  const extra = allOf([own?.visible?.(context), where]);
  const filters = where !== undefined && where.sql !== 'true';
  const { query, language, user, setting } = context;
  const scopes = user?.scopes;
  return {
    query,
    language,
    scopes,
    zone: zoneOf(setting),
    extra,
    filters,
    computed: own?.computed?.(context),
  };
}

export async function listReply(
  entity: Entity,
  schemas: Schemas,
  rules: RulesByResource,
  context: Context,
  fixed?: Row,
): Promise<Reply> {
  const visibleEntity = readableEntity(context, entity, requestedClass(entity, context.query));
  const page = readPage(context.query);
  const only = rules[entity.resource]?.carries?.(context.query);
  const request = { ...listRequest(entity, rules, context), fixed, only };
  const reply = await pagedReply(context.database, page, {
    list: pageStatement(visibleEntity, schemas, request, page),
    count: () => countStatement(visibleEntity, schemas, request, page.most),
    few: request.filters || fixed !== undefined || Boolean(context.query.filtro),
  });
  await rules[entity.resource]?.present?.(reply.data, context, only);
  if (!only) await presentCustomFields(visibleEntity, reply.data, schemas, context);
  return reply;
}

/**
 * Returns whether a filter narrows the list. -1 means "nothing selected", unless it is a choice or the filter
 * belongs to a domain.
 */
function isNarrowed({ fields, id }: Entity, name: string, value = ''): boolean {
  const chosen = fields.some(
    ({ name: own, query, reference }) =>
      [query, camelCase(own)].includes(name) && reference && !reference.none,
  );
  const none = name !== id && !chosen;
  const parts = value.split(',').map((part) => part.trim());
  return parts.some((part) => part !== '' && (none || part !== '-1'));
}

/** Checks access to the list. Filtering by the lookup parameters or by ids requires less access. */
function requireLookup(entity: Entity, { query, user, setting }: Context): void {
  const { id, lookup, access } = entity;
  if (lookup.length === 0 || [id, ...lookup].some((name) => isNarrowed(entity, name, query[name]))) return;
  if (!allows(access.read, user, setting)) throw forbidden();
}

const REPLACING = {
  [REPLACEMENT]: { type: 'integer', description: 'The id of the row that replaces it where it is in use' },
};

type Handlers = Record<CallName, Call[]>;

export function crudCalls(entity: Entity, schemas: Schemas, rules: RulesByResource): Call[] {
  const records = recordsOf(entity, schemas, rules);
  const handlers = handlersOf(entity, schemas, rules, records);
  const named = (what: CallName): Call[] =>
    handlers[what].map((call) => ({ ...call, name: nameOf(entity, what) }));
  return [...entity.calls.flatMap(named), ...inUseCalls(entity, schemas, records)];
}

function listCall(entity: Entity, schemas: Schemas, rules: RulesByResource): Call {
  const record = recordSchema(entity);
  const data = recordExample(entity);
  const tree = entity.tree?.rows ? undefined : entity.tree;
  return {
    ...callOn(entity, 'list', 'GET', `/${entity.resource}`),
    summary: summaryOf(entity.titles, 'Elenco', 'List'),
    query: listQuery(entity),
    reply: tree ? treeSchema(record) : listOf(record),
    example: { data: tree ? treeExample(data) : [data] },
    paged: true,
    async handle(context) {
      requireLookup(entity, context);
      const reply = await listReply(entity, schemas, rules, context);
      return tree ? treeReply(entity, tree, reply) : reply;
    },
  };
}

const deleteCall = (entity: Entity, schemas: Schemas, records: Records): Call => ({
  ...callOn(entity, 'write', 'DELETE', `/${entity.resource}/:id`),
  summary: summaryOf(entity.title, 'Eliminazione', 'Delete'),
  ...(usesOf(entity, schemas.entities).length > 0 && { query: REPLACING }),
  ...NO_DATA,
  async handle(context) {
    await records.remove(readId(context.params.id), context);
    return { data: null };
  },
});

function handlersOf(entity: Entity, schemas: Schemas, rules: RulesByResource, records: Records): Handlers {
  const { title, access } = entity;
  const collection = `/${entity.resource}`;
  const itemPath = `${collection}/:id`;
  const record = recordSchema(entity);
  const data = recordExample(entity);
  const body = bodyExample(entity);
  const verbs: Method[] = rules[entity.resource]?.patched ? ['PATCH', 'PUT'] : ['PUT'];
  const tag = entity.name;
  return {
    list: [listCall(entity, schemas, rules)],
    read: [
      {
        ...callAt('GET', itemPath, access.read, tag),
        summary: summaryOf(title, 'Lettura', 'Read'),
        reply: record,
        example: { data },
        handle: async (context) => ({ data: await records.read(readId(context.params.id), context) }),
      },
    ],
    create: [
      {
        ...callAt('POST', collection, access.create, tag),
        summary: summaryOf(title, 'Inserimento', 'Create'),
        body: bodySchema(entity, false),
        reply: record,
        example: { body, data },
        handle: async (context) => ({ data: await records.create(context.body, context) }),
        replay: (sent, context) => checkedReplay(entity, records, sent, context),
      },
    ],
    update: verbs.map((method) => ({
      ...callAt(method, itemPath, access.write, tag),
      summary: summaryOf(title, 'Modifica', 'Update'),
      body: bodySchema(entity, true),
      reply: record,
      example: { body, data },
      handle: async (context: Context) => ({
        data: await records.update(readId(context.params.id), context.body, context),
      }),
      replay: (sent: unknown, context: Context) => checkedReplay(entity, records, sent, context),
    })),
    delete: [deleteCall(entity, schemas, records)],
  };
}
