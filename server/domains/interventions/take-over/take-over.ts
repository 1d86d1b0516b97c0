/** POST /odl/{id}/presa-in-carico: a technician takes over an open intervention that has no technician. */

import type { Row } from '../../../../schemas/entity.ts';
import { ASSIGNED_CODE, entersAssigned, isOver } from '../../../../schemas/interventions.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { type ActContext, type ActHandler, act } from '../../../capabilities/acts.ts';
import { recordsOf } from '../../../capabilities/records.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { Transaction } from '../../../database/engine.ts';
import { onlyRow } from '../../../database/rows.ts';
import { conflict, forbidden, refused } from '../../../http/problem.ts';
import { namesOf } from '../../../plant/accounts.ts';
import { type Intervention, interventionOf } from '../reach/rights.ts';
import { withReasons } from '../writing/change-calls.ts';

/** Refuses an intervention that is over or has a technician, and names the technician. */
async function requireFree(work: Intervention, transaction: Transaction): Promise<void> {
  if (isOver(work.id_tipo_stato_odl)) throw refused('take-over-ended');
  const { id_tecnico: technician } = work;
  if (technician === null) return;
  const names = await namesOf(transaction, [technician]);
  throw conflict('taken-over', { params: { who: names.get(technician) ?? '…' } });
}

/** Returns the state that the intervention enters. Work that has begun stays in its state. */
async function stateOf(work: Intervention, transaction: Transaction): Promise<Row> {
  if (!entersAssigned(work)) return {};
  const { rows } = await transaction.query<{ id: number }>('select id from stato where codice = $1', [
    ASSIGNED_CODE,
  ]);
  return { id_stato: onlyRow(rows).id };
}

export function takeOverAct(schemas: Schemas, rules: RulesByResource): ActHandler {
  const records = recordsOf(schemas.byResource.entity('odl'), schemas, rules);

  async function takeOver(transaction: Transaction, facts: Row, { id, ...context }: ActContext) {
    const { user, body } = context;
    if (user?.family !== 'RIFTEC') throw forbidden('take-over-technicians');
    // The lock comes first: if two technicians act at the same time, the second one then reads the name of the
    // first.
    const work = await interventionOf(transaction, schemas, id, context, { lock: true });
    await requireFree(work, transaction);
    const change = { id_tecnico: user.id, ...(await stateOf(work, transaction)) };
    await records.updateWithin(transaction, id, { ...change, versione: body.versione }, context);
    facts.tecnico = user.name;
    return id;
  }

  return act('take-over', (_body, context) =>
    context
      .within((transaction, facts) => takeOver(transaction, facts, context))
      .catch((error) => Promise.reject(withReasons(error))),
  );
}
