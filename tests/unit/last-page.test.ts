/** The last page of a list shows how many rows there are, so they need no count. */
import { describe, expect, it } from 'vitest';
import { lastPageTotal } from '../../server/database/list-page.ts';

const page = (number: number | undefined) => ({ number, size: 30, counted: true });

describe('the number of rows', () => {
  it.each([
    ['is known from the only page', 1, 12, 12],
    ['is known from the last page', 3, 1, 61],
    ['is zero without rows', 1, 0, 0],
    ['is not known from a full page, which another may follow', 1, 30, undefined],
    ['is not known from an empty page after the last', 3, 0, undefined],
    ['is not known of all rows at once', undefined, 12, undefined],
  ])('%s', (_title, number, rows, total) => {
    expect(lastPageTotal(page(number), rows)).toBe(total);
  });
});
