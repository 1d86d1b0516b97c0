/** Errors about an intervention, stored in both languages and returned in the reader's language. */

import type { Text } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { Queryable } from '../../../database/engine.ts';
import type { Call } from '../../../http/call.ts';
import { cut } from '../../../http/cut-text.ts';
import { attachedCall } from '../reach/attached-calls.ts';
import { visibleWith } from '../reach/attached-rows.ts';

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

export const errorCalls = (schemas: Schemas, rules: RulesByResource): Call[] => [
  attachedCall(schemas, rules, {
    resource: 'odl/errore',
    path: '/odl/:id/errore',
    column: 'id_odl',
    summary: { it: 'Errori di un intervento', en: 'Errors of an intervention' },
  }),
];
