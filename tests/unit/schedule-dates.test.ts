import { describe, expect, it } from 'vitest';
import {
  DAYS,
  dayAfter,
  dayBeyond,
  daysBetween,
  MONTHS,
  nextDay,
  roughly,
  WEEKS,
  YEARS,
} from '../../schemas/recurring-days.ts';
import { weeksOf } from '../../src/schedules/calendar/planned-days.ts';

const every = (frequenza: number, unita_misura: number) => ({ frequenza, unita_misura });

describe('a row after the period it was made for', () => {
  const monthly = { frequenza: 1, unita_misura: 3 };
  it.each([
    ['goes on a month after its last day', '2027-01-31', monthly, '2027-06-30', '2027-07-31'],
    ['goes on where the period ended between two days', '2027-01-31', monthly, '2027-06-15', '2027-06-30'],
    ['begins where it had not begun', '2027-09-10', monthly, '2027-06-30', '2027-09-10'],
    ['keeps its weekday', '2027-01-04', { frequenza: 1, unita_misura: 2 }, '2027-01-31', '2027-02-01'],
    ['ends with the calendar', '9998-12-01', monthly, '9998-12-31', undefined],
  ])('%s', (_name, first, frequency, end, next) => {
    expect(dayBeyond(first, frequency, end)).toBe(next);
  });
});

describe('days that come again', () => {
  it('counts in days, weeks, months and years [frequency-units]', () => {
    expect(dayAfter('2026-01-30', every(3, DAYS), 1)).toBe('2026-02-02');
    expect(dayAfter('2026-01-30', every(2, WEEKS), 1)).toBe('2026-02-13');
    expect(dayAfter('2026-01-30', every(2, MONTHS), 1)).toBe('2026-03-30');
    expect(dayAfter('2026-01-30', every(1, YEARS), 3)).toBe('2029-01-30');
  });

  it('uses the last day of a shorter month, and the 31st returns', () => {
    const days = daysBetween('2027-12-31', every(1, MONTHS), { to: '2028-06-30', most: 99 });
    expect(days).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
      '2028-06-30',
    ]);
    expect(dayAfter('2026-01-31', every(1, MONTHS), 1)).toBe('2026-02-28');
  });

  it('keeps the 29th of February for leap years', () => {
    const days = daysBetween('2024-02-29', every(1, YEARS), { to: '2028-12-31', most: 99 });
    expect(days).toEqual(['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
    // 2100 is no leap year.
    expect(dayAfter('2096-02-29', every(4, YEARS), 1)).toBe('2100-02-28');
  });

  it('loses and repeats no day where the clocks change', () => {
    const spring = daysBetween('2026-03-27', every(1, DAYS), { to: '2026-04-01', most: 99 });
    const autumn = daysBetween('2026-10-23', every(1, DAYS), { to: '2026-10-28', most: 99 });
    expect(spring).toEqual([
      '2026-03-27',
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
      '2026-03-31',
      '2026-04-01',
    ]);
    expect(autumn).toHaveLength(6);
    expect(new Set(autumn).size).toBe(6);
  });

  it('begins at the requested date, on the dates of the series', () => {
    const days = daysBetween('2020-01-31', every(1, MONTHS), {
      from: '2026-02-10',
      to: '2026-04-30',
      most: 99,
    });
    expect(days).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
    expect(daysBetween('2026-05-01', every(1, DAYS), { to: '2026-04-30', most: 9 })).toEqual([]);
  });

  it('ends at the end of the calendar, and at the requested maximum', () => {
    expect(dayAfter('9998-12-01', every(1, MONTHS), 1)).toBeUndefined();
    expect(dayAfter('2026-01-01', every(9999, YEARS), 1)).toBeUndefined();
    expect(dayAfter('2026-01-01', every(9999, YEARS), 1e9)).toBeUndefined();
    expect(daysBetween('2026-01-01', every(1, DAYS), { to: '9998-12-31', most: 5 })).toHaveLength(5);
    expect(roughly('2026-01-01', every(1, DAYS), '9998-12-31')).toBeGreaterThan(2_000_000);
    expect(roughly('2026-01-01', every(1, DAYS), '2025-01-01')).toBe(0);
  });

  it('continues the series, or from a changed plan', () => {
    expect(nextDay('2026-01-31', every(1, MONTHS), '2026-02-28')).toBe('2026-03-31');
    expect(nextDay('2026-01-31', every(1, MONTHS), '2026-02-20')).toBe('2026-03-20');
    expect(nextDay('2026-06-01', every(1, WEEKS), '2026-05-20')).toBe('2026-05-27');
    expect(nextDay('9998-12-31', every(1, YEARS), '9998-12-31')).toBeUndefined();
  });

  it('never counts more than the estimate [sched-generate-period]', () => {
    for (const unit of [DAYS, WEEKS, MONTHS, YEARS])
      for (const many of [1, 3, 7]) {
        const days = daysBetween('2023-01-31', every(many, unit), { to: '2032-03-01', most: 9999 });
        expect(days.length).toBeLessThanOrEqual(roughly('2023-01-31', every(many, unit), '2032-03-01'));
        expect(days).toEqual([...new Set(days)].sort());
      }
  });
});

it('a month of the preview has weeks from Monday, in every language [cal-week]', () => {
  const [first, second] = weeksOf('2026-11');
  expect(first).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, '2026-11-01']);
  expect(second![0]).toBe('2026-11-02');
  expect(weeksOf('2026-06')[0]![0]).toBe('2026-06-01');
});
