/** The plant's logo, as papers print it. */
import type { Queryable } from '../database/engine.ts';

export interface Logo {
  contenuto: string | null;
  content_type: string | null;
}

/** What papers ask for it. */
export type LogoSource = (database: Queryable) => Promise<Logo>;

/** As a picture for PDF: vectors as they are, anything else as a data address. */
export interface LogoPicture {
  svg?: string;
  image?: string;
}

/** PDF knows vectors, PNG and JPEG. */
export function pictureOf({ contenuto, content_type: type }: Logo): LogoPicture | undefined {
  if (!contenuto) return undefined;
  if (type === 'image/svg+xml') return { svg: Buffer.from(contenuto, 'base64').toString('utf8') };
  if (type === 'image/png' || type === 'image/jpeg') return { image: `data:${type};base64,${contenuto}` };
  return undefined;
}
