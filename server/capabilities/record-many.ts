/** Many rows that the product itself makes, in a few statements however many they are; what they point to is known. */
import type { Row } from '../../schemas/entity.ts';
import type { Transaction } from '../database/engine.ts';
import { afterMany, preparedMany } from './merge-rules.ts';
import { check, shapeOf } from './record-checking.ts';
import { type Ground, writeContext } from './record-context.ts';
import { requireReach } from './record-reach.ts';
import { insertManyStatement } from './row-statements.ts';
import type { Writer } from './rules.ts';
import { withDefaults } from './sent-rows.ts';

/** Fields that a class requires are for people to fill: what the product makes is held against the entity alone. */
export async function createManyWithin(
  ground: Ground,
  transaction: Transaction,
  given: Row[],
  writer: Writer,
): Promise<Row[]> {
  if (given.length === 0) return [];
  const { entity, rules } = ground;
  const write = writeContext(ground, transaction, writer);
  const rows = given.map((row) => withDefaults(shapeOf(ground, row, write), row, write.setting));
  const prepared = await preparedMany(rules, rows, write);
  for (const [index, row] of rows.entries()) {
    const ready = prepared[index];
    await check(ground, { shape: entity, sent: row, row, fixed: row }, write, () => ready);
    requireReach(entity, row, write);
    await rules.beforeCreate?.(row, write, ready);
  }
  const { text, values } = insertManyStatement(entity, rows, write.user);
  const { rows: ids } = await transaction.query<{ n: number; id: number }>(text, values);
  for (const { n, id } of ids) Object.assign(rows[n - 1] ?? {}, { [entity.id]: id, versione: 1 });
  await afterMany(rules, rows, write, prepared);
  return rows;
}
