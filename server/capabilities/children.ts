/** Sub-collections: rows that belong to a record, listed, added and removed below its address. */
import type { Child, Entity } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { ident } from '../database/sql.ts';
import type { Call, Context } from '../http/call.ts';
import { readId } from '../http/parameters.ts';
import { notFound } from '../http/problem.ts';
import { bodyExample, bodySchema, recordExample, recordSchema } from './api-schema.ts';
import { listReply } from './crud.ts';
import { recordsOf } from './records.ts';
import type { RulesByResource } from './rules.ts';

export function childrenCalls(entity: Entity, schemas: Schemas, rules: RulesByResource): Call[] {
  return entity.children.flatMap((child) => childCalls(entity, child, schemas, rules));
}

function childCalls(parent: Entity, link: Child, schemas: Schemas, rules: RulesByResource): Call[] {
  const entity = schemas.byName.get(link.entity)!;
  const parents = recordsOf(parent, schemas, rules);
  const records = recordsOf(entity, schemas, rules);
  const collection = `/${parent.resource}/:id/${link.path}`;
  const key = link.key ?? entity.id;
  const record = recordSchema(entity);
  const tag = parent.name;

  /** The parent must exist and be within reach. */
  const parentId = async (context: Context): Promise<number> => {
    const id = readId(context.params.id);
    await parents.read(id, context);
    return id;
  };
  const childId = async (context: Context): Promise<number> => {
    const [above, id] = [await parentId(context), readId(context.params.childId)];
    const { rows } = await context.database.query<{ id: number }>(
      `select ${ident(entity.id)} as id from ${ident(entity.table)} where ${ident(link.parent)} = $1 and ${ident(key)} = $2`,
      [above, id],
    );
    if (!rows[0]) throw notFound();
    return rows[0].id;
  };

  return [
    {
      method: 'GET',
      path: collection,
      access: parent.access.read,
      tag,
      summary: { it: `Elenco: ${entity.titles.it}`, en: `List: ${entity.titles.en}` },
      reply: { type: 'array', items: record },
      example: { data: [recordExample(entity)] },
      handle: async (context) =>
        listReply(entity, schemas, rules, context, { [link.parent]: await parentId(context) }),
    },
    {
      method: 'POST',
      path: collection,
      access: parent.access.write,
      tag,
      summary: { it: `Aggiunta: ${entity.title.it}`, en: `Add: ${entity.title.en}` },
      body: bodySchema(entity, false),
      reply: record,
      example: { body: bodyExample(entity), data: recordExample(entity) },
      handle: async (context) => ({
        data: await records.create(context.body, context, { [link.parent]: await parentId(context) }),
      }),
    },
    {
      method: 'DELETE',
      path: `${collection}/:childId`,
      access: parent.access.write,
      tag,
      summary: { it: `Rimozione: ${entity.title.it}`, en: `Remove: ${entity.title.en}` },
      reply: { type: 'null' },
      example: { data: null },
      async handle(context) {
        await records.remove(await childId(context), context);
        return { data: null };
      },
    },
  ];
}
