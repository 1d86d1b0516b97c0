/** The table of answers that were given to calls with an idempotency key; each is written with the effect of its call. */
import type { Queryable } from '../database/engine.ts';
import { onlyRow } from '../database/rows.ts';

/** Whose call it is, and which. */
export interface Mark {
  user: number;
  key: string;
  /** Of method, path and query. */
  scope: string;
}

export interface KeptAnswer {
  /** Of the body that was sent. */
  fingerprint: string;
  status: number;
  /** The envelope as it was sent, without what is shown once. */
  text: string;
  /** Something was shown once, and is not kept. */
  incomplete: number;
}

const KEPT = `k.impronta as fingerprint, k.stato as status, k.risposta as text, k.incompleta as incomplete`;
const OF_MARK = 'k.id_utente = $1 and k.chiave = $2 and k.ambito = $3';

export async function keptAnswer(
  queryable: Queryable,
  { user, key, scope }: Mark,
): Promise<KeptAnswer | undefined> {
  const { rows } = await queryable.query<KeptAnswer>(
    `select ${KEPT} from risposta_tenuta k where ${OF_MARK}`,
    [user, key, scope],
  );
  return rows[0];
}

type Found = { free: boolean } & (KeptAnswer | { text: null });

const FIND = `
  select pg_try_advisory_xact_lock(hashtextextended($4, 0)) as free, ${KEPT}
  from (select 1) one left join risposta_tenuta k on ${OF_MARK}`;

/** The answer that is kept. Without one: whether no other server is at this call now, and none will be until the transaction ends. */
export async function findAnswer(
  queryable: Queryable,
  { user, key, scope }: Mark,
): Promise<{ kept?: KeptAnswer; free: boolean }> {
  const lock = `${user} ${key} ${scope}`;
  const { rows } = await queryable.query<Found>(FIND, [user, key, scope, lock]);
  const found = onlyRow(rows);
  if (!found.text) return { free: found.free };
  const { free, ...kept } = found;
  return { kept, free };
}

/** A violation of the key: another was faster. */
export const TAKEN = '23505';

const KEEP = `
  insert into risposta_tenuta (id_utente, chiave, ambito, impronta, stato, risposta, incompleta)
  values ($1, $2, $3, $4, $5, $6, $7)`;

export async function keepAnswer(
  queryable: Queryable,
  { user, key, scope }: Mark,
  { fingerprint, status, text, incomplete }: KeptAnswer,
): Promise<void> {
  await queryable.query(KEEP, [user, key, scope, fingerprint, status, text, incomplete]);
}

export async function forgetAnswers(queryable: Queryable, days: number): Promise<number> {
  const { count } = await queryable.query(
    'delete from risposta_tenuta where creata < now() - make_interval(days => $1)',
    [days],
  );
  return count;
}
