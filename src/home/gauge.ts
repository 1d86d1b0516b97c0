/** The share of open work on time, and the number of lit segments of the gauge. Has no side effects. */
export const LEVELS = 20;

export interface OnTime {
  percent: number;
  lit: number;
}

/** Returns the share of open work on time. It is 100 % only if nothing is late, and is not rounded up. */
export function onTime(total: number, late: number): OnTime {
  const share = total === 0 ? 1 : 1 - late / total;
  const rounded = (steps: number): number => {
    const near = Math.round(share * steps);
    return late > 0 ? Math.min(near, steps - 1) : near;
  };
  return { percent: rounded(100), lit: rounded(LEVELS) };
}
