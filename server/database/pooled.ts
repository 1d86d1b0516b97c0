/** Queries, transactions and errors with a pool of connections. They are the same for both engines. */
import type pg from 'pg';
import type {
  EngineLog,
  Queryable,
  QueryResult,
  Snapshot,
  Transaction,
  TransactionOptions,
} from './database.ts';
import { codeOf, EngineBusy, messageOf, OutcomeUnknown } from './startup-error.ts';
import { run, type Sending, Statements } from './statements.ts';

export const OWN_SESSIONS: Sending = { prepared: true, pipelined: false };

export type Unhurried = <T>(client: pg.PoolClient, work: () => Promise<T>) => Promise<T>;

const ATTEMPTS = 3;
const SERIALISATION = new Set(['40001', '40P01']);
export const CANCELLED = '57014';

/**
 * Returns whether the table changed after the statement was prepared. A new connection prepares the statement
 * again.
 */
const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && messageOf(error).startsWith('cached plan');

/** Returns whether the connection is lost or unreliable. */
export const isBroken = (error: unknown): boolean => {
  const code = codeOf(error);
  return (
    error instanceof EngineBusy ||
    isStalePlan(error) ||
    code === undefined ||
    !/^[0-9A-Z]{5}$/.test(code) ||
    /^(08|57P)/.test(code)
  );
};

/**
 * The SQLSTATEs of a backend that ends or accepts no client: 08 connection, 57P0 shutdown and crash, 53300 full,
 * 25P03/4 timeout.
 */
const ENDED = /^(08...|57P0.|53300|25P0[34])$/;
const SYSTEM = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST\w+|ENET\w+)$/;
/** The messages of errors of the driver that have no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|Cannot use a pool)/;

/** Returns whether the database or this connection is lost. */
const isLost = (error: unknown): boolean => {
  const code = codeOf(error) ?? '';
  return ENDED.test(code) || SYSTEM.test(code) || (code === '' && DRIVER_MESSAGES.test(messageOf(error)));
};

const lost = (cause: unknown): EngineBusy =>
  new EngineBusy('The connection to the database was lost.', { cause });

/** Is thrown if nothing was sent to the database, so that another connection may try again. */
class NotBegun extends EngineBusy {}

export function translated(error: unknown): unknown {
  if (error instanceof EngineBusy) return error;
  if (codeOf(error) === CANCELLED)
    return new EngineBusy('A statement ran longer than allowed and was cancelled.', { cause: error });
  if (messageOf(error).startsWith('timeout exceeded when trying to connect'))
    return new EngineBusy('The database is busy: no connection became free in time.', { cause: error });
  return isLost(error) ? lost(error) : error;
}

export const beginOf = ({ settings }: Sending): string => (settings ? `begin; ${settings}` : 'begin');

/** Runs one statement. With settings it is a transaction, whose three messages are sent together. */
async function runAlone<R>(
  client: pg.PoolClient,
  sending: Sending,
  text: string,
  values?: unknown[],
): Promise<QueryResult<R>> {
  const statement = () => run<R>(client, sending, text, values);
  if (!sending.settings) return statement();
  const [begun, result, committed] = await Promise.allSettled([
    client.query(beginOf(sending)),
    statement(),
    client.query('commit'),
  ]);
  if (begun.status === 'rejected') throw begun.reason;
  if (result.status === 'rejected') throw result.reason;
  if (committed.status === 'rejected') throw committed.reason;
  return result.value;
}

/** Lends a connection to `work`. A broken one is not returned to the pool. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw translated(error);
  }
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    broken = isBroken(error) && !(error instanceof RolledBack);
    throw translated(error instanceof RolledBack ? error.cause : error);
  } finally {
    client.release(broken);
  }
}

/** Contains the error of a transaction whose connection still works. */
class RolledBack extends Error {}

/** Commits. Nobody knows whether it was committed if the connection is lost here. */
async function commit(statements: Statements): Promise<void> {
  const committed = statements.plain('commit');
  const [outcome, failure] = await Promise.all([
    committed.then(
      ({ command }) => ({ command }),
      (error: unknown) => ({ error }),
    ),
    statements.failureOfSent(),
  ]);
  if ('error' in outcome && isLost(outcome.error))
    throw new OutcomeUnknown('The connection was lost at a commit.', { cause: outcome.error });
  if (failure) throw failure.error;
  if ('error' in outcome) throw outcome.error;
  if (outcome.command !== 'COMMIT')
    throw new Error('The transaction was not committed: one of its statements had failed.');
}

