/** Dates and timestamps as texts: '2026-03-29', '2026-03-29T10:00:00', with or without an offset. */

export const DAY_LENGTH = '2026-03-29'.length;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Returns whether the text has the form of a date. It accepts 31 February. */
export const looksLikeDay = (text: string): boolean => DAY.test(text);

const OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;
/** Returns whether a timestamp has an offset from UTC. */
export const hasOffset = (timestamp: string): boolean => OFFSET.test(timestamp.slice(DAY_LENGTH));

export const twoDigits = (value: number | string): string => String(value).padStart(2, '0');
