/**
 * The pages a server with its own page size must be asked for, to show `perPage` rows from `page`.
 * Undefined when the two sizes agree and the page already read is the whole answer.
 */
export function pagesFor(
  page: number,
  perPage: number,
  size: number,
): { pages: number[]; skip: number } | undefined {
  if (size === perPage) return undefined;
  const [from, to] = [(page - 1) * perPage, page * perPage];
  const first = Math.floor(from / size) + 1;
  const last = Math.ceil(to / size);
  return {
    pages: Array.from({ length: last - first + 1 }, (_, index) => first + index),
    skip: from - (first - 1) * size,
  };
}
