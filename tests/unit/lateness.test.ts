/** Lateness in the plant's time zone: a date ends at its midnight, wherever the reader is. */
import { describe, expect, it } from 'vitest';
import { daysLate } from '../../resources/format/lateness.ts';

const at = (value: string, now: string, zone = 'Europe/Rome', withTime = false) =>
  daysLate(value, { zone, withTime, now: new Date(now) });

describe('late by', () => {
  it.each([
    ['2026-03-28', '2026-03-28T22:59:59Z', undefined],
    ['2026-03-28', '2026-03-28T23:00:00Z', 1],
    ['2026-03-28T09:00:00Z', '2026-03-28T22:59:59Z', undefined],
    ['2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z', 1],
    ['2026-03-24', '2026-03-28T12:00:00Z', 4],
    // The night of the clock change has 23 hours.
    ['2026-03-28', '2026-03-29T22:00:00Z', 2],
    ['2026-04-01', '2026-03-28T12:00:00Z', undefined],
  ])('%s at %s', (value, now, days) => {
    expect(at(value, now)).toBe(days);
  });

  it('the day of the plant, where it is another', () => {
    expect(at('2026-03-28', '2026-03-28T15:00:00Z', 'Asia/Tokyo')).toBe(1);
    expect(at('2026-03-28', '2026-03-29T03:59:00Z', 'America/New_York')).toBeUndefined();
  });

  it('hours where they count, but for a midnight, which is a day', () => {
    expect(at('2026-03-28T09:00:00Z', '2026-03-28T09:00:01Z', 'Europe/Rome', true)).toBe(0);
    expect(at('2026-03-28T09:00:00Z', '2026-03-28T08:59:59Z', 'Europe/Rome', true)).toBeUndefined();
    expect(at('2026-03-27T23:00:00Z', '2026-03-28T09:00:00Z', 'Europe/Rome', true)).toBeUndefined();
  });
});
