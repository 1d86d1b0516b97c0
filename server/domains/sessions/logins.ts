/**
 * Sessions as rows, one per user. A sign-in increases the number of the session, a refresh replaces its token, a
 * sign-out ends it.
 */

import { randomUUID } from 'node:crypto';
import { REFRESH_INVALID } from '../../../schemas/results.ts';
import type { Queryable, Transaction } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import type { ApiSchema, Context } from '../../http/call.ts';
import { unauthenticated } from '../../http/problem.ts';
import { checkSession, type Sessions } from '../../http/session.ts';
import { BadToken } from '../../http/tokens.ts';
import { mailLanguage } from '../outbox/index.ts';
import { mailNotice } from './links.ts';
import { personById } from './people.ts';
import { type Ending, ended, endVisits, LISTED_FOR, type Visit, visitValues } from './visits.ts';

const ACCESS_SECONDS = 15 * 60;
export const REFRESH_SECONDS = 12 * 60 * 60;

export interface TokenPair {
  access_token: string;
  /** Null if a cookie holds the token. */
  refresh_token: string | null;
}

export const PAIR: ApiSchema = {
  type: 'object',
  required: ['access_token', 'refresh_token'],
  properties: { access_token: { type: 'string' }, refresh_token: { type: ['string', 'null'] } },
};
export const PAIR_EXAMPLE: TokenPair = {
  access_token: 'eyJhbGciOiJIUzI1NiJ9…',
  refresh_token: 'eyJhbGciOiJIUzI1NiJ9…',
};

const refreshEnd = (): string => new Date(Date.now() + REFRESH_SECONDS * 1000).toISOString();

async function issuePair(
  sessions: Sessions,
  id: number,
  session: number,
  before: string,
): Promise<TokenPair> {
  const account = await sessions.accounts.find(id);
  if (!account) throw unauthenticated(REFRESH_INVALID, 'refresh-token');
  const user = {
    nome: account.user.name,
    ruolo: account.user.role,
    traduzioni_ruolo: account.user.roleNames ?? undefined,
    idUtente: id,
    codice_famiglia_ruolo: account.user.family,
  };
  return {
    access_token: await sessions.tokens.sign('access', { user, sessione: session }, ACCESS_SECONDS),
    refresh_token: await sessions.tokens.sign(
      'refresh',
      { idUtente: id, sessione: session, prima: before },
      REFRESH_SECONDS,
    ),
  };
}

const START = `
  with mia as (
    insert into credenziale as c (id_utente, sessione, refresh_id, refresh_scade) values ($1, 1, $2, $3)
    on conflict (id_utente) do update
      set sessione = c.sessione + 1, refresh_id = excluded.refresh_id, refresh_scade = excluded.refresh_scade
    returning sessione
  ), finite as (
    update sessione set ${ended("'sostituita'")} where id_utente = $1 and fine is null
  ), tolte as (
    delete from sessione where id_utente = $1 and fine < now() - interval '${LISTED_FOR}'
  )
  insert into sessione (id_utente, numero, scade, modo, indirizzo, dispositivo)
  select $1, sessione, $3, $4, $5, $6 from mia returning numero`;

/** Starts a session and ends the user's other one. Users of single sign-on may have no password and no row yet. */
export async function startSession(
  sessions: Sessions,
  database: Queryable,
  id: number,
  visit: Visit,
): Promise<TokenPair> {
  const refreshId = randomUUID();
  const { rows } = await database.query<{ numero: number }>(START, [
    id,
    refreshId,
    refreshEnd(),
    ...visitValues(visit),
  ]);
  sessions.accounts.forget(id);
  return issuePair(sessions, id, onlyRow(rows).numero, refreshId);
}

const RENEW = `
  with mia as (
    update credenziale set refresh_id = $3, refresh_scade = $5
    where id_utente = $1 and sessione = $2 and refresh_id in ($3, $4) returning sessione
  ), vista as (
    update sessione set vista = now(), scade = $5 from mia where id_utente = $1 and numero = mia.sessione and fine is null
  )
  select count(*)::int as count from mia`;

const LOCK_OPEN =
  'select 1 from credenziale where id_utente = $1 and sessione = $2 and refresh_id is not null for update';

/** Ends a session when an old refresh token is used: two clients have the token, and one may be an attacker. */
async function endReused(sessions: Sessions, context: Context, id: number, session: number): Promise<void> {
  await context.database.transaction(async (transaction) => {
    if ((await transaction.query(LOCK_OPEN, [id, session])).rows.length === 0) return;
    await endSession(sessions, transaction, id, 'riuso');
    const person = await personById(transaction, id);
    if (person) await mailNotice(transaction, person, 'session-reused', mailLanguage(context.setting));
  });
}

/**
 * Renews a session. The last token stays valid until its successor is used, since replies can be lost and two tabs
 * can refresh at once.
 */
export async function renewSession(
  sessions: Sessions,
  context: Context,
  { id, refresh_token }: { id: number; refresh_token: string },
): Promise<TokenPair> {
  const claims = await sessions.tokens.read('refresh', refresh_token).catch((error) => {
    throw error instanceof BadToken ? unauthenticated(REFRESH_INVALID, 'refresh-token') : error;
  });
  const session = Number(claims.sessione);
  if (claims.idUtente !== id) throw unauthenticated(REFRESH_INVALID, 'refresh-token');
  sessions.accounts.forget(id);
  const account = await sessions.accounts.find(id);
  if (!account?.signedIn) throw unauthenticated(REFRESH_INVALID, 'refresh-token');
  checkSession(account, session);
  const tokenId = claims.jti;
  const values = [id, session, tokenId, claims.prima ?? tokenId, refreshEnd()];
  const { rows } = await context.database.query<{ count: number }>(RENEW, values);
  if (onlyRow(rows).count > 0) return issuePair(sessions, id, session, tokenId);
  await endReused(sessions, context, id, session);
  throw unauthenticated(REFRESH_INVALID, 'refresh-token');
}

const isTransaction = (database: Queryable): database is Transaction => 'afterCommit' in database;

export async function endSession(
  sessions: { accounts: Pick<Sessions['accounts'], 'forget'> },
  database: Queryable,
  id: number,
  ending: Ending = 'uscita',
): Promise<void> {
  await database.query(
    'update credenziale set refresh_id = null, refresh_scade = null where id_utente = $1',
    [id],
  );
  await endVisits(database, id, ending);
  const forget = () => sessions.accounts.forget(id);
  // Before the commit, other requests would cache the old session again.
  if (isTransaction(database)) database.afterCommit(forget);
  else forget();
}
