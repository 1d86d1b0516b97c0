/**
 * Writes rows in one transaction, each with its own verdict. A savepoint per row takes as long as a small write. So
 * the rows are first written without savepoints, and again with savepoints only if one is refused.
 */
import type { Transaction } from '../../database/engine.ts';
import { codeOf } from '../../database/startup-error.ts';
import { awaited } from '../../database/statements.ts';
import { Problem } from '../../http/problem.ts';

export interface Attempt<T> {
  items: T[];
  /** Is called before the first item, and again before a second pass. */
  begin(): void;
  write(transaction: Transaction, item: T): Promise<void>;
  refuse(item: T, problem: Problem): void;
  /** Translates a database error into a problem. */
  translate(error: unknown): unknown;
}

/**
 * The transaction of one attempt. Its after-commit callbacks count only if the attempt succeeds. It has its own
 * memory of locks, since a rolled back savepoint releases its locks.
 */
class Inner implements Transaction {
  readonly acts: (() => void)[] = [];
  readonly query: Transaction['query'];
  readonly send: Transaction['send'];

  constructor(outer: Transaction) {
    this.query = (text, values) => outer.query(text, values);
    this.send = awaited(this.query);
  }

  afterCommit(act: () => void): void {
    this.acts.push(act);
  }
}

/** Returns whether the error is an invalid value in the row. Other errors end the import. */
const isOfTheRow = (error: unknown): boolean => /^(22|23)/.test(codeOf(error) ?? '');

function problemOf(error: unknown, translate: (error: unknown) => unknown): Problem {
  const problem = translate(error);
  if (problem instanceof Problem) return problem;
  if (isOfTheRow(error)) return new Problem(422, 'unexpected', { cause: error });
  throw error;
}

const keepActs = (transaction: Transaction, { acts }: Inner): void => {
  for (const act of acts) transaction.afterCommit(act);
};

async function allAtOnce<T>(transaction: Transaction, attempt: Attempt<T>): Promise<boolean> {
  const inner = new Inner(transaction);
  attempt.begin();
  await transaction.query('savepoint portion');
  try {
    for (const item of attempt.items) await attempt.write(inner, item);
  } catch (error) {
    problemOf(error, attempt.translate);
    await transaction.query('rollback to savepoint portion');
    return false;
  }
  keepActs(transaction, inner);
  return true;
}

async function oneByOne<T>(transaction: Transaction, attempt: Attempt<T>): Promise<number> {
  attempt.begin();
  let refused = 0;
  for (const item of attempt.items) {
    const inner = new Inner(transaction);
    await transaction.query('savepoint one');
    try {
      await attempt.write(inner, item);
      await transaction.query('release savepoint one');
      keepActs(transaction, inner);
    } catch (error) {
      const problem = problemOf(error, attempt.translate);
      await transaction.query('rollback to savepoint one');
      attempt.refuse(item, problem);
      refused += 1;
    }
  }
  return refused;
}

/**
 * Writes the rows and returns the number of refused ones. With `careful`, refusals are likely, so savepoints are
 * used from the start.
 */
export async function attemptAll<T>(
  transaction: Transaction,
  attempt: Attempt<T>,
  careful: boolean,
): Promise<number> {
  return !careful && (await allAtOnce(transaction, attempt)) ? 0 : oneByOne(transaction, attempt);
}
