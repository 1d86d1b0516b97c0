import { quantile } from './load.ts';

/** A figure as it is printed: what was seen, what is wanted, and whether it holds. */
export interface Figure {
  name: string;
  value: string;
  wanted: string;
  met: boolean;
}

/** The median of what was seen, which is to stay below `most`. */
export function milliseconds(name: string, times: number[], most: number): Figure {
  const median = quantile(times, 0.5);
  return {
    name,
    value: `${median.toFixed(0)} ms (worst ${Math.max(...times).toFixed(0)} ms)`,
    wanted: `< ${most} ms`,
    met: median < most,
  };
}

export function print(title: string, figures: Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  console.log(`\n${title}`);
  for (const { name, value, wanted, met } of figures)
    console.log(`  ${met ? 'ok ' : 'NO '} ${name.padEnd(width)}  ${value.padEnd(34)} wanted ${wanted}`);
}
