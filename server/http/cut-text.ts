/** Cuts a text to a length, without half a surrogate pair at the end, which the database refuses. */
export function cut(text: string, length: number): string {
  const short = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
}
