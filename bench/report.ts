import { quantile } from './load.ts';

/** A printed figure: measured value, target, and whether it is met. */
export interface Figure {
  name: string;
  value: string;
  target: string;
  met: boolean;
}

/** Reports the median of the measurements; the target is less than `most`. */
export function milliseconds(name: string, times: number[], most: number): Figure {
  const median = quantile(times, 0.5);
  return {
    name,
    value: `${median.toFixed(0)} ms (worst ${Math.max(...times).toFixed(0)} ms)`,
    target: `< ${most} ms`,
    met: median < most,
  };
}

export function print(title: string, figures: Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  console.log(`\n${title}`);
  for (const { name, value, target, met } of figures)
    console.log(`  ${met ? 'ok ' : 'NO '} ${name.padEnd(width)}  ${value.padEnd(34)} wanted ${target}`);
}
