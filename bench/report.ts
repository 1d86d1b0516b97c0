import { median } from './load.ts';

/** A printed figure: measured value, target, and whether it is met. */
export interface Figure {
  name: string;
  value: string;
  target: string;
  met: boolean;
}

/** Reports the median of the measurements; the target is less than `most`. */
export function milliseconds(name: string, times: number[], most: number): Figure {
  const middle = median(times);
  return {
    name,
    value: `${middle.toFixed(0)} ms (worst ${Math.max(...times).toFixed(0)} ms)`,
    target: `< ${most} ms`,
    met: middle < most,
  };
}

/** Compares speeds per second; ours is at least this part of the bare server's. */
export function ofBare({ ours, bare }: { ours: number; bare: number }, least: number): Omit<Figure, 'name'> {
  const ratio = ours / bare;
  return {
    value: `${Math.round(ratio * 100)}% (${Math.round(ours)}/s of ${Math.round(bare)}/s)`,
    target: `>= ${least * 100}%`,
    met: ratio >= least,
  };
}

export function print(title: string, figures: Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  console.log(`\n${title}`);
  for (const { name, value, target, met } of figures)
    console.log(`  ${met ? 'ok ' : 'NO '} ${name.padEnd(width)}  ${value.padEnd(34)} wanted ${target}`);
}
