/** Reliability figures, against published and hand-calculated values. */
import { describe, expect, it } from 'vitest';
import { addDays } from '../../schemas/working-days.ts';
import { chiSquareAtMost, chiSquareQuantile } from '../../server/domains/reliability/chi-square.ts';
import { daysIn, periodOf } from '../../server/domains/reliability/compared-periods.ts';
import { figuresOf, intervalOf } from '../../server/domains/reliability/reliability-figures.ts';
import { monthsIn } from '../../server/domains/reliability/trend.ts';
import { areEquallyLong, endAhead } from '../../src/reliability/span.ts';

const setting = () => undefined;

describe('quantiles of chi-square', () => {
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4: upper and lower critical values.
  it.each([
    [1, 0.95, 3.841],
    [2, 0.95, 5.991],
    [10, 0.9, 15.987],
    [10, 0.95, 18.307],
    [10, 0.99, 23.209],
    [10, 0.999, 29.588],
    [14, 0.95, 23.685],
    [50, 0.95, 67.505],
    [100, 0.95, 124.342],
    [100, 0.999, 149.449],
    [1, 0.05, 0.004],
    [2, 0.05, 0.103],
    [10, 0.05, 3.94],
    [10, 0.1, 4.865],
    [12, 0.05, 5.226],
    [100, 0.05, 77.929],
    [100, 0.01, 70.065],
  ])('%i degrees, %f: %f', (degrees, probability, value) => {
    expect(chiSquareQuantile(probability, degrees)).toBeCloseTo(value, 2.9);
    expect(Math.abs(chiSquareQuantile(probability, degrees) - value)).toBeLessThan(0.00051);
  });

  it('are found for many failures too', () => {
    for (const degrees of [1000, 20_000])
      for (const probability of [0.05, 0.95]) {
        const value = chiSquareQuantile(probability, degrees);
        expect(chiSquareAtMost(value, degrees)).toBeCloseTo(probability, 9);
        // The approximation of Wilson and Hilferty, accurate for many degrees of freedom.
        const z = probability < 0.5 ? -1.6448536 : 1.6448536;
        const about = degrees * (1 - 2 / (9 * degrees) + z * Math.sqrt(2 / (9 * degrees))) ** 3;
        expect(Math.abs(value / about - 1)).toBeLessThan(1e-4);
      }
  });
});

describe('figures', () => {
  it('of no failure, one, and several whose downtime exceeds the period', () => {
    const none = { mtbf_low: null, mtbf_high: null };
    expect(figuresOf({ days: 365, failures: 0, downtime: 0 })).toEqual({
      mtbf: null,
      mttr: null,
      availability: 100,
      ...none,
    });
    expect(figuresOf({ days: 10, failures: 1, downtime: 24 })).toEqual({
      mtbf: 9,
      mttr: 24,
      availability: 90,
      ...none,
    });
    expect(figuresOf({ days: 1, failures: 2, downtime: 48 })).toEqual({
      mtbf: 0,
      mttr: 24,
      availability: 0,
      ...none,
    });
    expect(figuresOf({ days: 0, failures: 0, downtime: 0 }).availability).toBeNull();
  });

  it('have an interval from five failures on', () => {
    expect(figuresOf({ days: 100, failures: 4, downtime: 0 }).mtbf_low).toBeNull();
    // 200 / 21.026 and 200 / 3.940.
    expect(figuresOf({ days: 100, failures: 5, downtime: 0 })).toMatchObject({
      mtbf: 20,
      mtbf_low: 9.51,
      mtbf_high: 50.76,
    });
    // NIST 8.4.5.1, factors for a time-terminated test: 90 per cent two-sided, 10 failures: 0.5895, 1.843.
    const { low, high } = intervalOf(1000, 10);
    expect(low / 100).toBeCloseTo(0.5895, 3);
    expect(high / 100).toBeCloseTo(1.8432, 3);
  });
});

describe('periods', () => {
  it('count both ends, across the change of the clocks and leap years', () => {
    expect(daysIn({ start: '2024-02-28', end: '2024-03-01' })).toBe(3);
    expect(daysIn({ start: '2026-03-28', end: '2026-03-30' })).toBe(3);
    expect(daysIn({ start: '2026-03-30', end: '2026-03-28' })).toBe(0);
    expect(addDays('2024-12-31', 1)).toBe('2025-01-01');
  });

  it('are compared with the previous year, or as many days before', () => {
    expect(periodOf({ anno: '2021' }, setting)).toEqual({
      current: { start: '2021-01-01', end: '2021-12-31' },
      previous: { start: '2020-01-01', end: '2020-12-31' },
    });
    expect(periodOf({ periodo: '2021-03-01,2021-03-10' }, setting).previous).toEqual({
      start: '2021-02-19',
      end: '2021-02-28',
    });
  });

  it('have months', () => {
    expect(monthsIn({ start: '2020-12-31', end: '2021-02-01' })).toEqual(['2020-12', '2021-01', '2021-02']);
    expect(monthsIn({ start: '2021-02-02', end: '2021-02-01' })).toEqual([]);
  });
});

describe('a period that is not over', () => {
  const today = '2026-11-28';

  it('ends later than its figures', () => {
    expect(endAhead({ tipoPeriodo: 'Y', anno: '2026' }, today)).toBe('2026-12-31');
    expect(endAhead({}, today)).toBe('2026-12-31');
    expect(endAhead({ tipoPeriodo: 'Y', anno: '2025' }, today)).toBeUndefined();
    expect(endAhead({ tipoPeriodo: 'P', periodo: '2026-11-01,2026-11-30' }, today)).toBe('2026-11-30');
    expect(endAhead({ tipoPeriodo: 'P', periodo: '2026-11-01,2026-11-28' }, today)).toBeUndefined();
    expect(endAhead({}, '2026-12-31')).toBeUndefined();
  });

  it('has no number of failures to compare with a whole one', () => {
    const days = (start: string, end: string, before: string | null, until: string | null) =>
      areEquallyLong({ start_date: start, end_date: end, start_date_prec: before, end_date_prec: until });
    expect(days('2026-01-01', today, '2025-01-01', '2025-12-31')).toBe(false);
    expect(days('2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31')).toBe(true);
    expect(days('2026-11-22', today, '2026-11-15', '2026-11-21')).toBe(true);
    expect(days('2026-11-22', today, null, null)).toBe(false);
  });
});
