/** Who changed what and when, of every entity: written in the change's own transaction, read on the record. */
import { columns, type Entity, type Row } from '../../schemas/entity.ts';
import { SERVER_FILLED } from '../../schemas/read-entity.ts';
import type { Transaction } from '../database/engine.ts';
import { scopeConditions } from '../database/list-query.ts';
import { ident, Values } from '../database/sql.ts';
import type { Call, Context, User } from '../http/call.ts';
import { readId } from '../http/parameters.ts';
import { notFound } from '../http/problem.ts';

interface Change {
  campo: string;
  da: unknown;
  a: unknown;
}

export function changeOf(entity: Entity, after: Row | undefined, before: Row | undefined): Change[] {
  return columns(entity).flatMap(({ name }) => {
    const [from, to] = [before?.[name] ?? null, after?.[name] ?? null];
    if (SERVER_FILLED.has(name) || name === entity.id || JSON.stringify(from) === JSON.stringify(to))
      return [];
    return [{ campo: name, da: from, a: to }];
  });
}

/** Of an update, or of a removal when there is no `after`; an insert writes its own. */
export async function recordChange(
  transaction: Transaction,
  entity: Entity,
  after: Row | undefined,
  before: Row,
  user: User | undefined,
): Promise<void> {
  const change = changeOf(entity, after, before);
  if (after && change.length === 0) return;
  await transaction.query(
    `insert into storico_modifiche (risorsa, id_record, operazione, id_utente, utente, modifiche)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      entity.resource,
      before[entity.id],
      after ? 'update' : 'delete',
      user?.id ?? null,
      user?.name ?? null,
      JSON.stringify(change),
    ],
  );
}

/** What was deleted softly keeps its history; what is out of a person's reach has none for him. */
async function requireReach(entity: Entity, id: number, { database, user }: Context): Promise<void> {
  const values = new Values();
  const key = `t.${ident(entity.id)} = ${values.add(id)}`;
  const scope = scopeConditions(entity, user?.scopes, values);
  if (scope.length === 0) return;
  const text = `select 1 from ${ident(entity.table)} t where ${[key, ...scope].join(' and ')}`;
  if ((await database.query(text, values.list)).rows.length === 0) throw notFound();
}

const EXAMPLE = {
  id: 1,
  operazione: 'update',
  data: '2026-03-29T08:00:00.000Z',
  id_utente: 1,
  utente: 'Mario Rossi',
  modifiche: [{ campo: 'descrizione', da: 'Pompa', a: 'Pompa P-101' }],
};

export function historyCalls(entity: Entity): Call[] {
  if (!entity.traits.includes('history')) return [];
  return [
    {
      method: 'GET',
      path: `/${entity.resource}/:id/storico`,
      access: entity.access.read,
      tag: entity.name,
      summary: { it: `Modifiche: ${entity.title.it}`, en: `Changes: ${entity.title.en}` },
      reply: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            operazione: { enum: ['create', 'update', 'delete'] },
            data: { type: 'string', format: 'date-time' },
            id_utente: { type: ['integer', 'null'] },
            utente: { type: ['string', 'null'] },
            modifiche: {
              type: 'array',
              items: { type: 'object', properties: { campo: { type: 'string' }, da: {}, a: {} } },
            },
          },
        },
      },
      example: { data: [EXAMPLE] },
      async handle(context) {
        const id = readId(context.params.id);
        await requireReach(entity, id, context);
        const { rows } = await context.database.query(
          `select id, operazione, data, id_utente, utente, modifiche from storico_modifiche
           where risorsa = $1 and id_record = $2 order by id desc limit 500`,
          [entity.resource, id],
        );
        return { data: rows };
      },
    },
  ];
}
