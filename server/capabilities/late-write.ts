/**
 * A write that arrives late counts from the time when it was done, but never from a time before the state that it
 * changes.
 */
import type { Row } from '../../schemas/entity.ts';
import type { RecordContext } from './record-context.ts';
import type { WriteContext } from './rules.ts';

/** Returns the time that the write counts from; a time that had to be moved is an estimate. */
export async function boundedBy(
  { rules }: Pick<RecordContext, 'rules'>,
  before: Row,
  write: WriteContext,
): Promise<Pick<WriteContext, 'now' | 'late'>> {
  const { late, now } = write;
  const created = typeof before.data_ins === 'string' ? new Date(before.data_ins) : undefined;
  const earliest = (await rules.earliest?.(before, write)) ?? created;
  if (!late || !earliest || earliest <= now) return { late, now };
  return { now: earliest, late: { ...late, estimated: true } };
}
