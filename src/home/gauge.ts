/** The share of the open work that is on time, and how many segments of the gauge it lights. Pure. */
export const LEVELS = 20;

export interface OnTime {
  percent: number;
  lit: number;
}

/** Whole only where nothing is late: a share near it is not rounded up to it. */
export function onTime(total: number, late: number): OnTime {
  const share = total === 0 ? 1 : 1 - late / total;
  const rounded = (steps: number): number => {
    const near = Math.round(share * steps);
    return late > 0 ? Math.min(near, steps - 1) : near;
  };
  return { percent: rounded(100), lit: rounded(LEVELS) };
}
