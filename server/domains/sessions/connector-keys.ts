/** Keys of connectors: shown once, stored as a hash, counted against the licence, revoked by a super administrator. */

import { randomBytes } from 'node:crypto';
import type { Entity, Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { recordChange } from '../../capabilities/history.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Transaction } from '../../database/engine.ts';
import type { Call, Context, Reply, User } from '../../http/call.ts';
import { isLive, stateOfKey } from '../../http/connectors.ts';
import { conflict, notFound, say } from '../../http/problem.ts';
import { NO_DATA } from '../../http/reply-schemas.ts';
import { KEY_PREFIX, keyHash } from '../../http/session.ts';
import { todayIn } from '../../plant/plant-time.ts';
import { readId } from '../../requests/ids.ts';
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
      // A later expiry date makes an expired key valid again, so it needs a seat again.
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

/** Changes a key, with its version and history; the hash is left out of the history. */
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

async function generateKey(entity: Entity, { requireKeySeat }: Seats, context: Context): Promise<Reply> {
  const id = readId(context.params.id);
  const key = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
  await context.database.transaction(async (transaction) => {
    const before = await lockKey(transaction, id);
    if (before.hash || before.revocata) throw conflict('key-made');
    await requireKeySeat(transaction, before.id_utente);
    await changeKey(transaction, entity, before, personOf(context), {
      sql: 'hash = $3, prefisso = $4, creata = now()',
      values: [keyHash(key), key.slice(0, VISIBLE_LENGTH)],
    });
  });
  return { data: { secret: key }, description: say('key-shown-once', context.language) };
}

async function revokeKey(entity: Entity, context: Context): Promise<Reply> {
  const id = readId(context.params.id);
  await context.database.transaction(async (transaction) => {
    const before = await lockKey(transaction, id);
    if (before.revocata) throw conflict('key-revoked');
    await changeKey(transaction, entity, before, personOf(context), { sql: 'revocata = now()', values: [] });
  });
  return { data: null, description: say('key-gone', context.language) };
}

export function connectorKeyCalls(schemas: Schemas, seats: Seats): Call[] {
  const entity = schemas.byResource.entity(RESOURCE);
  const shared = { method: 'POST' as const, access: entity.access.write, tag: entity.name };
  return [
    {
      ...shared,
      path: `/${RESOURCE}/:id/genera`,
      shownOnce: ['secret'],
      summary: {
        it: 'La chiave di un connettore, mostrata una sola volta',
        en: 'The key of a connector, shown once',
      },
      reply: { type: 'object', properties: { secret: { type: 'string' } } },
      example: { data: { secret: 'ofk_Zk3w9a…' } },
      handle: (context) => generateKey(entity, seats, context),
    },
    {
      ...shared,
      path: `/${RESOURCE}/:id/revoca`,
      summary: { it: 'Revoca di una chiave', en: 'Revoke a key' },
      ...NO_DATA,
      handle: (context) => revokeKey(entity, context),
    },
  ];
}
