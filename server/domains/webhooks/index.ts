/** Webhooks: their events, secrets, test deliveries and log. */

import { randomBytes, randomUUID } from 'node:crypto';
import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import { onceCommitted } from '../../database/joined.ts';
import { onlyRow } from '../../database/rows.ts';
import type { Call, Context } from '../../http/call.ts';
import { conflict, forbidden, notFound, say } from '../../http/problem.ts';
import { NO_DATA } from '../../http/reply-schemas.ts';
import type { Routine } from '../../jobs/routine.ts';
import { wake } from '../../jobs/wake.ts';
import { readId } from '../../requests/ids.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { DELIVERY, queueEventFrom } from '../outbox/index.ts';
import { attempt, deliveryOf, tryAgain } from './deliveries.ts';
import { isNamedInside } from './networks.ts';
import { deliveryRoutine, forgettingRoutine } from './routine.ts';

export interface WebhookParts {
  /** Addresses in the internal network are allowed. */
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
const FROM = `(odl t join stato s on s.id = t.id_stato left join oggetto a on a.id = t.id_oggetto) where t.id = any($1::int[])`;
const PREVIOUS_STATE = `|| jsonb_build_object('id_stato_precedente', $2::int, 'stato_precedente',
  (select codice from stato where id = $2::int))`;

function wrongUrl(url: string, inside: boolean): 'webhook-address' | 'webhook-inside' | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password)
    return 'webhook-address';
  return !inside && isNamedInside(parsed) ? 'webhook-inside' : undefined;
}

const writtenByServer = (): never => {
  throw forbidden('server-writes');
};

export const webhookRules = ({ inside }: WebhookParts): RulesByResource => ({
  webhook: {
    async check(row) {
      const rule = typeof row.url === 'string' ? wrongUrl(row.url, inside) : undefined;
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
  odl: {
    // Generated interventions are queued in one statement.
    afterCreateMany: (rows, { transaction }) =>
      queueEventFrom(transaction, 'intervention.created', {
        data: INTERVENTION,
        from: FROM,
        values: [rows.map(({ id }) => id)],
      }),
    async afterWrite(row, before, { transaction }) {
      if (row && !before)
        await queueEventFrom(transaction, 'intervention.created', {
          data: INTERVENTION,
          from: FROM,
          values: [[row.id]],
        });
      if (row && before && row.id_stato !== before.id_stato)
        await queueEventFrom(transaction, 'intervention.state_changed', {
          data: `${INTERVENTION} ${PREVIOUS_STATE}`,
          from: FROM,
          values: [[row.id], before.id_stato],
        });
    },
  },
});

async function webhookOf({ database, params }: Context): Promise<number> {
  const id = readId(params.id);
  const { rows } = await database.query('select 1 from webhook where id = $1 and canc = 0', [id]);
  if (!rows[0]) throw notFound();
  return id;
}

/** Sends a test delivery within the request, without retries: the user waits for the result. */
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

const shared = (entity: Entity) => ({
  method: 'POST' as const,
  access: entity.access.write,
  tag: entity.name,
  ...NO_DATA,
});

export function webhookCalls(schemas: Schemas, parts: WebhookParts): Call[] {
  const [hook, delivery] = [
    schemas.byResource.entity('webhook'),
    schemas.byResource.entity('webhook/consegna'),
  ];
  return [
    {
      ...shared(hook),
      path: `/${hook.resource}/:id/prova`,
      once: 'beside',
      summary: { it: 'Consegna di prova a un webhook', en: 'Test delivery to a webhook' },
      async handle(context) {
        const status = await sendTest(context, await webhookOf(context), parts);
        return { data: null, description: say('webhook-tried', context.language, { status }) };
      },
    },
    {
      ...shared(hook),
      path: `/${hook.resource}/:id/segreto`,
      shownOnce: ['secret'],
      summary: {
        it: 'Nuovo segreto di un webhook, mostrato una sola volta',
        en: 'New secret of a webhook, shown once',
      },
      reply: { type: 'object', properties: { secret: { type: 'string' } } },
      example: { data: { secret: 'whsec_Zk3w9a…' } },
      async handle(context) {
        const secret = await newSecret(context.database, await webhookOf(context));
        return { data: { secret }, description: say('webhook-secret', context.language) };
      },
    },
    {
      ...shared(delivery),
      path: `/${delivery.resource}/:id/riprova`,
      summary: { it: 'Nuovo invio di una consegna fallita', en: 'Repeat a failed delivery' },
      async handle({ database, params, language }) {
        const id = readId(params.id);
        if (!(await deliveryOf(database, id))) throw notFound();
        if (!(await tryAgain(database, id))) throw conflict('webhook-not-failed');
        onceCommitted(database, () => wake(DELIVERY));
        return { data: null, description: say('webhook-again', language) };
      },
    },
  ];
}

export const webhookRoutines = (parts: WebhookParts): Routine[] => [
  deliveryRoutine(parts),
  forgettingRoutine,
];
