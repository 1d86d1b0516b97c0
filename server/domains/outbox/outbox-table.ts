/** The rows of the outbox while they are sent: each is claimed, sent, and marked at once. */
import type { Text } from '../../../schemas/entity.ts';
import type { Database, Queryable } from '../../database/engine.ts';
import { cut } from '../../http/cut.ts';
import type { OutgoingMail } from './message.ts';

/** Seconds before each new attempt; after the last there is none. */
const PAUSES = [60, 600, 3600];
/** Longer than a mail may take over two lines (smtp.ts); one still claimed then was left by a server that died. */
const CLAIM_SECONDS = 600;
/** A mail that nobody could send for so long says nothing any more; without SMTP it waits to be read. */
const OLD_DAYS = { sending: 3, reading: 30 };
/** As long as the longest of the links. */
const LINK_DAYS = 3;
const KEPT_DAYS = { sent: 30, failed: 90, expired: 30 };
const ERROR_LENGTH = 1000;

export interface Claimed extends OutgoingMail {
  tentativi: number;
  /** Of this claim: whoever takes it up after another has a higher one. */
  versione: number;
  interventi: number[];
}

/** What could not be sent, and will not be tried again. */
export interface GivenUp {
  id: number;
  /** Those that it tells of. */
  interventi: number[];
  destinatario: string;
  oggetto: string;
}

const ABOUT = `case when quante > 1 then array(select (e ->> 'id')::int from jsonb_array_elements(elenco::jsonb) e)
  when id_odl is null then '{}' else array[id_odl] end as interventi`;

/**
 * A server that died at one mail left it claimed: whether it was taken nobody knows, so it is sent again, as the same.
 * That it was broken off was no refusal, and is no attempt.
 */
export async function takeBack(queryable: Queryable): Promise<void> {
  await queryable.query(
    `update posta set stato = 'attesa', tentativi = greatest(tentativi - 1, 0)
     where stato = 'invio' and prossimo_tentativo <= now()`,
  );
}

/** Nothing is sent late that has waited for a server to be set up. */
export async function expire(queryable: Queryable, use: keyof typeof OLD_DAYS): Promise<number> {
  const { count } = await queryable.query(
    `update posta set stato = 'scaduta', collegamento = null, prossimo_tentativo = null, versione = versione + 1
     where stato = 'attesa' and tentativi = 0 and prossimo_tentativo < now() - interval '${OLD_DAYS[use]} days'`,
  );
  return count;
}

/** Between two lists one looks what else has come. */
const LISTS_AT_ONCE = 1;

/**
 * What was never begun goes first: what the server has hung up at before keeps nobody back. A list of many goes after
 * what tells of one.
 */
export async function dueIds(queryable: Queryable, most: number): Promise<number[]> {
  const { rows } = await queryable.query<{ id: number; list: boolean }>(
    `select id, coalesce(quante > 1, false) as list from posta
     where stato = 'attesa' and prossimo_tentativo <= now()
     order by message_id is not null, list, prossimo_tentativo, id limit $1::int`,
    [most],
  );
  const first = rows.findIndex(({ list }) => list);
  return rows.slice(0, first < 0 ? most : Math.max(first, LISTS_AT_ONCE)).map(({ id }) => id);
}

/** Undefined when another has it. The Message-ID is given once, and stays. */
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

/** Whoever was so long that another has taken the mail up has nothing more to say of it. */
const STILL_MINE = `id = $1 and stato = 'invio' and versione = $2`;

export async function markSent(queryable: Queryable, { id, versione }: Claimed): Promise<void> {
  await queryable.query(
    `update posta set stato = 'inviata', inviata = now(), prossimo_tentativo = null, collegamento = null,
       errore = null, traduzioni = null, versione = versione + 1 where ${STILL_MINE}`,
    [id, versione],
  );
}

/** Broken off by this server's own stop, which is no attempt: it is due as it was. */
export async function giveBack(queryable: Queryable, { id, versione }: Claimed): Promise<void> {
  await queryable.query(
    `update posta set stato = 'attesa', tentativi = tentativi - 1, prossimo_tentativo = now(),
       versione = versione + 1 where ${STILL_MINE}`,
    [id, versione],
  );
}

const told = ({ it, en }: Text): [string, string] => [
  cut(it, ERROR_LENGTH),
  JSON.stringify({ it: cut(it, ERROR_LENGTH), en: cut(en, ERROR_LENGTH) }),
];

const NEXT = (attempts: string): string =>
  `now() + (array[${PAUSES.join(', ')}])[${attempts}] * interval '1 second'`;

/** One mail that did not go through: later again, unless it was the last attempt or refused for good. */
export async function markFailed(
  queryable: Queryable,
  { id, tentativi, versione }: Claimed,
  reason: Text,
  permanent: boolean,
): Promise<'over' | 'later' | 'lost'> {
  const over = permanent || tentativi > PAUSES.length;
  const { count } = await queryable.query(
    `update posta set stato = $3, errore = $4, traduzioni = $5, versione = versione + 1,
       prossimo_tentativo = ${over ? 'null' : NEXT('tentativi')} where ${STILL_MINE}`,
    [id, versione, over ? 'errore' : 'attesa', ...told(reason)],
  );
  if (count === 0) return 'lost';
  return over ? 'over' : 'later';
}

/** The way to the server is closed: it was an attempt for all that wait. */
export async function putOffAll(
  queryable: Queryable,
  reason: Text,
): Promise<{ count: number; over: GivenUp[] }> {
  const { rows } = await queryable.query<GivenUp & { stato: string }>(
    `update posta set tentativi = tentativi + 1, errore = $1, traduzioni = $2, versione = versione + 1,
       stato = case when tentativi >= ${PAUSES.length} then 'errore' else 'attesa' end,
       prossimo_tentativo = ${NEXT('tentativi + 1')}
     where stato = 'attesa' and prossimo_tentativo <= now()
     returning id, ${ABOUT}, destinatario, oggetto, stato`,
    told(reason),
  );
  return { count: rows.length, over: rows.filter(({ stato }) => stato === 'errore') };
}

/** By a person: at once, with all its attempts before it. */
export async function sendAgain(queryable: Queryable, id: number): Promise<boolean> {
  const { count } = await queryable.query(
    `update posta set stato = 'attesa', tentativi = 0, prossimo_tentativo = now(), versione = versione + 1
     where id = $1 and (stato in ('errore', 'scaduta') or stato = 'attesa' and tentativi > 0)`,
    [id],
  );
  return count > 0;
}

export async function forgetOld(database: Database): Promise<number> {
  const { sent, failed, expired } = KEPT_DAYS;
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
