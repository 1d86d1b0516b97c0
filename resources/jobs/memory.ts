/**
 * The jobs of a user that this browser stores: those to report when they end, and those that ended unseen.
 */

export interface Memory {
  /** Jobs whose end is to be reported. */
  awaited: number[];
  /** Jobs that ended and were not looked at. */
  news: number[];
}

const keyOf = (person: number): string => `officina-${person}.jobs`;
const NOTHING: Memory = { awaited: [], news: [] };

export function readMemory(person: number): Memory {
  try {
    return { ...NOTHING, ...JSON.parse(localStorage.getItem(keyOf(person)) ?? '{}') };
  } catch {
    return NOTHING;
  }
}

/** Reads before each change, because another tab may have written. */
export function changeMemory(person: number, change: (memory: Memory) => Memory): Memory {
  const before = readMemory(person);
  const after = change(before);
  if (JSON.stringify(after) !== JSON.stringify(before))
    localStorage.setItem(keyOf(person), JSON.stringify(after));
  return after;
}

/** Returns whether another tab changed the stored jobs of this user. */
export const isMemoryOf = (person: number, { key }: StorageEvent): boolean => key === keyOf(person);
