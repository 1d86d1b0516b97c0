/** The plant's logo for printed documents. */
import type { Queryable } from '../database/engine.ts';

export interface Logo {
  contenuto: string | null;
  content_type: string | null;
}

/** Reads the logo. */
export type LogoSource = (database: Queryable) => Promise<Logo>;

/** The logo in PDF: SVG as it is, other formats as a data address. */
export interface LogoPicture {
  svg?: string;
  image?: string;
}

/** Converts the logo. PDF supports SVG, PNG and JPEG. */
export function pictureOf({ contenuto, content_type: type }: Logo): LogoPicture | undefined {
  if (!contenuto) return undefined;
  if (type === 'image/svg+xml') return { svg: Buffer.from(contenuto, 'base64').toString('utf8') };
  if (type === 'image/png' || type === 'image/jpeg') return { image: `data:${type};base64,${contenuto}` };
  return undefined;
}
