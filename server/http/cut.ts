/** At most so long, and no half of a character of two parts at the end: the database takes none. */
export function cut(text: string, length: number): string {
  const short = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
}
