/** How a fault in an entity file is told: the place in it, the reason, and for a typo the word that was meant. */
export type Say = (path: string, reason: string) => void;

/** Edits from one word to the other. */
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

/** '; did you mean x?' when a known word is near. */
export function meant(word: unknown, known: Iterable<string>): string {
  const text = String(word);
  const near = [...known]
    .map((one) => ({ one, far: distance(text, one) }))
    .sort((a, b) => a.far - b.far)
    .find(({ far }) => far <= Math.max(1, Math.floor(text.length / 3)));
  return near ? `; did you mean ${near.one}?` : '';
}
