/** The demo plant uses dates of its own time zone. */
import { expect, it } from 'vitest';
import { dayFrom, moment } from '../../server/seed/demo-day.ts';
import { demoWork } from '../../server/seed/demo-work.ts';

const LATE = new Date('2026-11-23T23:30:00Z');

it('begin at midnight in Rome, not in Greenwich', () => {
  expect(dayFrom(LATE, 0)).toBe('2026-11-24');
  expect(dayFrom(LATE, 7)).toBe('2026-12-01');
  expect(moment(LATE, -1, '08:10')).toEqual(new Date('2026-11-23T08:10:00Z'));
  const days = demoWork(LATE).rows.map((row) => String(row.data_ordine).slice(0, 10));
  expect(days).toContain('2026-11-24');
  expect(dayFrom(new Date('2026-07-01T21:59:00Z'), 0)).toBe('2026-07-01');
});
