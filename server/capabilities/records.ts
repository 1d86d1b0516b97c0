/** Reads and writes the rows of one entity: enforces the schema and the rules of domains. */
import type { Entity, Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Transaction } from '../database/engine.ts';
import { asTransaction } from '../database/savepoint.ts';
import type { Context } from '../http/call.ts';
import { hiddenNames, readableEntity } from './readable-entity.ts';
import { NO_RULES, recordContextOf } from './record-context.ts';
import { createManyWithin } from './record-many.ts';
import { problemOf, Stale, staleProblem } from './record-problems.ts';
import { complete, find, read } from './record-reading.ts';
import { createWithin, type Many, removeWithin, updateWithin } from './record-writing.ts';
import type { RulesByResource, Writer } from './rules.ts';
import { without } from './sent-rows.ts';

/** Runs in the transaction of a write, with the row that was written. */
export type Also = (transaction: Transaction, row: Row) => Promise<void>;

export interface Records<R extends Row = Row> {
  read(id: number, context: Context): Promise<R>;
  /** Returns the row with its joined names, but without computed fields. */
  find(id: number, context: Context): Promise<R>;
  create(row: Row, context: Context, fixed?: Row, also?: Also): Promise<R>;
  update(id: number, row: Row, context: Context, also?: Also): Promise<R>;
  remove(id: number, context: Context): Promise<void>;
  /** Creates a row within a larger transaction. The caller translates errors with `asProblem`. */
  createWithin(transaction: Transaction, row: Row, writer: Writer, fixed?: Row, among?: Many): Promise<R>;
  /** Creates many rows of the server with a few statements. Their references are known to be valid. */
  createManyWithin(transaction: Transaction, rows: Row[], writer: Writer): Promise<R[]>;
  updateWithin(transaction: Transaction, id: number, row: Row, writer: Writer): Promise<void>;
  removeWithin(transaction: Transaction, id: number, writer: Writer): Promise<void>;
  /** Translates a database error into a problem. Other errors are returned unchanged. */
  asProblem(error: unknown): unknown;
}

export function recordsOf<R extends Row>(
  entity: Entity<R>,
  schemas: Schemas,
  allRules: RulesByResource,
): Records<R>;
export function recordsOf(entity: Entity, schemas: Schemas, allRules: RulesByResource): Records {
  const recordContext = recordContextOf(entity, schemas, allRules);
  /** Without rules, a create is a single statement and needs no transaction. */
  const isSingleStatement = recordContext.rules === NO_RULES;
  const asProblem = (error: unknown): unknown => problemOf(error, entity, schemas) ?? error;

  return {
    asProblem,
    read: (recordId, context) => read(recordContext, recordId, context),
    find: (recordId, context) => find(recordContext, recordId, context),
    createWithin: (transaction, sent, writer, fixed, among) =>
      createWithin(recordContext, transaction, { sent, fixed, among }, writer),
    createManyWithin: (transaction, rows, writer) =>
      createManyWithin(recordContext, transaction, rows, writer),
    async updateWithin(transaction, recordId, sent, writer) {
      await updateWithin(recordContext, transaction, recordId, sent, writer);
    },
    removeWithin: (transaction, recordId, writer) =>
      removeWithin(recordContext, transaction, recordId, writer),

    async create(sent, context, fixed, also) {
      const { database } = context;
      const create = async (transaction: Transaction) => {
        const row = await createWithin(recordContext, transaction, { sent, fixed }, context);
        await also?.(transaction, row);
        return row;
      };
      try {
        const row = await (isSingleStatement && !also
          ? create(asTransaction(database))
          : database.transaction(create));
        await complete(recordContext, row, context);
        return without(row, hiddenNames(entity, readableEntity(context, entity)));
      } catch (error) {
        throw asProblem(error);
      }
    },

    async update(recordId, sent, context, also) {
      await context.database
        .transaction(async (transaction) => {
          const row = await updateWithin(recordContext, transaction, recordId, sent, context);
          if (row) await also?.(transaction, row);
        })
        .catch(async (error) => {
          if (!(error instanceof Stale)) throw asProblem(error);
          throw await staleProblem(entity, await read(recordContext, recordId, context), context);
        });
      return read(recordContext, recordId, context);
    },

    async remove(recordId, context) {
      const remove = (transaction: Transaction) =>
        removeWithin(recordContext, transaction, recordId, context);
      await context.database.transaction(remove).catch((error) => Promise.reject(asProblem(error)));
    },
  };
}
