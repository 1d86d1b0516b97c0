/** Returns the page numbers around the current page. Has no side effects. */
const MAX_NUMBERS = 5;

export function pagesAround(page: number, count: number, numbers = MAX_NUMBERS): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(numbers / 2), count - numbers + 1));
  return Array.from({ length: Math.min(numbers, count) }, (_, index) => first + index);
}
