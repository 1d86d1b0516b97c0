import { expect, it } from 'vitest';
import { intervalOf } from '../../resources/context/refresh-interval.ts';

it.each([
  ['15000', 15_000],
  ['0', undefined],
  ['-5', undefined],
  ['', 10_000],
  // Seconds taken for milliseconds, and a time longer than timers know, after which they would fire at once.
  ['10', 1000],
  ['3000000000', 2_147_483_647],
])('IntervalloUpdInt %j refreshes every %j ms', (value, expected) => {
  expect(intervalOf(() => value)).toBe(expected);
});
