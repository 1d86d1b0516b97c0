/** Formats a period. Has no side effects. */
import { formatDate } from '../../resources/format/format.ts';

/** Returns a dash for an asset newer than the period. */
export const spanText = (start: string | null, end: string | null): string =>
  start === null || end === null ? '–' : `${formatDate(start)} – ${formatDate(end)}`;
