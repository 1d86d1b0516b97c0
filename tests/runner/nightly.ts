import { it } from 'vitest';

/** The nightly run tests everything; by day, long series are sampled. */
export const NIGHTLY = process.env.NIGHTLY === '1';

/** Variants of one test (another role, theme, size): by day the first ones, by night all. */
export const byDay = <T>(variants: readonly T[], count = 1): readonly T[] =>
  NIGHTLY ? variants : variants.slice(0, count);

/** A test for the nightly run: a test of the day is close to it and proves the rules that it names. */
export const atNight = it.runIf(NIGHTLY);
