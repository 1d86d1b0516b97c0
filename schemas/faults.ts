/** Reports a fault in an entity file: the place, the reason and, for a typo, the closest valid word. */
export type Say = (path: string, reason: string) => void;

/** Counts the edits from one word to the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Returns '; did you mean x?' if a valid word is close. */
export function suggestion(word: unknown, valid: Iterable<string>): string {
  const text = String(word);
  const near = [...valid]
    .map((one) => ({ one, far: distance(text, one) }))
    .sort((a, b) => a.far - b.far)
    .find(({ far }) => far <= Math.max(1, Math.floor(text.length / 3)));
  return near ? `; did you mean ${near.one}?` : '';
}

/** Reports a name that is not in the list, with the closest name of the list. */
export function checkKnown(
  path: string,
  what: string,
  name: unknown,
  allowed: Iterable<string>,
  say: Say,
): void {
  const names = [...allowed];
  if (!names.includes(String(name))) say(path, `no ${what} ${name}${suggestion(name, names)}`);
}
