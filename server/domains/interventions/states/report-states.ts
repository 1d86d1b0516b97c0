/** The states for which a job report can be made. */

import { CLOSING, INVOICED_CODE } from '../../../../schemas/interventions.ts';
import type { User } from '../../../http/call.ts';
import { notFound, refused } from '../../../http/problem.ts';
import { isAdmin } from '../reach/rights.ts';
import type { Passages } from '../report/report-dependencies.ts';
import { type State, type Structure, situationOf } from '../rules/situation.ts';
import { ANY, reachable } from '../rules/transitions.ts';
import { withReasons } from '../writing/change-calls.ts';

/**
 * Returns why the user cannot make a report of this state; undefined if they can. Any type counts, because a form
 * changes type and state together, after the report is made.
 */
export function reportObstacle(
  { states, passages }: Structure,
  to: State,
  from: number,
  user: User | undefined,
): 'report-not-asked' | 'report-unreachable' | undefined {
  if (to.firma !== 1) return 'report-not-asked';
  if (to.id === from) return undefined;
  const next = reachable(passages, { role: user?.roleId, type: ANY, everyType: null });
  const maySetInvoiced = to.codice !== INVOICED_CODE || (isAdmin(user) && states.get(from)?.tipo === CLOSING);
  return next.has(to.id) && maySetInvoiced ? undefined : 'report-unreachable';
}

export const reportPassages: Passages = {
  /** A report can also be made of the current state, if the intervention entered it without one. */
  async require(subject, state, { database, language, setting, user }) {
    const situation = await situationOf({ transaction: database, language, setting }, subject, subject);
    const to = situation.states.get(state);
    if (!to) throw notFound();
    const obstacle = reportObstacle(situation, to, subject.id_stato, user);
    if (obstacle) throw refused(obstacle, { state: to.descrizione });
  },
  withReasons,
};
