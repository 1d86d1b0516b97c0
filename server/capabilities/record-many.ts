/** Writes many rows of the server with a few statements. Their references are known to be valid. */
import type { Row } from '../../schemas/entity.ts';
import type { Transaction } from '../database/engine.ts';
import { afterMany, preparedMany } from './merge-rules.ts';
import { check, shapeOf } from './record-checking.ts';
import { type RecordContext, writeContext } from './record-context.ts';
import { requireReach } from './record-reach.ts';
import { insertManyStatement } from './row-statements.ts';
import type { Writer } from './rules.ts';
import { withDefaults } from './sent-rows.ts';

/**
 * Creates rows. Only users must fill the required fields of a class, so the server's rows are checked by the entity
 * alone.
 */
export async function createManyWithin(
  recordContext: RecordContext,
  transaction: Transaction,
  newRows: Row[],
  writer: Writer,
): Promise<Row[]> {
  if (newRows.length === 0) return [];
  const { entity, rules } = recordContext;
  const write = writeContext(recordContext, transaction, writer);
  const rows = newRows.map((row) => withDefaults(shapeOf(recordContext, row, write), row, write.setting));
  const prepared = await preparedMany(rules, rows, write);
  for (const [index, row] of rows.entries()) {
    const ready = prepared[index];
    await check(recordContext, { shape: entity, sent: row, row, fixed: row }, write, () => ready);
    requireReach(entity, row, write);
    await rules.beforeCreate?.(row, write, ready);
  }
  const { text, values } = insertManyStatement(entity, rows, write.user);
  const { rows: ids } = await transaction.query<{ n: number; id: number }>(text, values);
  for (const { n, id } of ids) Object.assign(rows[n - 1] ?? {}, { [entity.id]: id, versione: 1 });
  await afterMany(rules, rows, write, prepared);
  return rows;
}
