/** A reporter makes mails, events or news of changes, after their commit. */
import type { SettingOf } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { Transaction } from '../../database/engine.ts';

/** A change as it was committed. */
export interface Change {
  id: string;
  resource: string;
  record: number;
  /** The row after the change, without empty columns. */
  row: Row;
  /** The previous values of the reported columns that changed; null for a new row. */
  before: Row | null;
  /** The author; null for the server itself. */
  user: number | null;
  by: string | null;
  /** The name of the batch of the change. */
  batch: string | null;
}

export interface Reporter {
  resource: string;
  /** The columns whose changes are reported. A new row is always reported. */
  columns: string[];
  /**
   * Reports changes of different records, oldest first, in a transaction that also deletes them. Who may read them is
   * checked here.
   */
  report(transaction: Transaction, changes: Change[], setting: SettingOf): Promise<void>;
}

/** Returns whether a change concerns one of these columns, or is a new row. */
export const concerns = ({ before }: Change, columns: string[]): boolean =>
  before === null || columns.some((name) => name in before);
