/** Rows of a page when nobody says how many, and the most that one page may have. */
export const PAGE_SIZE = 30;
export const PAGE_SIZE_MAX = 1000;