async function attempt<T>(
  client: pg.PoolClient,
  work: (transaction: Transaction) => Promise<T>,
  { log, sending }: { log: EngineLog; sending: Sending },
): Promise<T> {
  const acts: (() => void)[] = [];
  let result: T;
  const statements = new Statements(client, sending);
  const begun = statements.plain(beginOf(sending));
  begun.catch(() => undefined);
  try {
    result = await work({
      query: (text, values) => statements.query(text, values),
      send: (text, values) => statements.send(text, values),
      afterCommit: (act) => acts.push(act),
    });
    await commit(statements);
  } catch (error) {
    await begun.catch((cause) => {
      throw isLost(cause) ? new NotBegun('No transaction could be begun.', { cause }) : cause;
    });
    await statements.failureOfSent();
    await client.query('rollback').catch(() => {
      throw error;
    });
    throw isStalePlan(error) ? error : new RolledBack('rolled back', { cause: error });
  }
  for (const act of acts)
    try {
      act();
    } catch (error) {
      log.warn(`After a commit: ${messageOf(error)}`);
    }
  return result;
}

/** Repeats `once` until a new connection was used, because idle connections may be lost together. */
async function retry<T>(
  pool: pg.Pool,
  once: () => Promise<T>,
  mayRetry: (error: unknown) => boolean,
): Promise<T> {
  for (let last = false; ; last = pool.idleCount === 0)
    try {
      return await once();
    } catch (error) {
      if (last || !mayRetry(error)) throw error;
    }
}

async function transact<T>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<T>,
  how: { log: EngineLog; sending: Sending },
  unhurried?: Unhurried,
): Promise<T> {
  const run = () =>
    withClient(pool, (client) => {
      const attemptUpTo = async (left: number): Promise<T> => {
        try {
          return await attempt(client, work, how);
        } catch (error) {
          const isConflict = error instanceof RolledBack && SERIALISATION.has(codeOf(error.cause) ?? '');
          if (!isConflict || left <= 1) throw error;
          return attemptUpTo(left - 1);
        }
      };
      return unhurried ? unhurried(client, () => attemptUpTo(ATTEMPTS)) : attemptUpTo(ATTEMPTS);
    });
  return retry(pool, run, (error) => error instanceof NotBegun);
}

export const WRITES = /\b(insert into|update|delete from|create|alter|drop|nextval|setval)\b/i;

/** Returns the methods that both engines implement the same way over their pool. */
export function overPool(pool: pg.Pool, log: EngineLog, unhurried: Unhurried, sending = OWN_SESSIONS) {
  const query: Queryable['query'] = <R>(text: string, values?: unknown[]) => {
    const once = () => withClient(pool, (client) => runAlone<R>(client, sending, text, values));
    const isLostConnection = (error: unknown): error is EngineBusy =>
      error instanceof EngineBusy && isLost(error.cause);
    const isRead = !WRITES.test(text);
    return retry(pool, once, (error) => isStalePlan(error) || (isLostConnection(error) && isRead)).catch(
      (error) => {
        if (isRead || !isLostConnection(error)) throw error;
        throw new OutcomeUnknown('The connection was lost at a write.', { cause: error.cause });
      },
    );
  };
  const transaction = <T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions) =>
    transact(pool, work, { log, sending }, options?.unhurried ? unhurried : undefined);
  return { query, transaction };
}

/** Runs `work` in a read-only transaction that never sees later writes. */
export async function onSnapshot<T>(
  client: pg.PoolClient,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const query: Queryable['query'] = (text, values) => run(client, OWN_SESSIONS, text, values);
  await client.query('begin isolation level repeatable read read only');
  try {
    return await work({
      query,
      async *portions<R>(text: string, size: number) {
        await client.query(`declare portions no scroll cursor for ${text}`);
        for (;;) {
          const { rows } = await client.query<R & pg.QueryResultRow>(
            `fetch ${Math.trunc(size)} from portions`,
          );
          if (rows.length > 0) yield rows;
          if (rows.length < size) break;
        }
        await client.query('close portions');
      },
    });
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}
