/** Records in the user's row and history that a second factor was switched on or off, without its secret. */

import type { Entity, Row } from '../../../schemas/entity.ts';
import { recordChange } from '../../capabilities/history.ts';
import type { Transaction } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import type { User } from '../../http/call.ts';
import type { Sessions } from '../../http/session.ts';

const SET = `
  update utente set secondo_fattore = $2, versione = versione + 1, data_ultima_mod = now(), id_usr_ultima_mod = $3
  where id = $1`;

export type NoteFactor = (transaction: Transaction, id: number, on: boolean, by: User) => Promise<void>;

export function factorNotes(users: Entity, { accounts }: Sessions): NoteFactor {
  return async (transaction, id, on, by) => {
    const { rows } = await transaction.query<Row>('select * from utente where id = $1 for update', [id]);
    const before = onlyRow(rows);
    const after = { ...before, secondo_fattore: on ? 1 : 0 };
    await transaction.query(SET, [id, after.secondo_fattore, by.id]);
    await recordChange(transaction, users, after, before, by);
    transaction.afterCommit(() => accounts.forget(id));
  };
}
