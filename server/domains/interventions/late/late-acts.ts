/**
 * Acts about changes made without a connection: an administrator confirms estimated times, and a user drops a refused
 * change with a reason.
 */
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { type ActHandler, act } from '../../../capabilities/acts.ts';
import { refused } from '../../../http/problem.ts';
import { interventionOf } from '../reach/rights.ts';

export const lateActs = (schemas: Schemas): ActHandler[] => [
  act('confirm-times', (_body, { id, within, ...context }) =>
    within(async (transaction) => {
      const work = await interventionOf(transaction, schemas, id, context, { lock: true });
      if (work.tempi_stimati !== 1) throw refused('times-certain');
      await transaction.query('update odl set tempi_stimati = 0, versione = versione + 1 where id = $1', [
        id,
      ]);
      return id;
    }),
  ),
  act('drop', (_body, { id, within, ...context }) =>
    within(async (transaction) => {
      await interventionOf(transaction, schemas, id, context);
      return id;
    }),
  ),
];
