/**
 * Names for prepared statements. Planning a short query takes longer than running it, so a text that is used twice
 * is prepared under a name made from its hash. The number of names is limited, since every connection stores them
 * all.
 */
import { createHash } from 'node:crypto';

const MOST_NAMES = 500;
const MOST_CANDIDATES = 2_000;
const LONGEST_TEXT = 8_192;

/**
 * Marks a condition that matches either few or all rows. One stored plan suits neither, so PostgreSQL plans the
 * text on every call.
 */
export const PLANNED_EACH_TIME = '/* planned each time */';

/** Marks a long text that is used often and has few variants. It is prepared like a short one. */
export const PREPARED = '/* prepared */';

const names = new Map<string, string>();
const seenOnce = new Set<string>();

export function statementName(text: string): string | undefined {
  const existing = names.get(text);
  if (existing || names.size >= MOST_NAMES) return existing;
  if (text.length > LONGEST_TEXT && !text.startsWith(PREPARED)) return undefined;
  if (text.includes(PLANNED_EACH_TIME)) return undefined;
  if (!seenOnce.delete(text)) {
    if (seenOnce.size >= MOST_CANDIDATES) seenOnce.clear();
    seenOnce.add(text);
    return undefined;
  }
  const name = `q_${createHash('sha1').update(text).digest('hex')}`;
  names.set(text, name);
  return name;
}
