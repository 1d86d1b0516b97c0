/** Cuts a text to a length. It leaves no half of a surrogate pair at the end, which the database would refuse. */
export function cut(text: string, length: number): string {
  const short = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
}
