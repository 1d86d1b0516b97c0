/** A period as it is read. Pure. */
import { formatDate } from '../../resources/format/format.ts';

/** An asset that came after it has none. */
export const spanText = (start: string | null, end: string | null): string =>
  start === null || end === null ? '–' : `${formatDate(start)} – ${formatDate(end)}`;
