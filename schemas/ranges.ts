/** The names of the filters for the two ends of a range: dataDa and dataA for data. */

const SUFFIXES = { from: 'Da', to: 'A' } as const;
export type RangeEnd = keyof typeof SUFFIXES;
export const RANGE_ENDS: readonly RangeEnd[] = ['from', 'to'];

export const endNamed = (name: string, end: RangeEnd): string => `${name}${SUFFIXES[end]}`;

/** Returns the names of both ends. */
export const rangeOf = (name: string): Record<RangeEnd, string> => ({
  from: endNamed(name, 'from'),
  to: endNamed(name, 'to'),
});

/** Splits the name of an end. Returns undefined for other names. */
export function endIn(name: string): { name: string; end: RangeEnd } | undefined {
  const end = RANGE_ENDS.find((one) => name.endsWith(SUFFIXES[one]));
  return end && { name: name.slice(0, -SUFFIXES[end].length), end };
}
