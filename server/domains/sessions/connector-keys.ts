/**
 * Keys of connectors. A key is shown once, stored as a hash, and counts as a seat of the licence. A super
 * administrator can revoke it.
 */

import { randomBytes } from 'node:crypto';
import type { Entity, Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { type ActHandler, act } from '../../capabilities/acts.ts';
import { recordChange } from '../../capabilities/history.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Transaction } from '../../database/engine.ts';
import type { User } from '../../http/call.ts';
import { isLive, stateOfKey } from '../../http/connectors.ts';
import { conflict, notFound } from '../../http/problem.ts';
import { KEY_PREFIX, keyHash } from '../../http/session.ts';
import { todayIn } from '../../plant/plant-time.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { personById } from './people.ts';
import type { Licensing } from './session-dependencies.ts';

const RESOURCE = 'chiave-api';
const VISIBLE_LENGTH = KEY_PREFIX.length + 6;

type Seats = Pick<Licensing, 'requireKeySeat'>;

export const connectorKeyRules = ({ requireKeySeat }: Seats): RulesByResource => ({
  [RESOURCE]: {
    async check(row, _before, { transaction }) {
      const person = typeof row.id_utente === 'number' && (await personById(transaction, row.id_utente));
      return person && person.sys !== 1 ? [{ field: 'id_utente', rule: 'system-user' }] : [];
    },
    async beforeUpdate(row, before, { transaction, setting }) {
      if (before.revocata) throw conflict('key-revoked');
      const today = todayIn(setting);
      // A later expiry date makes an expired key valid again, so the key needs a seat again.
      if (isLive(row, today) && !isLive(before, today)) await requireKeySeat(transaction, row.id_utente);
    },
    async present(rows, { setting }) {
      const today = todayIn(setting);
      for (const row of rows) row.stato = stateOfKey(row, today);
    },
  },
});

/** A key as stored, with the hash that no call returns. */
type StoredKey = RowOf<typeof RESOURCE> & { hash: string | null };

async function lockKey(transaction: Transaction, id: number): Promise<StoredKey> {
  const { rows } = await transaction.query<StoredKey>('select * from chiave_api where id = $1 for update', [
    id,
  ]);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Changes a key, with its version and history. The history does not contain the hash. */
async function changeKey(
  transaction: Transaction,
  entity: Entity,
  before: RowOf<typeof RESOURCE>,
  user: User,
  change: { sql: string; values: unknown[] },
): Promise<void> {
  const { rows } = await transaction.query<Row>(
    `update chiave_api set ${change.sql}, versione = versione + 1, data_ultima_mod = now(), id_usr_ultima_mod = $2
     where id = $1 returning *`,
    [before.id, user.id, ...change.values],
  );
  await recordChange(transaction, entity, { ...rows[0], hash: null }, { ...before, hash: null }, user);
}

export function connectorKeyActs(schemas: Schemas, { requireKeySeat }: Seats): ActHandler[] {
  const entity = schemas.byResource.entity(RESOURCE);
  return [
    act('generate-key', async (_body, { id, within, describe, ...context }) => {
      const key = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
      await within(async (transaction) => {
        const before = await lockKey(transaction, id);
        if (before.hash || before.revocata) throw conflict('key-made');
        await requireKeySeat(transaction, before.id_utente);
        await changeKey(transaction, entity, before, personOf(context), {
          sql: 'hash = $3, prefisso = $4, creata = now()',
          values: [keyHash(key), key.slice(0, VISIBLE_LENGTH)],
        });
      });
      describe('key-shown-once');
      return { secret: key };
    }),
    act('revoke-key', async (_body, { id, within, describe, ...context }) => {
      await within(async (transaction) => {
        const before = await lockKey(transaction, id);
        if (before.revocata) throw conflict('key-revoked');
        await changeKey(transaction, entity, before, personOf(context), {
          sql: 'revocata = now()',
          values: [],
        });
      });
      describe('key-gone');
    }),
  ];
}
