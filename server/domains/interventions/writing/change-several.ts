/**
 * PUT of several interventions by their ids. Each is changed by the rules for a single one, and has its own result.
 */

import type { Row } from '../../../../schemas/entity.ts';
import type { Records } from '../../../capabilities/records.ts';
import { type BodyOf, eachForItself, outcomesSchema } from '../../../capabilities/several-records.ts';
import type { Context } from '../../../http/call.ts';
import { personOf } from '../../../requests/signed-in-user.ts';

/** Changes each intervention by the rules of a single one. */
export function changeSeveral(update: Records['update'], bodies: BodyOf[], context: Context): Promise<Row[]> {
  // All requests of a large change have the same batch name: pages send portions of a hundred.
  const batchContext = { ...context, batch: `modifica ${personOf(context).id}` };
  return eachForItself(bodies, context, async ({ id, body }) => {
    await update(id, body, batchContext);
    return undefined;
  });
}

export const OUTCOMES = outcomesSchema('changed', {
  data: {
    type: 'object',
    description: 'With reason stale: the current versione and record, with the author and time of the change',
  },
});
