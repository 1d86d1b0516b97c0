/**
 * The one seam to PostgreSQL. Nothing else knows which engine runs: the embedded one, in a worker thread, on a
 * folder; or a server named by DATABASE_URL.
 */
export interface QueryResult<R> {
  rows: R[];
  /** Rows touched by a write. */
  count: number;
}

export interface Queryable {
  /** `text` with $1, $2…; the statement is prepared once per connection under a name made from its text. */
  query<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<QueryResult<R>>;
}

export interface Transaction extends Queryable {
  /** Runs after the commit, and not at all after a rollback. */
  afterCommit(act: () => void): void;
}

export interface Database extends Queryable {
  readonly engine: 'embedded' | 'server';
  /** '18.0', for /health and the log. */
  readonly version: string;
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Reads many rows in portions on one connection, for exports; the portion is at most `size` rows. */
  cursor<R = Record<string, unknown>>(text: string, values: unknown[], size: number): AsyncIterable<R[]>;
  close(): Promise<void>;
}
