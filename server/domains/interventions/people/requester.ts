/** How to call the requester of an intervention: for users who work on it, not for everyone who sees it. */
import type { Row } from '../../../../schemas/entity.ts';
import { isOver } from '../../../../schemas/interventions.ts';
import type { Context } from '../../../http/call.ts';
import { mayChange, subjectOf } from '../reach/rights.ts';

export const PHONE = 'telefono_usr_ins';

/** SQL for an intervention t. A system user answers no telephone. */
export const REQUESTER = {
  usr_ins: "(select u.nome || ' ' || u.cognome from utente u where u.id = t.id_usr_ins)",
  [PHONE]: '(select u.telefono from utente u where u.id = t.id_usr_ins and u.sys = 0)',
};

/**
 * Returns whether the user sees the requester's telephone number: users who can change the open work, except
 * requesters.
 */
export function mayCall(user: Context['user'], row: Row): boolean {
  const subject = subjectOf(row);
  return (
    user !== undefined &&
    user.family !== 'RESP' &&
    subject.id_usr_ins !== user.id &&
    !isOver(subject.id_tipo_stato_odl) &&
    mayChange(user, subject)
  );
}

/** Adds name and number of the requesters to rows that are kept for work without a connection. */
export async function addRequesters(rows: Row[], { database, user }: Context): Promise<void> {
  const columns = Object.entries(REQUESTER).map(([name, sql]) => `${sql} as ${name}`);
  const { rows: requesters } = await database.query<Row>(
    `select t.id, ${columns.join(', ')} from odl t where t.id = any($1::int[])`,
    [rows.map(({ id }) => id)],
  );
  const byId = new Map(requesters.map((requester) => [requester.id, requester]));
  for (const row of rows) {
    const requester = byId.get(row.id);
    row.usr_ins = requester?.usr_ins ?? null;
    if (mayCall(user, row)) row[PHONE] = requester?.[PHONE] ?? null;
  }
}
