/**
 * Names for prepared statements. Planning costs more than running for the short queries of a call, so a text seen
 * twice is prepared under a name made from it. The number of names is bounded, since every connection keeps them all.
 */
import { createHash } from 'node:crypto';

const MOST_NAMES = 500;
const MOST_CANDIDATES = 2_000;
const LONGEST_TEXT = 8_192;

/**
 * Stands in the text of a condition that leaves now five rows and now all of them: a plan made once for any value
 * would suit neither, so the text is planned for its values each time.
 */
export const PLANNED_EACH_TIME = '/* planned each time */';

const names = new Map<string, string>();
const seenOnce = new Set<string>();

export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || text.length > LONGEST_TEXT || names.size >= MOST_NAMES) return known;
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
