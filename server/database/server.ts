/**
 * A PostgreSQL server named by DATABASE_URL, version 15 or later. Either directly, or through a pooler that lends a
 * connection for one transaction; then whatever needs its own session uses DATABASE_DIRECT_URL.
 */
import pg from 'pg';
import type { Database, DatabaseOptions, EngineLog, EngineOptions, Queryable } from './database.ts';
import {
  beginOf,
  OWN_SESSIONS,
  onSnapshot,
  overPool,
  translated,
  type Unhurried,
  withClient,
} from './pooled.ts';
import { Replica } from './replica.ts';
import { onlyRow } from './rows.ts';
import { addressOf, startupErrorOf } from './server-address.ts';
import { ServerAnnouncements } from './server-announcements.ts';
import { StartupError } from './startup-error.ts';
import type { Sending } from './statements.ts';
import { TYPES } from './value-types.ts';

const OLDEST = 15;
const CONNECTIONS = 10;
const CONNECT_TIMEOUT = 30_000;
const IDLE_TIMEOUT = 300_000;

type Options = EngineOptions & { url: string } & Pick<
    DatabaseOptions,
    'direct' | 'poolerPrepares' | 'replica'
  >;

/**
 * The settings of each connection. JIT compilation and parallel index scans take longer than these queries. Scans of
 * whole tables stay parallel.
 */
const settingsOf = (timeout: number): [name: string, value: string | number][] => [
  ['timezone', "'UTC'"],
  ['datestyle', "'ISO'"],
  ['jit', 'off'],
  ['min_parallel_index_scan_size', "'16MB'"],
  ['statement_timeout', timeout],
];

const setAll = (how: 'session' | 'local', timeout: number): string =>
  settingsOf(timeout)
    .map(([name, value]) => `set ${how} ${name} = ${value}`)
    .join('; ');

/** The driver sends the statements of one transaction together, without waiting for each reply. */
const PIPELINED: pg.PoolConfig & { pipeline: true } = { pipeline: true };

function openPool(url: string, log: EngineLog, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    ...PIPELINED,
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    // An open connection keeps its prepared statements.
    idleTimeoutMillis: IDLE_TIMEOUT,
    keepAlive: true,
    application_name: 'officina',
    types: TYPES,
    ...more,
  });
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn(`A connection to PostgreSQL was lost: ${error.message}`)),
  );
  pool.on('error', () => undefined);
  return pool;
}

/** A pool of sessions of its own. They are set in SQL, because poolers refuse start parameters. */
const openSessions = (url: string, { log, timeout }: Options): pg.Pool =>
  openPool(url, log, { onConnect: (client) => client.query(setAll('session', timeout)) });

interface Reached {
  version: string;
  /** Which database of which server it is. */
  identity: string;
  /** Whether the other end of the connection is a program that passes statements on to PostgreSQL. */
  isPooler: boolean;
}

const REACHED = `
  select current_setting('server_version') as version, pg_backend_pid() as pid,
    (select concat(oid, ' ', extract(epoch from pg_postmaster_start_time())) from pg_database
     where datname = current_database()) as identity`;

/** Connects once. */
async function reach(pool: pg.Pool, url: string, setting?: string): Promise<Reached> {
  try {
    const client: pg.PoolClient & { processID?: number } = await pool.connect();
    try {
      const { rows } = await client.query<{ version: string; pid: number; identity: string }>(REACHED);
      const { version, pid, identity } = onlyRow(rows);
      return { version: version.split(' ')[0] ?? '', identity, isPooler: client.processID !== pid };
    } finally {
      client.release();
    }
  } catch (error) {
    throw startupErrorOf(error, url, setting);
  }
}

const PIPELINED_SESSIONS: Sending = { ...OWN_SESSIONS, pipelined: true };

interface Pools {
  /** The pool of most statements. */
  pool: pg.Pool;
  /** The pool of sessions of its own. Without a pooler it is the same one. */
  sessions: pg.Pool;
  sending: Sending;
}

