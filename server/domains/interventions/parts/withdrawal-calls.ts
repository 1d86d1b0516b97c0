/** The calls of an intervention's withdrawals; /ricambio and /prelievo return the same rows. */

import type { Entity } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { recordExample, recordSchema } from '../../../capabilities/api-schema.ts';
import { listReply } from '../../../capabilities/crud.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import { type Call, type Context, callAt } from '../../../http/call.ts';
import { notFound } from '../../../http/problem.ts';
import { listOf } from '../../../http/reply-schemas.ts';
import { readId } from '../../../requests/ids.ts';
import { interventionOf } from '../reach/rights.ts';
import type { PartMoves } from './stock-access.ts';
import { Withdrawals } from './withdrawals.ts';

const templateCall = ({ access, name: tag }: Entity): Call => ({
  ...callAt('GET', '/odl/prelievo/template', access.read, tag),
  summary: { it: 'Campi dinamici dei prelievi', en: 'Dynamic fields of withdrawals' },
  reply: listOf({ type: 'object' }),
  example: { data: [] },
  handle: async () => ({ data: [] }),
});

export function withdrawalCalls(schemas: Schemas, rules: RulesByResource, moves: PartMoves): Call[] {
  const entity = schemas.byResource.entity('odl/prelievo');
  const withdrawals = new Withdrawals(schemas, rules, moves);
  const { read, write } = entity.access;
  const [tag, record, data] = [entity.name, recordSchema(entity), recordExample(entity)];
  const singleReply = { reply: record, example: { data } };

  const interventionId = async (context: Context): Promise<number> =>
    (await interventionOf(context.database, schemas, readId(context.params.id), context)).id;

  async function rowOf(context: Context) {
    const [odl, id] = [await interventionId(context), readId(context.params.rowId)];
    const row = await withdrawals.read(id, context);
    if (row.id_odl !== odl) throw notFound();
    return row;
  }
  const readCall = (path: string, it: string, en: string): Call => ({
    ...singleReply,
    ...callAt('GET', `/odl/:id/${path}/:rowId`, read, tag),
    summary: { it, en },
    handle: async (context) => ({ data: await rowOf(context) }),
  });
  return [
    {
      ...callAt('GET', '/odl/:id/ricambio', read, tag),
      summary: { it: 'Ricambi prelevati da un intervento', en: 'Parts that an intervention has withdrawn' },
      reply: listOf(record),
      example: { data: [data] },
      handle: async (context) =>
        listReply(entity, schemas, rules, context, { id_odl: await interventionId(context) }),
    },
    readCall('ricambio', 'Un ricambio prelevato', 'A part withdrawn'),
    readCall('prelievo', 'Un prelievo', 'A withdrawal'),
    readCall('prelievo-header', 'Dettagli di un prelievo', 'Details of a withdrawal'),
    {
      ...singleReply,
      ...callAt('PUT', '/odl/:id/prelievo-header/:rowId', write, tag),
      summary: { it: 'Modifica dei dettagli di un prelievo', en: 'Change the details of a withdrawal' },
      body: { type: 'object', properties: {} },
      example: { body: {}, data },
      // The details are the fields of the template, which has none.
      async handle(context) {
        await interventionOf(context.database, schemas, readId(context.params.id), context, { change: true });
        return { data: await rowOf(context) };
      },
    },
    templateCall(entity),
  ];
}
