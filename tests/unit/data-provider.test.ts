/** Reads more rows than one page may have. */
import { describe, expect, it } from 'vitest';
import { pagesFor } from '../../dataProvider/pages.ts';

describe('pages of another size', () => {
  it.each([
    [1, 30, 30, undefined],
    [1, 30, 20, { pages: [1, 2], skip: 0 }],
    [2, 30, 20, { pages: [2, 3], skip: 10 }],
    [3, 10, 25, { pages: [1, 2], skip: 20 }],
    [1, 1000, 50, { pages: Array.from({ length: 20 }, (_, index) => index + 1), skip: 0 }],
  ])('page %i of %i rows from pages of %i', (page, perPage, size, expected) => {
    expect(pagesFor(page, perPage, size)).toEqual(expected);
  });
});
