/** Webhooks: their events, secrets, test deliveries and log. */

import { randomBytes, randomUUID } from 'node:crypto';
import { isBlank } from '../../../schemas/validate.ts';
import { type ActHandler, act } from '../../capabilities/acts.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import { onceCommitted } from '../../database/joined.ts';
import { onlyRow } from '../../database/rows.ts';
import type { Context } from '../../http/call.ts';
import { addressFault } from '../../http/networks.ts';
import { conflict, forbidden, notFound } from '../../http/problem.ts';
import type { Routine } from '../../jobs/routine.ts';
import { wake } from '../../jobs/wake.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { changedRows, DELIVERY, queueEventFrom, type Reporter } from '../outbox/index.ts';
import { attempt, deliveryOf, tryAgain } from './deliveries.ts';
import { deliveryRoutine, forgettingRoutine } from './routine.ts';

export interface WebhookParts {
  /** Whether addresses in the internal network are allowed. */
  inside: boolean;
}

async function newSecret(queryable: Queryable, id: number): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  await queryable.query(
    'insert into segreto (codice, valore) values ($1, $2) on conflict (codice) do update set valore = excluded.valore',
    [`webhook/${id}`, secret],
  );
  return secret;
}

export async function switchOffWebhooks(queryable: Queryable): Promise<void> {
  await queryable.query('update webhook set attivo = 0 where attivo = 1');
}

const INTERVENTION = `jsonb_build_object('id', t.id, 'codice', t.codice, 'descrizione', t.descrizione,
  'id_oggetto', t.id_oggetto, 'oggetto', a.codice, 'id_stato', t.id_stato, 'stato', s.codice,
  'id_tecnico', t.id_tecnico, 'data_ordine', t.data_ordine, 'data_inizio', t.data_inizio, 'data_fine', t.data_fine)`;
/** The interventions as they were after these changes. */
const changed = (where: string): string =>
  `(${changedRows('odl')} join stato s on s.id = t.id_stato left join oggetto a on a.id = t.id_oggetto)
    where c.id = any($1::bigint[]) and ${where}`;
const PREVIOUS_STATE = `|| jsonb_build_object('id_stato_precedente', (c.prima ->> 'id_stato')::int, 'stato_precedente',
  (select codice from stato where id = (c.prima ->> 'id_stato')::int))`;

/** Queues the events of interventions. */
export const webhookReporter: Reporter = {
  resource: 'odl',
  columns: ['id_stato'],
  async report(transaction, changes) {
    const values = [changes.map(({ id }) => id)];
    await queueEventFrom(transaction, 'intervention.created', {
      data: INTERVENTION,
      from: changed('c.prima is null'),
      order: 'order by c.id',
      values,
    });
    await queueEventFrom(transaction, 'intervention.state_changed', {
      data: `${INTERVENTION} ${PREVIOUS_STATE}`,
      from: changed('c.prima is not null'),
      order: 'order by c.id',
      values,
    });
  },
};

const PROTOCOLS = /^https?:$/;

const writtenByServer = (): never => {
  throw forbidden('server-writes');
};

export const webhookRules = ({ inside }: WebhookParts): RulesByResource => ({
  webhook: {
    async check(row) {
      const { url } = row;
      const rule =
        typeof url === 'string' && !isBlank(url)
          ? addressFault(url, { inside, protocols: PROTOCOLS })
          : undefined;
      return rule ? [{ field: 'url', rule }] : [];
    },
    async afterWrite(row, before, { transaction }) {
      if (row && !before) await newSecret(transaction, row.id);
    },
  },
  'webhook/consegna': {
    guard: writtenByServer,
    beforeCreate: async () => writtenByServer(),
    async present(rows, { language }) {
      for (const row of rows) row.errore = row.traduzioni?.[language] || row.errore;
    },
  },
});

async function requireWebhook(database: Queryable, id: number): Promise<void> {
  const { rows } = await database.query('select 1 from webhook where id = $1 and canc = 0', [id]);
  if (!rows[0]) throw notFound();
}

/** Sends a test delivery within the request, without further attempts, because the user waits for the result. */
async function sendTest(context: Context, id: number, { inside }: WebhookParts): Promise<number> {
  const { database, user } = context;
  const { rows } = await database.query<{ id: number }>(
    `insert into webhook_consegna (id_webhook, evento, uid, creata, dati) values ($1, 'test', $2, now(), $3) returning id`,
    [id, randomUUID(), JSON.stringify({ test: true, utente: personOf({ user }).name })],
  );
  const delivery = (await deliveryOf(database, onlyRow(rows).id))!;
  const signal = new AbortController().signal;
  const failure = await attempt(database, delivery, { inside, signal, once: true });
  if (failure) throw failure;
  const done = await database.query<{ stato_risposta: number }>(
    'select stato_risposta from webhook_consegna where id = $1',
    [delivery.id],
  );
  return onlyRow(done.rows).stato_risposta;
}

export const webhookActs = (parts: WebhookParts): ActHandler[] => [
  {
    ...act('test-webhook', async (_body, { id, describe, ...context }) => {
      await requireWebhook(context.database, id);
      describe('webhook-tried', { status: await sendTest(context, id, parts) });
    }),
    once: 'beside',
  },
  act('renew-secret', async (_body, { id, within, describe }) => {
    const secret = await within(async (transaction) => {
      await requireWebhook(transaction, id);
      return newSecret(transaction, id);
    });
    describe('webhook-secret');
    return { secret };
  }),
  act('deliver-again', async (_body, { database, id, describe }) => {
    if (!(await deliveryOf(database, id))) throw notFound();
    if (!(await tryAgain(database, id))) throw conflict('webhook-not-failed');
    onceCommitted(database, () => wake(DELIVERY));
    describe('webhook-again');
  }),
];

export const webhookRoutines = (parts: WebhookParts): Routine[] => [
  deliveryRoutine(parts),
  forgettingRoutine,
];
