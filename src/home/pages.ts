/** The pages that a pager of so many numbers offers: those around the one shown. Pure. */
const SHOWN = 5;

export function pagesAround(page: number, count: number, shown = SHOWN): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(shown / 2), count - shown + 1));
  return Array.from({ length: Math.min(shown, count) }, (_, index) => first + index);
}
