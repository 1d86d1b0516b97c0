/**
 * Returns the pages to read from a server with another page size, to get `perPage` rows of `page`. Returns
 * undefined if the two sizes agree, so that the page already read is the answer.
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
