/** The default page size, and the maximum. */
export const PAGE_SIZE = 30;
export const PAGE_SIZE_MAX = 1000;

/** The number of rows that our own lists count at most. If there are more, they display 'more than' this number. */
export const COUNTED = 10_000;
export const COUNT_CAP = COUNTED + 1;
