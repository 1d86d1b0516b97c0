/** How long one waits before a line is tried again, and the record asked for where nothing can be heard. Pure. */

export const SOONEST_MS = 5000;
const LATEST_MS = 60_000;

interface Tried {
  /** The line held for a while: it was a good one. */
  held: boolean;
  /** How long one waited the last time. */
  wait: number;
  /** The plant's; undefined where nothing is to be asked again and again. */
  interval: number | undefined;
}

/** The wait, and whether the record is asked for after it. */
export const paceAfter = ({ held, wait, interval }: Tried): { wait: number; looks: boolean } => ({
  wait: held ? SOONEST_MS : Math.min(wait * 2, interval ?? LATEST_MS),
  looks: held || interval !== undefined,
});
