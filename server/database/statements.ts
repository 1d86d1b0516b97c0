/** The statements of one transaction: those with a result, and those that are only sent. */
import type pg from 'pg';
import type { Queryable, QueryResult, Transaction } from './database.ts';
import { madeRows } from './made-rows.ts';
import { codeOf } from './startup-error.ts';
import { statementName } from './statement-names.ts';

/** How statements are sent. */
export interface Sending {
  /**
   * Settings for each transaction, as `set local …`. They are used with a pooler that lends a connection for one
   * transaction: a session setting would stay on a connection that others use.
   */
  settings?: string;
  /** Whether repeated statements get names, which connections keep. */
  prepared: boolean;
  /** Whether the driver sends a statement before the previous one is answered. */
  pipelined: boolean;
}

/** The SQLSTATE of each statement after one that failed. */
const AFTER_A_FAILURE = '25P02';

export async function run<R>(
  client: pg.PoolClient,
  { prepared }: Pick<Sending, 'prepared'>,
  text: string,
  values?: unknown[],
): Promise<QueryResult<R>> {
  const result = await client.query<unknown[]>({
    name: prepared ? statementName(text) : undefined,
    text,
    values,
    rowMode: 'array',
  });
  // A text with several statements has one result for each, of which nobody reads rows.
  const { fields = [], rows = [], rowCount } = result;
  const names = fields.map(({ name }) => name);
  return { rows: madeRows(names, rows) as R[], count: rowCount ?? 0 };
}

/** Waits for the reply of each statement that is only sent. */
export const awaited =
  (query: Queryable['query']): Transaction['send'] =>
  async (text, values) => {
    await query(text, values);
  };

/** Sends the statements of a transaction in order, and reports the failure that ended it, not those that follow. */
export class Statements {
  readonly #sent: Promise<unknown>[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #failure: { error: unknown } | undefined;
  #isCorked = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly sending: Sending,
  ) {}

  query<R>(text: string, values?: unknown[]): Promise<QueryResult<R>> {
    return this.#inOrder(() => run<R>(this.client, this.sending, text, values)).catch((error) => {
      throw this.#failure && codeOf(error) === AFTER_A_FAILURE ? this.#failure.error : error;
    });
  }

  async send(text: string, values?: unknown[]): Promise<void> {
    const sent = this.#inOrder(() => run(this.client, this.sending, text, values));
    sent.catch((error) => {
      this.#failure ??= { error };
    });
    this.#sent.push(sent);
  }

  /** Sends the statement without a prepared name, after those before it. */
  plain(text: string): Promise<pg.QueryResult> {
    return this.#inOrder(() => this.client.query(text));
  }

  /** Returns the failure of a statement that was only sent. */
  async failureOfSent(): Promise<{ error: unknown } | undefined> {
    await Promise.allSettled(this.#sent);
    return this.#failure;
  }

  /** Keeps the statements of one moment back until its last one, because each packet costs a system call. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = this.client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  /** Without a pipeline, a statement waits until the previous one is answered. */
  #inOrder<T>(start: () => Promise<T>): Promise<T> {
    if (this.sending.pipelined) {
      this.#cork();
      return start();
    }
    const result = this.#last.then(start);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
