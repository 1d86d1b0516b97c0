/** The deliveries as they wait, are tried and end. */
import type { Text } from '../../../schemas/entity.ts';
import type { Queryable } from '../../database/engine.ts';
import { inBoth } from '../../jobs/in-both.ts';
import { type Answered, NotDelivered, type PostOptions, post } from './post.ts';

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
  /** Active, and not deleted. */
  acceso: boolean;
}

/** Minutes before the second attempt, the third, and so on: within a day all have been made. */
const PAUSES = [1, 5, 15, 60, 180, 360, 720];
const KEPT_DAYS = 30;
const PORTION = 20;
/** Longer than a trial may take. */
const TRIAL_MINUTES = 2;

const DELIVERY = `
  select c.id, c.id_webhook, c.evento, c.uid, c.creata, c.dati, c.tentativi, w.url, s.valore as segreto,
    w.canc = 0 and w.attivo = 1 as acceso
  from webhook_consegna c join webhook w on w.id = c.id_webhook
  left join segreto s on s.codice = 'webhook/' || w.id`;

/** What one that is switched off is to be told waits for it; one that is deleted is told of no more. */
const DUE = `c.stato = 'attesa' and c.prossimo <= now() and (w.attivo = 1 or w.canc <> 0)`;

export async function dueWebhooks(database: Queryable, without: number[]): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `select distinct w.id from webhook_consegna c join webhook w on w.id = c.id_webhook
     where ${DUE} and w.id <> all($1::int[])`,
    [without],
  );
  return rows.map(({ id }) => id);
}

/** The oldest first. */
export const dueDeliveries = async (database: Queryable, webhook: number): Promise<Delivery[]> =>
  (
    await database.query<Delivery>(
      `${DELIVERY} where ${DUE} and c.id_webhook = $1 order by c.id limit ${PORTION}`,
      [webhook],
    )
  ).rows;

/** A server that died at a trial left it without an end; nobody waits for it any more. */
export async function endLostTrials(database: Queryable): Promise<void> {
  const told = inBoth('webhook-trial-lost', {});
  await database.query(
    `update webhook_consegna set stato = 'fallita', errore = $1, traduzioni = $2
     where stato = 'attesa' and prossimo is null and creata < now() - make_interval(mins => ${TRIAL_MINUTES})`,
    [told.it, JSON.stringify(told)],
  );
}

export const deliveryOf = async (database: Queryable, id: number): Promise<Delivery | undefined> =>
  (await database.query<Delivery>(`${DELIVERY} where c.id = $1`, [id])).rows[0];

const bodyOf = ({ uid, evento, creata, dati }: Delivery): string =>
  JSON.stringify({ id: uid, event: evento, created: creata, data: JSON.parse(dati) });

async function succeed(database: Queryable, id: number, { status, text }: Answered): Promise<void> {
  await database.query(
    `update webhook_consegna set stato = 'consegnata', tentativi = tentativi + 1, stato_risposta = $2, risposta = $3,
       consegnata = now(), prossimo = null, errore = null, traduzioni = null where id = $1`,
    [id, status, text],
  );
}

async function fail(
  database: Queryable,
  { id, tentativi }: Delivery,
  { told, answered, final }: { told: Text; answered?: Answered; final: boolean },
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
      told.it.slice(0, 500),
      JSON.stringify(told),
    ],
  );
}

/** Tries once and writes what came of it; answers why not, when it was not accepted. */
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
      told: inBoth(key, params),
      answered,
      final: options.once === true || key === 'webhook-off',
    });
    return error;
  }
}

/** Due at once, with all its attempts again; false when it is not one that failed. */
export async function tryAgain(database: Queryable, id: number): Promise<boolean> {
  const { count } = await database.query(
    "update webhook_consegna set stato = 'attesa', prossimo = now(), tentativi = 0 where id = $1 and stato = 'fallita'",
    [id],
  );
  return count === 1;
}

/** What still waits then has waited for a webhook that is off. */
export async function forgetDeliveries(database: Queryable): Promise<number> {
  const { count } = await database.query(
    `delete from webhook_consegna where creata < now() - make_interval(days => ${KEPT_DAYS})`,
  );
  return count;
}
