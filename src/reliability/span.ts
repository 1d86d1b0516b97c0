/** Formats a period. Has no side effects. */
import { formatDate } from '../../resources/format/format.ts';

/** Returns the period as text. It is a dash for an asset that is newer than the period. */
export const spanText = (start: string | null, end: string | null): string =>
  start === null || end === null ? '–' : `${formatDate(start)} – ${formatDate(end)}`;
