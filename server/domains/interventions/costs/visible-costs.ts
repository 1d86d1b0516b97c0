/** Which cost lines of an intervention a person sees. */

import type { ListCondition } from '../../../capabilities/rules.ts';
import type { Context } from '../../../http/call.ts';
import { personOf } from '../../../requests/signed-in-user.ts';
import { isAdmin } from '../reach/rights.ts';

const ACTIVE = 1;

/** Who is no administrator sees what is active, and of the rest what he entered. */
export const ownOrActive = ({ user }: Pick<Context, 'user'>): ListCondition | undefined =>
  isAdmin(user)
    ? undefined
    : { sql: `(t.flag = ${ACTIVE} or t.id_usr_ins = ?)`, values: [personOf({ user }).id] };
