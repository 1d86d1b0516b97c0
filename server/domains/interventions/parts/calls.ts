/** The calls of what an intervention withdraws: /ricambio and /prelievo below it speak of the same rows. */
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { recordExample, recordSchema } from '../../../capabilities/api-schema.ts';
import { listReply } from '../../../capabilities/crud.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { ApiSchema, Call, Context } from '../../../http/call.ts';
import { readId } from '../../../http/parameters.ts';
import { notFound, Problem } from '../../../http/problem.ts';
import { interventionOf } from '../reach/rights.ts';
import type { PartMoves } from './stock.ts';
import { Withdrawals } from './withdrawals.ts';

const ID = { type: ['integer', 'null'] };
const MOVED: ApiSchema = {
  quantita: { type: 'number', description: 'Taken is negative, given back is positive' },
};
const BODY: ApiSchema = {
  type: 'object',
  required: ['id_ricambio', 'quantita', 'id_magazzino'],
  properties: {
    id_ricambio: { type: 'integer' },
    id_prenotazione: ID,
    ...MOVED,
    id_magazzino: { type: 'integer' },
    id_ubicazione: ID,
    id_lotto: ID,
    descrizione_ubicazione: { type: ['string', 'null'], maxLength: 200 },
    descrizione_lotto: { type: ['string', 'null'], maxLength: 200 },
  },
};
const TAKEN = { id_ricambio: 7, quantita: -2, id_magazzino: 1, id_ubicazione: 4, id_lotto: null };

function goneIsNull(error: unknown): null {
  if (error instanceof Problem && error.status === 404) return null;
  throw error;
}

export function withdrawalCalls(schemas: Schemas, rules: RulesByResource, moves: PartMoves): Call[] {
  const entity = schemas.byResource.entity('odl/prelievo');
  const withdrawals = new Withdrawals(schemas, rules, moves);
  const { read, write } = entity.access;
  const [tag, record, data] = [entity.name, recordSchema(entity), recordExample(entity)];
  const one = { reply: record, example: { data } };

  const intervention = async (context: Context): Promise<number> =>
    (await interventionOf(context.database, schemas, readId(context.params.id), context)).id;

  async function rowOf(context: Context) {
    const [odl, id] = [await intervention(context), readId(context.params.rowId)];
    const row = await withdrawals.read(id, context);
    if (row.id_odl !== odl) throw notFound();
    return row;
  }
  /** Written it is; who has given back the rest since then has left no row to answer with. */
  const answer = async (id: number | undefined, context: Context) => ({
    data: id === undefined ? null : await withdrawals.read(id, context).catch(goneIsNull),
  });
  const readCall = (path: string, it: string, en: string): Call => ({
    ...one,
    method: 'GET',
    path: `/odl/:id/${path}/:rowId`,
    access: read,
    tag,
    summary: { it, en },
    handle: async (context) => ({ data: await rowOf(context) }),
  });
  const changeCall = (path: string, it: string, en: string): Call => ({
    ...one,
    method: 'PUT',
    path: `/odl/:id/${path}/:rowId`,
    access: write,
    tag,
    summary: { it, en },
    body: { type: 'object', required: ['quantita'], properties: MOVED },
    example: { body: { quantita: -1 }, data },
    async handle(context) {
      const [odl, id] = [readId(context.params.id), readId(context.params.rowId)];
      return answer(await withdrawals.change(odl, id, context.body, context), context);
    },
  });

  return [
    {
      method: 'GET',
      path: '/odl/:id/ricambio',
      access: read,
      tag,
      summary: { it: 'Ricambi prelevati da un intervento', en: 'Parts that an intervention has withdrawn' },
      reply: { type: 'array', items: record },
      example: { data: [data] },
      handle: async (context) =>
        listReply(entity, schemas, rules, context, { id_odl: await intervention(context) }),
    },
    {
      ...one,
      method: 'POST',
      path: '/odl/:id/ricambio',
      access: write,
      tag,
      summary: {
        it: 'Prelievo di un ricambio (quantità negativa) o resa (positiva)',
        en: 'Withdrawal of a part (negative quantity) or return (positive)',
      },
      body: BODY,
      example: { body: TAKEN, data },
      async handle(context) {
        return answer(await withdrawals.add(readId(context.params.id), context.body, context), context);
      },
    },
    readCall('ricambio', 'Un ricambio prelevato', 'A part withdrawn'),
    changeCall('ricambio', 'Modifica di un ricambio prelevato', 'Change of a part withdrawn'),
    readCall('prelievo', 'Un prelievo', 'A withdrawal'),
    changeCall('prelievo', 'Modifica di un prelievo', 'Change of a withdrawal'),
    {
      method: 'DELETE',
      path: '/odl/:id/prelievo/:rowId',
      access: write,
      tag,
      summary: { it: 'Eliminazione di un prelievo', en: 'Delete a withdrawal' },
      reply: { type: 'null' },
      example: { data: null },
      async handle(context) {
        await withdrawals.remove(readId(context.params.id), readId(context.params.rowId), context);
        return { data: null };
      },
    },
    readCall('prelievo-header', 'Dettagli di un prelievo', 'Details of a withdrawal'),
    {
      ...one,
      method: 'PUT',
      path: '/odl/:id/prelievo-header/:rowId',
      access: write,
      tag,
      summary: { it: 'Modifica dei dettagli di un prelievo', en: 'Change of the details of a withdrawal' },
      body: { type: 'object', properties: {} },
      example: { body: {}, data },
      // Its details are the fields of the template, which has none.
      async handle(context) {
        await interventionOf(context.database, schemas, readId(context.params.id), context, { change: true });
        return { data: await rowOf(context) };
      },
    },
    {
      method: 'GET',
      path: '/odl/prelievo/template',
      access: read,
      tag,
      summary: { it: 'Campi dinamici dei prelievi', en: 'Dynamic fields of withdrawals' },
      reply: { type: 'array', items: { type: 'object' } },
      example: { data: [] },
      handle: async () => ({ data: [] }),
    },
  ];
}
