/** The rows of the outbox while they are sent: each mail is claimed, sent, and marked at once. */
import type { Text } from '../../../schemas/entity.ts';
import type { Database, Queryable } from '../../database/engine.ts';
import { cut } from '../../http/cut-text.ts';
import type { OutgoingMail } from './message.ts';

/** The pauses before new attempts, in seconds. There are no more attempts after them. */
const PAUSES = [60, 600, 3600];
/** Longer than a mail may take on two connections (smtp.ts). An older claim belongs to a server that died. */
const CLAIM_SECONDS = 600;
/** The age at which a mail is no longer sent. Without SMTP the mail stays longer, so that it can be read. */
const EXPIRY_DAYS = { sending: 3, reading: 30 };
/** The validity of the link that is valid longest. */
const LINK_DAYS = 3;
const RETENTION_DAYS = { sent: 30, failed: 90, expired: 30 };
const ERROR_LENGTH = 1000;

export interface Claimed extends OutgoingMail {
  tentativi: number;
  /** The version of this claim. A later claim has a higher one. */
  versione: number;
  interventi: number[];
}

/** A mail that could not be sent and is not tried again. */
export interface GivenUp {
  id: number;
  /** The interventions that the mail is about. */
  interventi: number[];
  destinatario: string;
  oggetto: string;
}

const ABOUT = `case when quante > 1 then array(select (e ->> 'id')::int from jsonb_array_elements(elenco::jsonb) e)
  when id_odl is null then '{}' else array[id_odl] end as interventi`;

/**
 * Releases claims of a server that died. Whether the SMTP server accepted the mail is unknown, so it is sent again
 * with the same Message-ID, and the attempt does not count.
 */
export async function takeBack(queryable: Queryable): Promise<void> {
  await queryable.query(
    `update posta set stato = 'attesa', tentativi = greatest(tentativi - 1, 0)
     where stato = 'invio' and prossimo_tentativo <= now()`,
  );
}

/** Expires mails that have waited too long, so that a new mail server does not send old mails. */
export async function expire(queryable: Queryable, use: keyof typeof EXPIRY_DAYS): Promise<number> {
  const { count } = await queryable.query(
    `update posta set stato = 'scaduta', collegamento = null, prossimo_tentativo = null, versione = versione + 1
     where stato = 'attesa' and tentativi = 0 and prossimo_tentativo < now() - interval '${EXPIRY_DAYS[use]} days'`,
  );
  return count;
}

/** The number of lists per run. After each list the routine looks for new mails. */
const LISTS_AT_ONCE = 1;

/**
 * Returns due mails. New mails come before retried ones, so that a failing mail delays no others, and single mails
 * before lists.
 */
export async function dueIds(queryable: Queryable, limit: number): Promise<number[]> {
  const { rows } = await queryable.query<{ id: number; list: boolean }>(
    `select id, coalesce(quante > 1, false) as list from posta
     where stato = 'attesa' and prossimo_tentativo <= now()
     order by message_id is not null, list, prossimo_tentativo, id limit $1::int`,
    [limit],
  );
  const first = rows.findIndex(({ list }) => list);
  return rows.slice(0, first < 0 ? limit : Math.max(first, LISTS_AT_ONCE)).map(({ id }) => id);
}

/** Claims a mail. Returns undefined if another server has claimed it. Sets the Message-ID once. */
export async function claim(queryable: Queryable, id: number, domain: string): Promise<Claimed | undefined> {
  const { rows } = await queryable.query<Claimed>(
    `update posta set stato = 'invio', tentativi = tentativi + 1,
       prossimo_tentativo = now() + interval '${CLAIM_SECONDS} seconds',
       message_id = coalesce(message_id, gen_random_uuid() || '@' || $2::text), versione = versione + 1,
       raccolta = null
     where id = $1 and stato = 'attesa' and prossimo_tentativo <= now()
     returning id, creata, destinatario, nome_destinatario, oggetto, corpo, formato, genere, message_id, collegamento,
       tentativi, versione, ${ABOUT}`,
    [id, domain],
  );
  return rows[0];
}

