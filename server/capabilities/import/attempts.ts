/**
 * Rows written one after the other in one transaction, each with a verdict of its own. A savepoint a row costs as much
 * as a small write; so they are first written without, and only when one is refused once more, each with its own.
 */
import type { Transaction } from '../../database/engine.ts';
import { codeOf } from '../../database/startup-error.ts';
import { Problem } from '../../http/problem.ts';

export interface Attempt<T> {
  items: T[];
  /** Before the first item, and again when all are written a second time. */
  begin(): void;
  write(transaction: Transaction, item: T): Promise<void>;
  refuse(item: T, problem: Problem): void;
  /** What the database refused, in the product's words. */
  told(error: unknown): unknown;
}

/**
 * What one attempt knows as its transaction: its acts after the commit count when it is still there then, and what it
 * remembers to hold is held by no other, since a savepoint rolled back gives its locks back.
 */
class Inner implements Transaction {
  readonly acts: (() => void)[] = [];
  readonly query: Transaction['query'];

  constructor(outer: Transaction) {
    this.query = (text, values) => outer.query(text, values);
  }

  afterCommit(act: () => void): void {
    this.acts.push(act);
  }
}

/** A value that no column takes is the row's fault; everything else is not to be laid to a row. */
const isOfTheRow = (error: unknown): boolean => /^(22|23)/.test(codeOf(error) ?? '');

function problemOf(error: unknown, told: (error: unknown) => unknown): Problem {
  const said = told(error);
  if (said instanceof Problem) return said;
  if (isOfTheRow(error)) return new Problem(422, 'unexpected', { cause: error });
  throw error;
}

const keepActs = (transaction: Transaction, { acts }: Inner): void => {
  for (const act of acts) transaction.afterCommit(act);
};

async function together<T>(transaction: Transaction, attempt: Attempt<T>): Promise<boolean> {
  const inner = new Inner(transaction);
  attempt.begin();
  await transaction.query('savepoint portion');
  try {
    for (const item of attempt.items) await attempt.write(inner, item);
  } catch (error) {
    problemOf(error, attempt.told);
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
      const problem = problemOf(error, attempt.told);
      await transaction.query('rollback to savepoint one');
      attempt.refuse(item, problem);
      refused += 1;
    }
  }
  return refused;
}

/** How many were refused. `careful`: refusals are to be expected. */
export async function attemptAll<T>(
  transaction: Transaction,
  attempt: Attempt<T>,
  careful: boolean,
): Promise<number> {
  return !careful && (await together(transaction, attempt)) ? 0 : oneByOne(transaction, attempt);
}
