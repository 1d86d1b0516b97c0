/**
 * The jobs of a user that this browser stores: those to report when they end, and ended ones that the user has not
 * seen.
 */

export interface Memory {
  /** Jobs whose end is to be reported. */
  awaited: number[];
  /** Jobs that have ended and that the user has not seen. */
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

/** Changes the stored jobs. They are read before each change, because another tab may have written them. */
export function changeMemory(person: number, change: (memory: Memory) => Memory): Memory {
  const before = readMemory(person);
  const after = change(before);
  if (JSON.stringify(after) !== JSON.stringify(before))
    localStorage.setItem(keyOf(person), JSON.stringify(after));
  return after;
}

/** Returns whether another tab changed the stored jobs of this user. */
export const isMemoryOf = (person: number, { key }: StorageEvent): boolean => key === keyOf(person);