/** The condition that no other server has claimed the mail since: each claim changes `versione`. */
const IS_CURRENT_CLAIM = `id = $1 and stato = 'invio' and versione = $2`;

export async function markSent(queryable: Queryable, { id, versione }: Claimed): Promise<void> {
  await queryable.query(
    `update posta set stato = 'inviata', inviata = now(), prossimo_tentativo = null, collegamento = null,
       errore = null, traduzioni = null, versione = versione + 1 where ${IS_CURRENT_CLAIM}`,
    [id, versione],
  );
}

/** Releases a mail that was being sent when this server stopped. The attempt does not count. */
export async function giveBack(queryable: Queryable, { id, versione }: Claimed): Promise<void> {
  await queryable.query(
    `update posta set stato = 'attesa', tentativi = tentativi - 1, prossimo_tentativo = now(),
       versione = versione + 1 where ${IS_CURRENT_CLAIM}`,
    [id, versione],
  );
}

const errorColumns = ({ it, en }: Text): [string, string] => [
  cut(it, ERROR_LENGTH),
  JSON.stringify({ it: cut(it, ERROR_LENGTH), en: cut(en, ERROR_LENGTH) }),
];

const NEXT_ATTEMPT = (attempts: string): string =>
  `now() + (array[${PAUSES.join(', ')}])[${attempts}] * interval '1 second'`;

/**
 * Marks a failed attempt. The mail is sent again later, unless this was the last attempt or a permanent refusal.
 */
export async function markFailed(
  queryable: Queryable,
  { id, tentativi, versione }: Claimed,
  reason: Text,
  permanent: boolean,
): Promise<'over' | 'later' | 'lost'> {
  const isFinal = permanent || tentativi > PAUSES.length;
  const { count } = await queryable.query(
    `update posta set stato = $3, errore = $4, traduzioni = $5, versione = versione + 1,
       prossimo_tentativo = ${isFinal ? 'null' : NEXT_ATTEMPT('tentativi')} where ${IS_CURRENT_CLAIM}`,
    [id, versione, isFinal ? 'errore' : 'attesa', ...errorColumns(reason)],
  );
  if (count === 0) return 'lost';
  return isFinal ? 'over' : 'later';
}

/** Counts one attempt for all due mails if the server cannot be reached. */
export async function putOffAll(
  queryable: Queryable,
  reason: Text,
): Promise<{ count: number; over: GivenUp[] }> {
  const { rows } = await queryable.query<GivenUp & { stato: string }>(
    `update posta set tentativi = tentativi + 1, errore = $1, traduzioni = $2, versione = versione + 1,
       stato = case when tentativi >= ${PAUSES.length} then 'errore' else 'attesa' end,
       prossimo_tentativo = ${NEXT_ATTEMPT('tentativi + 1')}
     where stato = 'attesa' and prossimo_tentativo <= now()
     returning id, ${ABOUT}, destinatario, oggetto, stato`,
    errorColumns(reason),
  );
  return { count: rows.length, over: rows.filter(({ stato }) => stato === 'errore') };
}

/** Sends a mail again at once, for a user. The number of its attempts starts at zero. */
export async function sendAgain(queryable: Queryable, id: number): Promise<boolean> {
  const { count } = await queryable.query(
    `update posta set stato = 'attesa', tentativi = 0, prossimo_tentativo = now(), versione = versione + 1
     where id = $1 and (stato in ('errore', 'scaduta') or stato = 'attesa' and tentativi > 0)`,
    [id],
  );
  return count > 0;
}

export async function forgetOld(database: Database): Promise<number> {
  const { sent, failed, expired } = RETENTION_DAYS;
  await database.query(
    `update posta set collegamento = null where collegamento is not null and creata < now() - interval '${LINK_DAYS} days'`,
  );
  const { count } = await database.query(
    `delete from posta where
       (stato = 'inviata' and inviata < now() - interval '${sent} days')
       or (stato = 'errore' and creata < now() - interval '${failed} days')
       or (stato = 'scaduta' and creata < now() - interval '${expired} days')`,
  );
  return count;
}
