/** The demo plant uses dates of its own time zone. */
import { expect, it } from 'vitest';
import { dayFrom, dayOf, moment } from '../../server/seed/demo-day.ts';
import { demoWork } from '../../server/seed/demo-work.ts';
import { failures } from '../../server/seed/year/failures.ts';

const LATE = new Date('2026-11-23T23:30:00Z');

it('begin at midnight in Rome, not in Greenwich', () => {
  expect(dayFrom(LATE, 0)).toBe('2026-11-24');
  expect(dayFrom(LATE, 7)).toBe('2026-12-01');
  expect(moment(LATE, -1, '08:10')).toEqual(new Date('2026-11-23T08:10:00Z'));
  const days = demoWork(LATE).rows.map((row) => String(row.data_ordine).slice(0, 10));
  expect(days).toContain('2026-11-24');
  expect(dayFrom(new Date('2026-07-01T21:59:00Z'), 0)).toBe('2026-07-01');
  expect(dayOf(new Date('2026-12-31T23:10:00Z'))).toBe('2027-01-01');
});

it('give each intervention the year of its code', () => {
  const newYear = new Date('2026-12-31T23:10:00Z');
  for (const { codice, data_ordine } of demoWork(newYear).rows)
    expect(String(codice).slice(4, 6)).toBe(dayOf(new Date(String(data_ordine))).slice(2, 4));
});

it('begin the work of two years on 2 January of last year, also in the first hour of a year', () => {
  const first = failures(new Date('2026-12-31T23:10:00Z')).map(({ reported }) => reported.toISOString());
  expect(first.toSorted()[0]!.slice(0, 7)).toBe('2026-01');
  const before = failures(new Date('2026-12-31T22:50:00Z')).map(({ reported }) => reported.toISOString());
  expect(before.toSorted()[0]!.slice(0, 7)).toBe('2025-01');
});
