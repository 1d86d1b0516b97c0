/** Sessions as rows: one per user; a login raises its number, a refresh gives it a new token, a logout ends it. */
import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/engine.ts';
import { unauthenticated } from '../../http/problem.ts';
import { checkSession, type Sessions } from '../../http/session.ts';
import { BadToken } from '../../http/tokens.ts';

const ACCESS_SECONDS = 15 * 60;
const REFRESH_SECONDS = 12 * 60 * 60;

export interface TokenPair {
  access_token: string;
  refresh_token: string;
}

const refreshEnd = (): string => new Date(Date.now() + REFRESH_SECONDS * 1000).toISOString();

async function issuePair(
  sessions: Sessions,
  id: number,
  session: number,
  refreshId: string,
): Promise<TokenPair> {
  const account = await sessions.accounts.find(id);
  if (!account) throw unauthenticated(-101, 'refresh-token');
  const user = {
    nome: account.user.name,
    ruolo: account.user.role,
    idUtente: id,
    codice_famiglia_ruolo: account.user.family,
  };
  return {
    access_token: await sessions.tokens.sign('access', { user, sessione: session }, ACCESS_SECONDS),
    refresh_token: await sessions.tokens.sign(
      'refresh',
      { idUtente: id, sessione: session },
      REFRESH_SECONDS,
      refreshId,
    ),
  };
}

/** Ends the session the user may have elsewhere. */
export async function startSession(sessions: Sessions, database: Queryable, id: number): Promise<TokenPair> {
  const refreshId = randomUUID();
  const { rows } = await database.query<{ sessione: number }>(
    `update credenziale set sessione = sessione + 1, refresh_id = $2, refresh_scade = $3
     where id_utente = $1 returning sessione`,
    [id, refreshId, refreshEnd()],
  );
  sessions.accounts.forget(id);
  return issuePair(sessions, id, rows[0]!.sessione, refreshId);
}

/**
 * A refresh token is good once. A second use does not end the session: whoever took the token first holds the
 * session, and the other person's next login ends it.
 */
export async function renewSession(
  sessions: Sessions,
  database: Queryable,
  { id, refresh_token }: { id: number; refresh_token: string },
): Promise<TokenPair> {
  const claims = await sessions.tokens.read('refresh', refresh_token).catch((error) => {
    throw error instanceof BadToken ? unauthenticated(-101, 'refresh-token') : error;
  });
  const session = Number(claims.sessione);
  if (claims.idUtente !== id) throw unauthenticated(-101, 'refresh-token');
  sessions.accounts.forget(id);
  const account = await sessions.accounts.find(id);
  if (!account?.signedIn) throw unauthenticated(-101, 'refresh-token');
  checkSession(account, session);
  const refreshId = randomUUID();
  const { count } = await database.query(
    `update credenziale set refresh_id = $4, refresh_scade = $5
     where id_utente = $1 and sessione = $2 and refresh_id = $3`,
    [id, session, claims.jti, refreshId, refreshEnd()],
  );
  if (count === 0) throw unauthenticated(-101, 'refresh-token');
  return issuePair(sessions, id, session, refreshId);
}

export async function endSession(sessions: Sessions, database: Queryable, id: number): Promise<void> {
  await database.query(
    'update credenziale set refresh_id = null, refresh_scade = null where id_utente = $1',
    [id],
  );
  sessions.accounts.forget(id);
}
