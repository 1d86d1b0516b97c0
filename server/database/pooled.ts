/** Queries, transactions and errors over a pool of connections, alike for both engines. */
import type pg from 'pg';
import type {
  EngineLog,
  Queryable,
  QueryResult,
  Snapshot,
  Transaction,
  TransactionOptions,
} from './database.ts';
import { codeOf, EngineBusy, messageOf, OutcomeUnknown } from './errors.ts';
import { statementName } from './statement-names.ts';

export type Unhurried = <T>(client: pg.PoolClient, work: () => Promise<T>) => Promise<T>;

const ATTEMPTS = 3;
const SERIALISATION = new Set(['40001', '40P01']);
const CANCELLED = '57014';

/** A statement prepared before its table changed: good again on a new connection. */
const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && messageOf(error).startsWith('cached plan');

/** The connection itself is gone, or not to be trusted. */
const isBroken = (error: unknown): boolean => {
  const code = codeOf(error);
  return (
    error instanceof EngineBusy ||
    isStalePlan(error) ||
    code === undefined ||
    !/^[0-9A-Z]{5}$/.test(code) ||
    /^(08|57P)/.test(code)
  );
};

/** SQLSTATE of a backend that ends, or lets nobody in: 08 connection, 57P0 shutdown and crash, 53300 full, 25P03/4 put out. */
const ENDED = /^(08...|57P0.|53300|25P0[34])$/;
const SYSTEM = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST\w+|ENET\w+)$/;
/** What the driver says without a code. */
const TOLD =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|Cannot use a pool)/;

/** The database has gone, or this connection to it. */
const isLost = (error: unknown): boolean => {
  const code = codeOf(error) ?? '';
  return ENDED.test(code) || SYSTEM.test(code) || (code === '' && TOLD.test(messageOf(error)));
};

const lost = (cause: unknown): EngineBusy =>
  new EngineBusy('The connection to the database was lost.', { cause });

/** Nothing was asked of the database yet: it may be asked again, on another connection. */
class NotBegun extends EngineBusy {}

export function translated(error: unknown): unknown {
  if (error instanceof EngineBusy) return error;
  if (codeOf(error) === CANCELLED)
    return new EngineBusy('A statement ran longer than allowed and was cancelled.', { cause: error });
  if (messageOf(error).startsWith('timeout exceeded when trying to connect'))
    return new EngineBusy('The database is busy: no connection became free in time.', { cause: error });
  return isLost(error) ? lost(error) : error;
}

async function run<R>(client: pg.PoolClient, text: string, values?: unknown[]): Promise<QueryResult<R>> {
  const result: pg.QueryResult<R & pg.QueryResultRow> = await client.query({
    name: statementName(text),
    text,
    values,
  });
  return { rows: result.rows, count: result.rowCount ?? 0 };
}

/** Lends a connection to `work`; one that broke is not given back. */
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

/** Carries the error of a transaction whose connection is sound, whatever the error is. */
class RolledBack extends Error {}

async function attempt<T>(
  client: pg.PoolClient,
  work: (transaction: Transaction) => Promise<T>,
  log: EngineLog,
): Promise<T> {
  const acts: (() => void)[] = [];
  let result: T;
  await client.query('begin').catch((error) => {
    throw isLost(error) ? new NotBegun('No transaction could be begun.', { cause: error }) : error;
  });
  try {
    result = await work({
      query: (text, values) => run(client, text, values),
      afterCommit: (act) => acts.push(act),
    });
    const { command } = await client.query('commit').catch((error) => {
      throw isLost(error)
        ? new OutcomeUnknown('The connection was lost at a commit.', { cause: error })
        : error;
    });
    if (command !== 'COMMIT')
      throw new Error('The transaction was not committed: one of its statements had failed.');
  } catch (error) {
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

/** What may be done again is, on another connection: those that lie idle may have gone with the first, a new one has not. */
async function again<T>(
  pool: pg.Pool,
  once: () => Promise<T>,
  mayAgain: (error: unknown) => boolean,
): Promise<T> {
  for (let last = false; ; last = pool.idleCount === 0)
    try {
      return await once();
    } catch (error) {
      if (last || !mayAgain(error)) throw error;
    }
}

export async function transact<T>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<T>,
  log: EngineLog,
  unhurried?: Unhurried,
): Promise<T> {
  const whole = () =>
    withClient(pool, (client) => {
      const tried = async (left: number): Promise<T> => {
        try {
          return await attempt(client, work, log);
        } catch (error) {
          const isCrossed = error instanceof RolledBack && SERIALISATION.has(codeOf(error.cause) ?? '');
          if (!isCrossed || left <= 1) throw error;
          return tried(left - 1);
        }
      };
      return unhurried ? unhurried(client, () => tried(ATTEMPTS)) : tried(ATTEMPTS);
    });
  return again(pool, whole, (error) => error instanceof NotBegun);
}

const WRITES = /\b(insert into|update|delete from|create|alter|drop|nextval|setval)\b/i;

/** What both engines do the same way over their pool. */
export function overPool(pool: pg.Pool, log: EngineLog, unhurried: Unhurried) {
  const query: Queryable['query'] = <R>(text: string, values?: unknown[]) => {
    const once = () => withClient(pool, (client) => run<R>(client, text, values));
    const isGone = (error: unknown): error is EngineBusy =>
      error instanceof EngineBusy && isLost(error.cause);
    const isRead = !WRITES.test(text);
    return again(pool, once, (error) => isStalePlan(error) || (isGone(error) && isRead)).catch((error) => {
      if (isRead || !isGone(error)) throw error;
      throw new OutcomeUnknown('The connection was lost at a write.', { cause: error.cause });
    });
  };
  const transaction = <T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions) =>
    transact(pool, work, log, options?.unhurried ? unhurried : undefined);
  return { query, transaction };
}

/** A transaction that reads and never sees what others write; its portions come one after the other. */
export async function onSnapshot<T>(
  client: pg.PoolClient,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const query: Queryable['query'] = (text, values) => run(client, text, values);
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