function openPools(options: Options): Pools {
  const { url, direct, poolerPrepares = false, log, timeout } = options;
  if (!direct) {
    const pool = openSessions(url, options);
    return { pool, sessions: pool, sending: PIPELINED_SESSIONS };
  }
  const sending = { settings: setAll('local', timeout), prepared: poolerPrepares, pipelined: true };
  return { pool: openPool(url, log), sessions: openSessions(direct, options), sending };
}

/** Connects to both addresses, and returns the version of PostgreSQL. Refuses addresses that do not fit together. */
async function versionOf({ pool, sessions }: Pools, { url, direct, log }: Options): Promise<string> {
  const { version, identity, isPooler } = await reach(pool, url);
  if (Number.parseInt(version, 10) < OLDEST)
    throw new StartupError(
      `PostgreSQL at ${addressOf(url).host} is version ${version}. Version ${OLDEST} or later is needed.`,
    );
  if (direct) {
    const other = await reach(sessions, direct, 'DATABASE_DIRECT_URL');
    if (other.isPooler)
      throw new StartupError(
        `DATABASE_DIRECT_URL leads through a pooler at ${addressOf(direct).host}. Write the address of PostgreSQL itself.`,
      );
    if (other.identity !== identity)
      throw new StartupError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
  } else if (isPooler)
    log.warn(
      `DATABASE_URL leads through a pooler at ${addressOf(url).host}. If it lends its connections for one transaction, set DATABASE_DIRECT_URL to the address of PostgreSQL itself.`,
    );
  return version;
}

async function* portions<R>(
  { pool, sending }: Pools,
  text: string,
  values: unknown[],
  size: number,
): AsyncGenerator<R[]> {
  const client = await pool.connect().catch((error) => {
    throw translated(error);
  });
  let broken = true;
  try {
    await client.query(beginOf(sending));
    await client.query(`declare portions no scroll cursor for ${text}`, values);
    for (;;) {
      const { rows } = await client.query<R & pg.QueryResultRow>(`fetch ${Math.trunc(size)} from portions`);
      if (rows.length > 0) yield rows;
      if (rows.length < size) break;
    }
    broken = false;
  } catch (error) {
    throw translated(error);
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release(broken);
  }
}

/** Runs work without a time limit for its statements. */
const unhurriedWith =
  (timeout: number): Unhurried =>
  async (client, work) => {
    await client.query('set statement_timeout = 0');
    try {
      return await work();
    } finally {
      await client.query(`set statement_timeout = ${timeout}`).catch(() => undefined);
    }
  };

/** Opens the replica, if there is one. */
async function openReplica(database: Queryable, options: Options): Promise<Replica | undefined> {
  if (!options.replica) return undefined;
  const replica = new Replica(options.replica, database, setAll('session', options.timeout), options);
  await replica.open().catch(async (error) => {
    await replica.close();
    throw error;
  });
  return replica;
}

export async function openServer(options: Options): Promise<Database> {
  const { url, direct, log, timeout } = options;
  addressOf(url);
  if (direct) addressOf(direct, 'DATABASE_DIRECT_URL');
  const pools = openPools(options);
  const { pool, sessions, sending } = pools;
  const end = () => Promise.all([...new Set([pool, sessions])].map((one) => one.end()));
  const unhurried = unhurriedWith(timeout);
  const most = overPool(pool, log, unhurried, sending);
  const long = overPool(sessions, log, unhurried, PIPELINED_SESSIONS);
  const opened = async () => ({
    version: await versionOf(pools, options),
    replica: await openReplica(most, options),
  });
  const { version, replica } = await opened().catch(async (error) => {
    await end();
    throw error;
  });
  const announcements = new ServerAnnouncements(direct ?? url, log);
  const database: Database = {
    engine: 'server',
    version,
    announcements,
    query: most.query,
    reading: () => replica?.reading(database) ?? database,
    transaction: (work, how) => (how?.unhurried ? long : most).transaction(work, how),
    cursor: (text, values, size) => portions(pools, text, values, size),
    snapshot: (work) => withClient(sessions, (client) => unhurried(client, () => onSnapshot(client, work))),
    maintain: () =>
      withClient(sessions, (client) =>
        unhurried(client, async () => {
          await client.query('vacuum (analyze)');
        }),
      ),
    async close() {
      await announcements.close();
      await replica?.close();
      await end();
    },
  };
  return database;
}
