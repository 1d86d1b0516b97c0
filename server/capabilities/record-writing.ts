/** Creates, changes or deletes a row within a transaction, with all rules. */
import type { Entity, Row } from '../../schemas/entity.ts';
import type { Transaction } from '../database/engine.ts';
import { otherFields } from './custom-fields.ts';
import { recordChange } from './history.ts';
import { leaveUnused, rowsDeletedWith } from './in-use.ts';
import { boundedBy } from './late-write.ts';
import { check, cleaned, guard, shapeOf } from './record-checking.ts';
import { type RecordContext, recordContextOf, writeContext } from './record-context.ts';
import { agree } from './record-problems.ts';
import { checkTargets, requireReach } from './record-reach.ts';
import { hold } from './record-reading.ts';
import {
  deleteStatement,
  insertOnlyStatement,
  insertStatement,
  runOne,
  updateStatement,
} from './row-statements.ts';
import type { WriteContext, Writer } from './rules.ts';
import { readOnlyIn, settled, unusedEmpty, withDefaults, without } from './sent-rows.ts';

/** Marks a row as one of many. Its references were checked before, and its names are not read after the write. */
export type Many = 'many';

/**
 * Inserts a row. For an entity with many columns, most of the work is joining names and reading columns back.
 * `among` skips it.
 */
async function insert(
  shape: Entity,
  row: Row,
  { transaction, schemas, user, language }: WriteContext,
  among: Many | undefined,
): Promise<Row | undefined> {
  if (!among) return runOne(transaction, insertStatement(shape, schemas, row, user, language));
  const stored = await runOne(transaction, insertOnlyStatement(shape, row, user));
  return { ...row, ...stored };
}

export async function createWithin(
  recordContext: RecordContext,
  transaction: Transaction,
  { sent, fixed: fixedValues = {}, among }: { sent: Row; fixed?: Row; among?: Many },
  writer: Writer,
): Promise<Row> {
  const { entity, rules, allRules } = recordContext;
  const write = writeContext(recordContext, transaction, writer);
  const input = cleaned(recordContext, sent, write);
  const fixed = { ...(await rules.given?.(input, write)), ...fixedValues };
  const all = { ...input, ...fixed };
  const shape = shapeOf(recordContext, all, write);
  const values = without(all, unusedEmpty(all, entity, shape));
  const row = withDefaults(shape, without(values, readOnlyIn(shape)), write.setting);
  const targets = among ? undefined : (valid: Row) => checkTargets(allRules, valid, undefined, write);
  const prepared = await check(recordContext, { shape, sent: values, row, fixed, targets }, write);
  requireReach(entity, row, write);
  await rules.beforeCreate?.(row, write, prepared);
  const created = await insert(shape, row, write, among);
  await rules.afterWrite?.(created, undefined, write, prepared);
  return created!;
}

/** Changes a row and returns it. Returns nothing if no value differs. */
export async function updateWithin(
  recordContext: RecordContext,
  transaction: Transaction,
  recordId: number,
  sent: Row,
  writer: Writer,
): Promise<Row | undefined> {
  const { entity, rules, allRules } = recordContext;
  const write = writeContext(recordContext, transaction, writer);
  await rules.holdFirst?.(recordId, write, 'update', sent);
  const before = await hold(recordContext, recordId, write, 'update');
  if (write.late) Object.assign(write, await boundedBy(recordContext, before, write));
  await guard(recordContext, before, 'update', write);
  agree(sent, before);
  const all = cleaned(recordContext, sent, write, before);
  const shape = shapeOf(recordContext, { ...before, ...all }, write);
  const values = without(without(all, readOnlyIn(shape)), unusedEmpty(all, entity, shape));
  const emptied = otherFields(entity, before, all, write);
  const row = settled(shape, { ...before, ...emptied, ...values });
  const targets = (valid: Row) => checkTargets(allRules, valid, before, write);
  const prepared = await check(recordContext, { shape, sent: values, row, before, targets }, write);
  requireReach(entity, row, write);
  await rules.beforeUpdate?.(row, before, write, prepared);
  const statement = updateStatement(shape, row, before, write.user);
  if (!statement) return undefined;
  const after = await runOne(transaction, statement);
  await rules.afterWrite?.(after, before, write, prepared);
  await recordChange(transaction, entity, after, before, write.user);
  return after;
}

export async function removeWithin(
  recordContext: RecordContext,
  transaction: Transaction,
  recordId: number,
  writer: Writer,
): Promise<void> {
  const { entity, schemas, rules, allRules } = recordContext;
  const write = writeContext(recordContext, transaction, writer);
  await rules.holdFirst?.(recordId, write, 'delete', {});
  const before = await hold(recordContext, recordId, write, 'delete');
  await guard(recordContext, before, 'delete', write);
  await leaveUnused(entity, before, write);
  for (const [other, dependentId] of await rowsDeletedWith(entity, recordId, write))
    await removeWithin(recordContextOf(other, schemas, allRules), transaction, dependentId, {
      ...writer,
      query: {},
    });
  const prepared = await rules.prepareDelete?.(before, write);
  await rules.beforeDelete?.(before, write, prepared);
  await runOne(transaction, deleteStatement(entity, recordId, write.user));
  await rules.afterWrite?.(undefined, before, write, prepared);
  await recordChange(transaction, entity, undefined, before, write.user);
}
