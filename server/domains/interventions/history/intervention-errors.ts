/** Errors about an intervention, stored in both languages and returned in the reader's. */

import type { Text } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { recordExample, recordSchema } from '../../../capabilities/api-schema.ts';
import { listReply } from '../../../capabilities/crud.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { Queryable } from '../../../database/engine.ts';
import type { Call } from '../../../http/call.ts';
import { cut } from '../../../http/cut-text.ts';
import { listOf } from '../../../http/reply-schemas.ts';
import { readId } from '../../../requests/ids.ts';
import { visibleWith } from '../reach/attached-rows.ts';
import { interventionOf } from '../reach/rights.ts';

export type ErrorKind = 'giacenza' | 'mail' | 'altro';

export async function noteError(
  queryable: Queryable,
  intervention: number,
  kind: ErrorKind,
  { it, en }: Text,
): Promise<void> {
  await queryable.query('insert into odl_errore (id_odl, tipo, errore, traduzioni) values ($1, $2, $3, $4)', [
    intervention,
    kind,
    cut(it, 500),
    JSON.stringify({ it: cut(it, 200), en: cut(en, 200) }),
  ]);
}

export const errorRules = (schemas: Schemas): RulesByResource => ({
  'odl/errore': {
    visible: (context) => visibleWith(schemas, context, 'id_odl'),
    async present(rows, { language }) {
      for (const row of rows) {
        row.errore = (language === 'it' ? row.errore : row.traduzioni?.[language]) || row.errore;
      }
    },
  },
});

export function errorCalls(schemas: Schemas, rules: RulesByResource): Call[] {
  const entity = schemas.byResource.entity('odl/errore');
  return [
    {
      method: 'GET',
      path: '/odl/:id/errore',
      access: entity.access.read,
      tag: entity.name,
      summary: { it: 'Errori di un intervento', en: 'Errors of an intervention' },
      reply: listOf(recordSchema(entity)),
      example: { data: [recordExample(entity)] },
      async handle(context) {
        const { id } = await interventionOf(context.database, schemas, readId(context.params.id), context);
        return listReply(entity, schemas, rules, context, { id_odl: id });
      },
    },
  ];
}
