/** The default page size, and the largest. */
export const PAGE_SIZE = 30;
export const PAGE_SIZE_MAX = 1000;
