/** What a database is to the rest of the house, whichever engine runs. */
export interface QueryResult<R> {
  rows: R[];
  /** Rows touched by a write. */
  count: number;
}

export interface Queryable {
  /**
   * `text` with $1, $2…; a text used more than once is prepared per connection under a name made from it.
   * Days come back as 'YYYY-MM-DD', moments as ISO texts in UTC, numbers as numbers. A JavaScript array is sent
   * as a PostgreSQL array (`= any($1)`), so a value for a jsonb column goes through JSON.stringify first.
   */
  query<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<QueryResult<R>>;
}

export interface Transaction extends Queryable {
  /** Runs after the commit, and not at all after a rollback. */
  afterCommit(act: () => void): void;
}

export interface TransactionOptions {
  /** Lifts the limit on how long a statement may run; for migrations and big loads. */
  unhurried?: boolean;
}

/** The database as it was at one moment, whatever is written meanwhile. */
export interface Snapshot extends Queryable {
  /** Reads many rows in portions of at most `size`. */
  portions<R = Record<string, unknown>>(text: string, size: number): AsyncIterable<R[]>;
}

export interface Database extends Queryable {
  readonly engine: 'embedded' | 'server';
  /** '18.0', for /health and the log. */
  readonly version: string;
  /**
   * Commits when `work` resolves, rolls back when it throws. `work` runs again, up to three times in all, when
   * PostgreSQL could not serialise it with another. Inside, only the transaction is asked: the embedded engine has
   * one session, and a query of the database itself would wait for the transaction it is part of.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Reads many rows in portions of one snapshot, for exports; the portion is at most `size` rows. */
  cursor<R = Record<string, unknown>>(text: string, values: unknown[], size: number): AsyncIterable<R[]>;
  /** For who reads all there is. Others go on meanwhile; what they write is not in it. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** VACUUM and new statistics: the embedded engine does it every night, a big load asks for it. */
  maintain(): Promise<void>;
  close(): Promise<void>;
}

/** What the engine says while it works; the server's logger, or any object with these two. */
export interface EngineLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface DatabaseOptions {
  /** postgres://…; when it is not there, the embedded engine opens `folder`. */
  url?: string;
  /** The data folder; the embedded database is in `database` below it. */
  folder?: string;
  log: EngineLog;
  /** Milliseconds a statement may run before it is cancelled. */
  timeout?: number;
}
