/** The cost lines of an intervention that a user may see. */

import { INCOME } from '../../../../schemas/interventions.ts';
import type { ListCondition } from '../../../capabilities/rules.ts';
import type { Context } from '../../../http/call.ts';
import { personOf } from '../../../requests/signed-in-user.ts';
import { isAdmin } from '../reach/rights.ts';

/** Users other than administrators see income lines, and the expense lines they entered. */
export const visibleCosts = ({ user }: Pick<Context, 'user'>): ListCondition | undefined =>
  isAdmin(user)
    ? undefined
    : { sql: `(t.flag = ${INCOME} or t.id_usr_ins = ?)`, values: [personOf({ user }).id] };
