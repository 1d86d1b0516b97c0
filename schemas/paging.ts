/** The default page size, and the largest. */
export const PAGE_SIZE = 30;
export const PAGE_SIZE_MAX = 1000;

/** Our own lists count no further than this: more rows than COUNTED are 'more than COUNTED'. */
export const COUNTED = 10_000;
export const COUNT_CAP = COUNTED + 1;
