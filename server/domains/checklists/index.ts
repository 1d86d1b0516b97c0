/** Checklists: the order of items, links by checklist and item, and the replies of their calls. */

import type { Entity, Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { listReply } from '../../capabilities/crud.ts';
import { type Override, override } from '../../capabilities/overrides.ts';
import { recordsOf } from '../../capabilities/records.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import { type Call, type Context, callOn } from '../../http/call.ts';
import { malformed, notFound } from '../../http/problem.ts';
import { listOf } from '../../http/reply-schemas.ts';
import { ID_MAX, readId } from '../../requests/ids.ts';

function checklistIn(query: Record<string, string>): number | undefined {
  if (!query.idCheckList) return undefined;
  const id = Number(query.idCheckList);
  if (!Number.isInteger(id) || Math.abs(id) > ID_MAX) throw malformed('bad-filter', { name: 'idCheckList' });
  return id;
}

/** Adds the link of each item to one checklist, and sorts the items by it. */
async function placeItems(rows: Row[], checklist: number, database: Queryable): Promise<void> {
  const links = await database.query<Row>(
    'select id_relazione, id_voce, obbligatoria, ordine from checklist_relazione where id_checklist = $1',
    [checklist],
  );
  const byItem = new Map(links.rows.map((link) => [link.id_voce, link]));
  for (const row of rows) {
    const { id_relazione, obbligatoria, ordine } = byItem.get(row.id) ?? {};
    Object.assign(row, { id_relazione, obbligatoria, ordine });
  }
  rows.sort((a, b) => Number(a.ordine) - Number(b.ordine) || Number(a.id_relazione) - Number(b.id_relazione));
}

export const checklistRules: RulesByResource = {
  'checklist/voce': {
    where(query) {
      const checklist = checklistIn(query);
      if (checklist === undefined) return undefined;
      const sql =
        'exists (select 1 from checklist_relazione l where l.id_voce = t.id and l.id_checklist = ?)';
      return { sql, values: [checklist] };
    },
    async present(rows, { query, database }) {
      const checklist = checklistIn(query);
      if (checklist !== undefined) await placeItems(rows, checklist, database);
    },
  },
  'checklist/relazione': {
    accept: (sent) =>
      typeof sent.obbligatoria === 'number' ? { ...sent, obbligatoria: String(sent.obbligatoria) } : sent,
    where: () => ({
      sql: `exists (select 1 from checklist c where c.id = t.id_checklist and c.canc = 0)
        and exists (select 1 from checklist_voce v where v.id = t.id_voce and v.canc = 0)`,
      values: [],
    }),
  },
};

/** Returns the id of the link in a body: given directly, or by checklist and item. */
async function linkIn({ body, database }: Context): Promise<number> {
  const { id_relazione: id, id_checklist: checklist, id_voce: item } = body;
  if (id !== undefined && id !== null) return readId(String(id));
  const [list, voce] = [readId(String(checklist)), readId(String(item))];
  const { rows } = await database.query<{ id_relazione: number }>(
    'select id_relazione from checklist_relazione where id_checklist = $1 and id_voce = $2',
    [list, voce],
  );
  if (!rows[0]) throw notFound();
  return rows[0].id_relazione;
}

const updateLink = (entity: Entity, schemas: Schemas): Call => {
  const links = recordsOf(entity, schemas, checklistRules);
  return {
    ...callOn(entity, 'write', 'PUT', '/checklist/relazione'),
    summary: {
      it: 'Modifica di una voce in una checklist, indicata dalla checklist e dalla voce',
      en: 'Update an item of a checklist, identified by checklist and item',
    },
    body: {
      type: 'object',
      properties: {
        id_relazione: { type: 'integer' },
        id_checklist: { type: 'integer' },
        id_voce: { type: 'integer' },
        obbligatoria: { enum: ['0', '1', 0, 1] },
        ordine: { type: 'integer' },
      },
    },
    reply: { type: 'object' },
    example: {
      body: { id_checklist: 1, id_voce: 1, obbligatoria: '1', ordine: 10 },
      data: { id_relazione: 1, id_checklist: 1, id_voce: 1, obbligatoria: '1', ordine: 10 },
    },
    handle: async (context) => ({
      data: await links.update(await linkIn(context), context.body, context),
    }),
  };
};

/** Deletes a checklist. The reply is the list without it. */
const deleteChecklist = (entity: Entity, schemas: Schemas): Override => {
  const checklists = recordsOf(entity, schemas, checklistRules);
  return override(entity.resource, 'delete', () => ({
    summary: {
      it: 'Eliminazione di una checklist; risponde con il nuovo elenco',
      en: 'Delete a checklist; the reply is the new list',
    },
    reply: listOf({ type: 'object' }),
    example: { data: [{ id: 2, descrizione: 'Avviamento linea', tipo: '1', canc: 0 }] },
    async handle(context) {
      await checklists.remove(readId(context.params.id), context);
      return listReply(entity, schemas, checklistRules, { ...context, query: {} });
    },
  }));
};

export const checklistCalls = (schemas: Schemas): Call[] => [
  updateLink(schemas.byResource.entity('checklist/relazione'), schemas),
];

export const checklistOverrides = (schemas: Schemas): Override[] => [
  deleteChecklist(schemas.byResource.entity('checklist'), schemas),
];
