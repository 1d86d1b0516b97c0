/** A PostgreSQL server named by DATABASE_URL, version 15 or later. */
import pg from 'pg';
import type { Database, EngineOptions } from './database.ts';
import { onSnapshot, overPool, translated, type Unhurried, withClient } from './pooled.ts';
import { ServerAnnouncements } from './server-announcements.ts';
import { codeOf, messageOf, StartupError } from './startup-error.ts';
import { TYPES } from './value-types.ts';

const OLDEST = 15;
const CONNECTIONS = 10;
const CONNECT_TIMEOUT = 30_000;
const IDLE_TIMEOUT = 300_000;

type Options = EngineOptions & { url: string };

function addressOf(url: string): { host: string; name: string; user: string } {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new StartupError(
      'DATABASE_URL is not an address of PostgreSQL. Write postgres://user:password@host:5432/database; a character such as @ or / in the password is written %40 or %2F.',
    );
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  const user = decodeURIComponent(username) || searchParams.get('user') || 'postgres';
  const host = `${decodeURIComponent(hostname) || searchParams.get('host') || 'localhost'}:${port || 5432}`;
  return { host, name: decodeURIComponent(pathname.slice(1)) || user, user };
}

/** Turns a connection error of PostgreSQL into a message. */
function startupErrorOf(error: unknown, url: string): StartupError {
  const { host, name, user } = addressOf(url);
  const code = codeOf(error) ?? '';
  const sentences: Record<string, string> = {
    ECONNREFUSED: `Nothing answers at ${host}. Start PostgreSQL there, or correct the address in DATABASE_URL.`,
    ENOENT: `Nothing answers at ${host}. Start PostgreSQL there, or correct the address in DATABASE_URL.`,
    ENOTFOUND: `The host of DATABASE_URL, ${host}, is unknown. Correct its name.`,
    EAI_AGAIN: `The host of DATABASE_URL, ${host}, is unknown, or no name server answers. Correct its name.`,
    '28P01': `PostgreSQL at ${host} refuses the password of ${user}. Correct it in DATABASE_URL.`,
    '28000': `PostgreSQL at ${host} does not let ${user} in. Correct the user in DATABASE_URL, or the server's pg_hba.conf.`,
    '3D000': `PostgreSQL at ${host} has no database ${name}. Make it with: createdb ${name}, or correct DATABASE_URL.`,
    '42501': `${user} may not connect to the database ${name} at ${host}. Grant it: grant all on database ${name} to ${user}.`,
    '53300': `PostgreSQL at ${host} has no connection left. Raise its max_connections, or stop other programs that use it.`,
    '57P03': `PostgreSQL at ${host} is starting or stopping. Try again in a moment.`,
  };
  const timedOut = code === 'ETIMEDOUT' || /timeout|terminated/i.test(messageOf(error));
  return new StartupError(
    sentences[code] ??
      (timedOut
        ? `PostgreSQL at ${host} does not answer. Check that it runs, and that a firewall lets this machine in.`
        : `PostgreSQL at ${host} cannot be used: ${messageOf(error)}`),
  );
}

function openPool({ url, log, timeout }: Options): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    // An open connection keeps its prepared statements.
    idleTimeoutMillis: IDLE_TIMEOUT,
    keepAlive: true,
    application_name: 'officina',
    types: TYPES,
    // Set in SQL, because connection poolers refuse start parameters. JIT compilation and parallel index scans
    // take longer than these queries. Scans of whole tables stay parallel.
    onConnect: (client) =>
      client.query(
        `set time zone 'UTC'; set datestyle = 'ISO'; set jit = off; set min_parallel_index_scan_size = '16MB'; set statement_timeout = ${timeout}`,
      ),
  });
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn(`A connection to PostgreSQL was lost: ${error.message}`)),
  );
  pool.on('error', () => undefined);
  return pool;
}

async function* portions<R>(
  pool: pg.Pool,
  text: string,
  values: unknown[],
  size: number,
): AsyncGenerator<R[]> {
  const client = await pool.connect().catch((error) => {
    throw translated(error);
  });
  let broken = true;
  try {
    await client.query('begin');
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

export async function openServer(options: Options): Promise<Database> {
  const { url, log, timeout } = options;
  addressOf(url);
  const pool = openPool(options);
  let version: string;
  try {
    const { rows } = await pool.query('select current_setting($1) as version', ['server_version']);
    version = String(rows[0].version).split(' ')[0] ?? '';
  } catch (error) {
    await pool.end();
    throw startupErrorOf(error, url);
  }
  if (Number.parseInt(version, 10) < OLDEST) {
    await pool.end();
    throw new StartupError(
      `PostgreSQL at ${addressOf(url).host} is version ${version}. Version ${OLDEST} or later is needed.`,
    );
  }
  const unhurried: Unhurried = async (client, work) => {
    await client.query('set statement_timeout = 0');
    try {
      return await work();
    } finally {
      await client.query(`set statement_timeout = ${timeout}`).catch(() => undefined);
    }
  };
  const announcements = new ServerAnnouncements(url, log);
  return {
    engine: 'server',
    version,
    announcements,
    ...overPool(pool, log, unhurried),
    cursor: (text, values, size) => portions(pool, text, values, size),
    snapshot: (work) => withClient(pool, (client) => unhurried(client, () => onSnapshot(client, work))),
    maintain: () =>
      withClient(pool, (client) =>
        unhurried(client, async () => {
          await client.query('vacuum (analyze)');
        }),
      ),
    async close() {
      await announcements.close();
      await pool.end();
    },
  };
}
