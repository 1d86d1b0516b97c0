/** The rows of deliveries: waiting, attempted and finished. */
import type { Text } from '../../../schemas/entity.ts';
import type { Queryable } from '../../database/engine.ts';
import { NotDelivered, type PostOptions, type ReplyStart } from '../../http/checked-post.ts';
import { inBoth } from '../../jobs/in-both.ts';
import { post } from './post.ts';

export interface Delivery {
  id: number;
  id_webhook: number;
  evento: string;
  uid: string;
  creata: string;
  dati: string;
  tentativi: number;
  url: string;
  segreto: string | null;
  /** Whether the webhook is active and not deleted. */
  acceso: boolean;
}

/** The pauses in minutes before the second and later attempts, all within a day. */
const PAUSES = [1, 5, 15, 60, 180, 360, 720];
const RETENTION_DAYS = 30;
const PORTION = 20;
/** The time in minutes that a test delivery never exceeds. */
const TEST_MINUTES = 2;

const DELIVERY = `
  select c.id, c.id_webhook, c.evento, c.uid, c.creata, c.dati, c.tentativi, w.url, s.valore as segreto,
    w.canc = 0 and w.attivo = 1 as acceso
  from webhook_consegna c join webhook w on w.id = c.id_webhook
  left join segreto s on s.codice = 'webhook/' || w.id`;

/**
 * The condition for due deliveries. Those of an inactive webhook wait until it is active. Those of a deleted one
 * are ended.
 */
const DUE = `c.stato = 'attesa' and c.prossimo <= now() and (w.attivo = 1 or w.canc <> 0)`;

export async function dueWebhooks(database: Queryable, without: number[]): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `select distinct w.id from webhook_consegna c join webhook w on w.id = c.id_webhook
     where ${DUE} and w.id <> all($1::int[])`,
    [without],
  );
  return rows.map(({ id }) => id);
}

/** Returns due deliveries, oldest first. */
export const dueDeliveries = async (database: Queryable, webhook: number): Promise<Delivery[]> =>
  (
    await database.query<Delivery>(
      `${DELIVERY} where ${DUE} and c.id_webhook = $1 order by c.id limit ${PORTION}`,
      [webhook],
    )
  ).rows;

/** Ends test deliveries of a server that died, since no request waits for them. */
export async function endLostTests(database: Queryable): Promise<void> {
  const text = inBoth('webhook-trial-lost', {});
  await database.query(
    `update webhook_consegna set stato = 'fallita', errore = $1, traduzioni = $2
     where stato = 'attesa' and prossimo is null and creata < now() - make_interval(mins => ${TEST_MINUTES})`,
    [text.it, JSON.stringify(text)],
  );
}

export const deliveryOf = async (database: Queryable, id: number): Promise<Delivery | undefined> =>
  (await database.query<Delivery>(`${DELIVERY} where c.id = $1`, [id])).rows[0];

const bodyOf = ({ uid, evento, creata, dati }: Delivery): string =>
  JSON.stringify({ id: uid, event: evento, created: creata, data: JSON.parse(dati) });

async function succeed(database: Queryable, id: number, { status, text }: ReplyStart): Promise<void> {
  await database.query(
    `update webhook_consegna set stato = 'consegnata', tentativi = tentativi + 1, stato_risposta = $2, risposta = $3,
       consegnata = now(), prossimo = null, errore = null, traduzioni = null where id = $1`,
    [id, status, text],
  );
}

async function fail(
  database: Queryable,
  { id, tentativi }: Delivery,
  { text, answered, final }: { text: Text; answered?: ReplyStart; final: boolean },
): Promise<void> {
  const pause = final ? undefined : PAUSES[tentativi];
  await database.query(
    `update webhook_consegna set stato = case when $2::int is null then 'fallita' else 'attesa' end,
       prossimo = now() + make_interval(mins => $2::int), tentativi = tentativi + 1, stato_risposta = $3, risposta = $4,
       errore = $5, traduzioni = $6 where id = $1`,
    [
      id,
      pause ?? null,
      answered?.status ?? null,
      answered?.text ?? null,
      text.it.slice(0, 500),
      JSON.stringify(text),
    ],
  );
}

/** Tries once and stores the result. Returns the failure if there is one. */
export async function attempt(
  database: Queryable,
  delivery: Delivery,
  options: PostOptions & { once?: boolean },
): Promise<NotDelivered | undefined> {
  const { url, segreto, acceso, uid, evento } = delivery;
  try {
    if (!(acceso || options.once) || !segreto) throw new NotDelivered('webhook-off', {});
    const message = { id: uid, event: evento, body: bodyOf(delivery), secret: segreto };
    await succeed(database, delivery.id, await post(url, message, options));
    return undefined;
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error;
    const { key, params, answered } = error;
    await fail(database, delivery, {
      text: inBoth(key, params),
      answered,
      final: options.once === true || key === 'webhook-off',
    });
    return error;
  }
}

/** Makes a failed delivery due at once, with all attempts again. Returns false if it has not failed. */
export async function tryAgain(database: Queryable, id: number): Promise<boolean> {
  const { count } = await database.query(
    "update webhook_consegna set stato = 'attesa', prossimo = now(), tentativi = 0 where id = $1 and stato = 'fallita'",
    [id],
  );
  return count === 1;
}

/** Deletes old deliveries, also waiting ones, whose webhook has been inactive. */
export async function forgetDeliveries(database: Queryable): Promise<number> {
  const { count } = await database.query(
    `delete from webhook_consegna where creata < now() - make_interval(days => ${RETENTION_DAYS})`,
  );
  return count;
}
