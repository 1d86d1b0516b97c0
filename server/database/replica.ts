/**
 * Reads from a replica (DATABASE_READ_URL) that are never older than a read from the database itself: a request asks
 * the database how far it has come, and the replica answers only once it has replayed up to there. If it is late, does
 * not answer, or fails, the database answers. See docs/decisions/074-more-than-one-connection.md.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database, EngineOptions, Queryable } from './database.ts';
import { CANCELLED, isBroken, OWN_SESSIONS, translated, WRITES } from './pooled.ts';
import { onlyRow } from './rows.ts';
import { addressOf } from './server-address.ts';
import { codeOf, messageOf, StartupError } from './startup-error.ts';
import { run } from './statements.ts';
import { TYPES } from './value-types.ts';

const CONNECTIONS = 10;
/** A replica that takes longer to connect or to say how far it is counts as gone. */
const ANSWERS_WITHIN = 500;
/** The longest time a read waits for the replica. Usually it follows within a few milliseconds. */
const FOLLOWS_WITHIN = 100;
const STEP = 3;
/** The time for which a replica that was late or gone is not asked. */
const REST = 1000;

/**
 * How far the database has come. What was committed is written to disk by then, unless the database confirms commits
 * earlier.
 */
const POSITION = `
  select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end)::text as position`;

const IDENTITY = `
  select (select system_identifier from pg_control_system())::text || ' ' || current_database() as identity,
    pg_is_in_recovery() as replica, pg_backend_pid() as pid`;

interface Identity {
  identity: string;
  replica: boolean;
  pid: number;
}

/** Is thrown if the address leads to something else than a replica of this database. */
class NoReplica extends StartupError {}

/** Is thrown if the replica has not followed in time. */
class Late extends Error {}

export class Replica {
  readonly #pool: pg.Pool;
  #identity: Promise<string> | undefined;
  #restsUntil = 0;
  #isUsed = true;

  /** `settings` is the SQL that sets up a session. */
  constructor(
    private readonly url: string,
    private readonly database: Queryable,
    private readonly settings: string,
    private readonly options: EngineOptions,
  ) {
    addressOf(url, 'DATABASE_READ_URL');
    this.#pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: ANSWERS_WITHIN,
      // A replica may stop answering in the middle of a statement.
      query_timeout: options.timeout,
      keepAlive: true,
      application_name: 'officina replica',
      types: TYPES,
      onConnect: (client) => this.#accept(client),
    });
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    this.#pool.on('error', () => undefined);
  }

  /** Connects once. Refuses an address that leads elsewhere. A replica that does not answer may come later. */
  async open(): Promise<void> {
    try {
      (await this.#pool.connect()).release();
    } catch (error) {
      if (error instanceof NoReplica) throw error;
      this.#rest(error);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** Returns the database for the reads of one request. After a write, the rest of the request stays with the database. */
  reading(database: Database): Database {
    let position: Promise<string> | undefined;
    let hasWritten = false;
    const query: Queryable['query'] = async <R>(text: string, values?: unknown[]) => {
      hasWritten ||= WRITES.test(text);
      if (hasWritten || Date.now() < this.#restsUntil) return database.query<R>(text, values);
      position ??= this.#position();
      return (await this.#read<R>(text, values, await position)) ?? database.query<R>(text, values);
    };
    return {
      ...database,
      query,
      transaction: (work, how) => {
        hasWritten = true;
        return database.transaction(work, how);
      },
    };
  }

  async #position(): Promise<string> {
    return onlyRow((await this.database.query<{ position: string }>(POSITION)).rows).position;
  }

  /** Checks each connection, since the address may lead to another server later. */
  async #accept(client: pg.ClientBase & { processID?: number }): Promise<void> {
    await client.query(this.settings);
    const { identity, replica, pid } = onlyRow((await client.query<Identity>(IDENTITY)).rows);
    this.#identity ??= this.database
      .query<Identity>(IDENTITY)
      .then(({ rows }) => onlyRow(rows).identity)
      .catch((error) => {
        this.#identity = undefined;
        throw error;
      });
    const { host } = addressOf(this.url);
    if (identity !== (await this.#identity))
      throw new NoReplica(
        `DATABASE_READ_URL leads to ${host}, which is no replica of the database of DATABASE_URL.`,
      );
    if (!replica)
      throw new NoReplica(
        `DATABASE_READ_URL leads to ${host}, which is the database itself and no replica. Write the address of the replica, or leave the setting out.`,
      );
    if (pid !== client.processID)
      throw new NoReplica(
        `DATABASE_READ_URL leads through a pooler at ${host}. Write the address of the replica itself.`,
      );
  }

  /** Returns undefined if the replica cannot answer. */
  async #read<R>(text: string, values: unknown[] | undefined, position: string) {
    let client: pg.PoolClient | undefined;
    let broken = false;
    try {
      client = await this.#pool.connect();
      await this.#follow(client, position);
      const result = await run<R>(client, OWN_SESSIONS, text, values);
      this.#return();
      return result;
    } catch (error) {
      // The database would need as long.
      if (codeOf(error) === CANCELLED) throw translated(error);
      const isLate = error instanceof Late;
      broken = !isLate && isBroken(error);
      // Other errors concern this statement: it writes, or read what was just changed.
      if (isLate || broken) this.#rest(error);
      return undefined;
    } finally {
      client?.release(broken);
    }
  }

  async #follow(client: pg.PoolClient, position: string): Promise<void> {
    const until = Date.now() + FOLLOWS_WITHIN;
    for (;;) {
      const statement: pg.QueryConfig & { query_timeout: number } = {
        name: 'officina_follow',
        text: 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as there',
        values: [position],
        query_timeout: ANSWERS_WITHIN,
      };
      const { rows } = await client.query<{ there: boolean | null }>(statement);
      if (rows[0]?.there) return;
      if (Date.now() >= until) throw new Late('it has not followed in time');
      await pause(STEP);
    }
  }

  #rest(error: unknown): void {
    this.#restsUntil = Date.now() + REST;
    if (this.#isUsed)
      this.options.log.warn(`The replica is not used until it can follow again: ${messageOf(error)}.`);
    this.#isUsed = false;
  }

  #return(): void {
    if (!this.#isUsed) this.options.log.info('The replica is used again.');
    this.#isUsed = true;
  }
}
