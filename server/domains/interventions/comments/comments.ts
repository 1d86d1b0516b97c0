/** Comments: of administrators and technicians on interventions they may see, of requesters on those they reported. */

import type { Row } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { RowOf } from '../../../../schemas/types.ts';
import { type ActHandler, act } from '../../../capabilities/acts.ts';
import { recordsOf } from '../../../capabilities/records.ts';
import type { RulesByResource, WriteContext } from '../../../capabilities/rules.ts';
import type { Call, Context } from '../../../http/call.ts';
import { forbidden } from '../../../http/problem.ts';
import { namesOf } from '../../../plant/accounts.ts';
import { attachedCall } from '../reach/attached-calls.ts';
import { visibleWith } from '../reach/attached-rows.ts';
import { interventionOf, isAdmin, mayComment } from '../reach/rights.ts';

const COLUMN = 'id_intervento';

/** Checks that the user is the author or an administrator. */
const mayEdit = ({ user }: Pick<Context, 'user'>, row: Row): boolean =>
  isAdmin(user) || row.id_usr_ins === user?.id;

async function present(rows: RowOf<'commento'>[], context: Context): Promise<void> {
  const ids = rows.flatMap((row) => [row.id_usr_ins, row.id_usr_ultima_mod]);
  const names = await namesOf(context.database, [...new Set(ids.filter((id) => typeof id === 'number'))]);
  for (const row of rows) {
    row.usr_ins = names.get(row.id_usr_ins ?? 0) ?? null;
    row.usr_ultima_mod = names.get(row.id_usr_ultima_mod ?? 0) ?? null;
    row.modificabile = mayEdit(context, row) ? 1 : 0;
  }
}

async function requireAuthor(row: Row, write: WriteContext): Promise<void> {
  if (!mayEdit(write, row)) throw forbidden('comment-not-yours');
}

export const commentRules = (schemas: Schemas): RulesByResource => ({
  commento: {
    visible: (context) => visibleWith(schemas, context, COLUMN),
    present,
    async beforeCreate(row, { transaction, user }) {
      await interventionOf(transaction, schemas, row[COLUMN] as number, { user }, { may: mayComment });
    },
    beforeUpdate: (_row, before, write) => requireAuthor(before, write),
    beforeDelete: requireAuthor,
  },
});

export const commentCalls = (schemas: Schemas, rules: RulesByResource): Call[] => [
  attachedCall(schemas, rules, {
    resource: 'commento',
    path: '/commento/intervento/:id',
    column: COLUMN,
    summary: { it: 'Commenti di un intervento', en: 'Comments of an intervention' },
  }),
];

export function commentAct(schemas: Schemas, rules: RulesByResource): ActHandler {
  const records = recordsOf(schemas.byResource.entity('commento'), schemas, rules);
  return act('add-comment', ({ testo }, { id, ...context }) =>
    records.create({ testo }, context, { [COLUMN]: id }),
  );
}
