/**
 * Acts about changes made without a connection: an administrator confirms estimated times, and a user drops a refused
 * change with a reason, also if the user may no longer see the record.
 */
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { type ActHandler, act } from '../../../capabilities/acts.ts';
import type { Queryable, Transaction } from '../../../database/engine.ts';
import type { Context } from '../../../http/call.ts';
import { Problem, refused } from '../../../http/problem.ts';
import { interventionOf } from '../reach/rights.ts';

/** Returns whether the user's devices were given the intervention as open work. */
export type WasGiven = (queryable: Queryable, user: number, intervention: number) => Promise<boolean>;

/** Whether the user reported the intervention, was its technician or changed it. */
const HAD = `select 1 from odl o where o.id = $1 and ($2 in (o.id_tecnico, o.id_usr_ins) or exists (
  select 1 from storico_modifiche h where h.risorsa = 'odl' and h.id_record = o.id and (h.id_utente = $2
    or h.modifiche @> jsonb_build_array(jsonb_build_object('campo', 'id_tecnico', 'da', $2::int)))))`;

/**
 * Checks that the user may write the reason into the history: everyone who sees the intervention, and users
 * who had it before and no longer see it. They learn nothing more about it.
 */
async function requireKnown(
  transaction: Transaction,
  { schemas, wasGiven }: LateParts,
  id: number,
  context: Context,
): Promise<void> {
  try {
    await interventionOf(transaction, schemas, id, context);
  } catch (error) {
    const user = context.user?.id;
    if (!(error instanceof Problem && error.status === 404) || user === undefined) throw error;
    const { rows } = await transaction.query(HAD, [id, user]);
    if (rows.length === 0 && !(await wasGiven(transaction, user, id))) throw error;
  }
}

interface LateParts {
  schemas: Schemas;
  wasGiven: WasGiven;
}

export const lateActs = ({ schemas, wasGiven }: LateParts): ActHandler[] => [
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
      await requireKnown(transaction, { schemas, wasGiven }, id, context);
      return id;
    }),
  ),
];
