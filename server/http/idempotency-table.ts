/** The table of responses to calls with an idempotency key. Each is written together with the effect of its call. */
import type { Queryable } from '../database/engine.ts';
import { onlyRow } from '../database/rows.ts';

/** Identifies a call: its user, key and address. */
export interface Mark {
  user: number;
  key: string;
  /** The hash of method, path and query. */
  scope: string;
}

export interface StoredAnswer {
  /** The hash of the request body. */
  fingerprint: string;
  status: number;
  /** The envelope as sent, without the members that are returned only once. */
  text: string;
  /** 1 if such a member was left out. */
  incomplete: number;
}

const COLUMNS = `k.impronta as fingerprint, k.stato as status, k.risposta as text, k.incompleta as incomplete`;
const OF_MARK = 'k.id_utente = $1 and k.chiave = $2 and k.ambito = $3';

export async function storedAnswer(
  queryable: Queryable,
  { user, key, scope }: Mark,
): Promise<StoredAnswer | undefined> {
  const { rows } = await queryable.query<StoredAnswer>(
    `select ${COLUMNS} from risposta_tenuta k where ${OF_MARK}`,
    [user, key, scope],
  );
  return rows[0];
}

type Found = { free: boolean } & (StoredAnswer | { text: null });

const FIND = `
  select pg_try_advisory_xact_lock(hashtextextended($4, 0)) as free, ${COLUMNS}
  from (select 1) one left join risposta_tenuta k on ${OF_MARK}`;

/**
 * Returns the stored response. If there is none, the call is free: no other server runs it before the transaction
 * ends.
 */
export async function findAnswer(
  queryable: Queryable,
  { user, key, scope }: Mark,
): Promise<{ stored?: StoredAnswer; free: boolean }> {
  const lock = `${user} ${key} ${scope}`;
  const { rows } = await queryable.query<Found>(FIND, [user, key, scope, lock]);
  const found = onlyRow(rows);
  if (!found.text) return { free: found.free };
  const { free, ...stored } = found;
  return { stored, free };
}

/** The code of the unique violation, if another server was faster. */
export const TAKEN = '23505';

const INSERT = `
  insert into risposta_tenuta (id_utente, chiave, ambito, impronta, stato, risposta, incompleta)
  values ($1, $2, $3, $4, $5, $6, $7)`;

export async function storeAnswer(
  queryable: Queryable,
  { user, key, scope }: Mark,
  { fingerprint, status, text, incomplete }: StoredAnswer,
): Promise<void> {
  await queryable.query(INSERT, [user, key, scope, fingerprint, status, text, incomplete]);
}

export async function forgetAnswers(queryable: Queryable, days: number): Promise<number> {
  const { count } = await queryable.query(
    'delete from risposta_tenuta where creata < now() - make_interval(days => $1)',
    [days],
  );
  return count;
}
