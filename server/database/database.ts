/** The database interface for the rest of the application, the same for both engines. */
import type { Announcements } from './announcements.ts';

export interface QueryResult<R> {
  rows: R[];
  /** The number of rows that a write changed. */
  count: number;
}

export interface Queryable {
  /**
   * Runs `text` with $1, $2… A text that is used more than once becomes a prepared statement on each connection.
   * Dates are returned as 'YYYY-MM-DD', timestamps as ISO texts in UTC, numbers as numbers. A JavaScript array is
   * sent as a PostgreSQL array (`= any($1)`), so a value for a jsonb column needs JSON.stringify first.
   */
  query<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<QueryResult<R>>;
}

export interface Transaction extends Queryable {
  /**
   * Runs a statement whose result nobody needs. It may return before the reply: an error then ends the transaction at
   * its next statement, or at the commit.
   */
  send(text: string, values?: unknown[]): Promise<void>;
  /** Calls `act` after the commit. It is not called after a rollback. */
  afterCommit(act: () => void): void;
}

export interface TransactionOptions {
  /** Whether statements have no timeout, for migrations and large loads. */
  unhurried?: boolean;
}

/** The database at one point in time. Later writes are not visible. */
export interface Snapshot extends Queryable {
  /** Reads rows in portions of at most `size`. */
  portions<R = Record<string, unknown>>(text: string, size: number): AsyncIterable<R[]>;
}

export interface Database extends Queryable {
  readonly engine: 'embedded' | 'server';
  /** The version of PostgreSQL, for example '18.0', for /health and the log. */
  readonly version: string;
  /** Messages to all servers of this plant. */
  readonly announcements: Announcements;
  /**
   * Commits when `work` resolves, rolls back when it throws. Runs `work` up to three times if PostgreSQL cannot
   * serialise it with another transaction. `work` must query only the transaction: the embedded engine has one
   * session, so a query of the database itself would wait for the transaction that contains it.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Returns the database for the reads of one request, which a replica may answer. They are as new as others. */
  reading(): Database;
  /** Reads rows in portions of at most `size` from one snapshot, for exports. */
  cursor<R = Record<string, unknown>>(text: string, values: unknown[], size: number): AsyncIterable<R[]>;
  /** Runs `work` on a snapshot, to read everything. Writes by others continue, and are not visible in it. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Runs VACUUM and renews statistics: every night for the embedded engine, and after a large load. */
  maintain(): Promise<void>;
  close(): Promise<void>;
}

/** The log of the engine: the server's logger, or any object with these two methods. */
export interface EngineLog {
  info(message: string): void;
  warn(message: string): void;
}

/** The options that both engines need. */
export type EngineOptions = Required<Pick<DatabaseOptions, 'log' | 'timeout'>>;

export interface DatabaseOptions {
  /** The address postgres://… If absent, the embedded engine opens `folder`. */
  url?: string;
  /**
   * The address of the same database without a pooler. If it is set, `url` leads through a pooler that lends its
   * connections for one transaction, such as PgBouncer in transaction mode.
   */
  direct?: string;
  /** Whether that pooler knows prepared statements by name. */
  poolerPrepares?: boolean;
  /** The address of a replica of this database, for lists and figures. */
  replica?: string;
  /** The data folder. The embedded database is in its subfolder `database`. */
  folder?: string;
  log: EngineLog;
  /** The time in milliseconds after which a statement is cancelled. */
  timeout?: number;
}
