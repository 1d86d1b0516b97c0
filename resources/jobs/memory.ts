/** What this browser knows of a person's jobs beyond the page: which are awaited, and which have ended unseen. */

export interface Memory {
  /** Their end is still to be told. */
  awaited: number[];
  /** Ended, and not looked at yet. */
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

/** Read anew each time: another tab may have written meanwhile. */
export function changeMemory(person: number, change: (memory: Memory) => Memory): Memory {
  const before = readMemory(person);
  const after = change(before);
  if (JSON.stringify(after) !== JSON.stringify(before))
    localStorage.setItem(keyOf(person), JSON.stringify(after));
  return after;
}

/** Another tab of this browser has begun a job, or seen one end. */
export const isMemoryOf = (person: number, { key }: StorageEvent): boolean => key === keyOf(person);
