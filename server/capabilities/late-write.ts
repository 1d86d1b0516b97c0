/**
 * A write that arrives late counts from the time of the act, but never from a time before the state that it
 * changes.
 */
import type { Row } from '../../schemas/entity.ts';
import type { RecordContext } from './record-context.ts';
import type { WriteContext } from './rules.ts';

/** Returns the time from which the write counts. If the time had to be changed, it is an estimate. */
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
