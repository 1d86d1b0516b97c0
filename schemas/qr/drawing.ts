/**
 * Positions of the code and the texts on a label, page or picture. It has no side effects, so that the preview in
 * the browser equals the printed page of the server.
 */
import { A4, type LabelFormat, type Size } from './labels.ts';
import { linesOf, widthOf } from './text-fit.ts';

export interface Content {
  /** Code, description and more texts; empty for a code alone. */
  texts: string[];
  header: string;
  logo: boolean;
}

export interface Box extends Size {
  x: number;
  y: number;
}

export interface Line {
  x: number;
  /** The baseline. */
  y: number;
  size: number;
  text: string;
  bold: boolean;
  centred: boolean;
}

export interface Drawing extends Size {
  code: { x: number; y: number; side: number; border: number };
  lines: Line[];
  logo?: Box & { centred: boolean };
}

/** The millimetres of a typographic point. */
export const POINT = 25.4 / 72;
/** Line height, and distance from the top of a line to its baseline, relative to the letter size. */
const LEADING = 1.2;
const BASELINE = 0.95;

interface Block {
  text: string;
  size: number;
  most: number;
  bold?: boolean;
}

const heightOf = (lines: { size: number }[]): number =>
  lines.reduce((sum, { size }) => sum + size * LEADING, 0);

const cutInto = (blocks: Block[], width: number) =>
  blocks.flatMap(({ text, size, most, bold = false }) =>
    linesOf(text, width, size, most).map((line) => ({ text: line, size, bold })),
  );

/** Places lines below each other from a given height. */
function stacked(
  lines: { text: string; size: number; bold: boolean }[],
  at: Pick<Line, 'x' | 'y' | 'centred'>,
) {
  let top = at.y;
  return lines.map((line): Line => {
    const y = top + line.size * BASELINE;
    top += line.size * LEADING;
    return { ...line, x: at.x, y, centred: at.centred };
  });
}

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** The minimum label height for a logo, in millimetres. */
export const LOGO_FROM = 45;
const LOGO_HEIGHT = 8;
const HEADER_FROM = 25;

/** Returns letter sizes that grow with the label. A long code shrinks before it wraps. */
function sizesFor(height: number, code: string, width: number): { big: number; small: number } {
  const ideal = between(8, 6 + height * 0.16, 18) * POINT;
  const shrunk = ideal * between(0.6, width / widthOf(code || ' ', ideal), 1);
  return { big: shrunk, small: between(6, (ideal / POINT) * 0.75, 12) * POINT };
}

/** Draws the code alone, as large as possible, below the header. */
function codeAlone({ width, height }: Size, pad: number, header: string): Drawing {
  const size = between(6, 4 + height * 0.08, 12) * POINT;
  const above = height >= HEADER_FROM ? cutInto([{ text: header, size, most: 1 }], width - 2 * pad) : [];
  const taken = above.length > 0 ? heightOf(above) + pad : 0;
  const side = Math.min(width, height - taken) - 2 * pad;
  return {
    width,
    height,
    code: { x: (width - side) / 2, y: taken + (height - taken - side) / 2, side, border: 0 },
    lines: stacked(above, { x: width / 2, y: pad, centred: true }),
  };
}

export const holdsLogo = ({ kind, label }: LabelFormat): boolean =>
  kind === 'page' || label.height >= LOGO_FROM;

export function drawLabel(
  { texts, header, logo }: Content,
  { width, height }: Size,
  inset?: number,
): Drawing {
  const pad = inset ?? Math.max(1.5, height * 0.06);
  if (texts.length === 0) return codeAlone({ width, height }, pad, header);
  const side = Math.min(height - 2 * pad, width * 0.42);
  const x = pad + side + Math.max(2, side * 0.1);
  const column = width - x - pad;
  const [code = '', ...rest] = texts;
  const { big, small } = sizesFor(height, code, column);
  const hasLogo = logo && height >= LOGO_FROM;
  const room = height - 2 * pad - (hasLogo ? LOGO_HEIGHT + 1 : 0);
  const above = cutInto(
    [
      { text: height >= HEADER_FROM ? header : '', size: small * 0.9, most: 1 },
      { text: code, size: big, most: 2, bold: true },
    ],
    column,
  );
  // The first text fills the lines that the other texts, one line each, leave free.
  const free = Math.floor((room - heightOf(above)) / (small * LEADING));
  const others = rest.slice(1, Math.max(1, free));
  const [first = ''] = rest;
  const below = cutInto(
    [
      { text: first, size: small, most: Math.max(0, free - others.length) },
      ...others.map((text) => ({ text, size: small, most: 1 })),
    ],
    column,
  );
  const lines = [...above, ...below];
  return {
    width,
    height,
    code: { x: pad, y: (height - side) / 2, side, border: 0 },
    lines: stacked(lines, { x, y: pad + Math.max(0, (room - heightOf(lines)) / 2), centred: false }),
    logo: hasLogo
      ? { x, y: height - pad - LOGO_HEIGHT, width: column, height: LOGO_HEIGHT, centred: false }
      : undefined,
  };
}

/** The side of the code: points on a page, pixels in a picture. */
const SIDE = 250;
const MARGIN = 20;

/** Draws an A4 page: logo and header at the top, the code in the middle, code and description below. */
export function drawPage({ texts, header, logo }: Content): Drawing {
  const { width, height } = A4;
  const [column, middle] = [width - 2 * MARGIN, width / 2];
  const head = cutInto([{ text: header, size: 20 * POINT, most: 2, bold: true }], column);
  const [code = '', ...rest] = texts;
  const below = cutInto(
    [
      { text: code, size: 28 * POINT, most: 2, bold: true },
      ...rest.map((text, index) => ({ text, size: 16 * POINT, most: index === 0 ? 4 : 1 })),
    ],
    column,
  );
  const side = SIDE * POINT;
  const top = 80;
  return {
    width,
    height,
    code: { x: middle - side / 2, y: top, side, border: 0 },
    lines: [
      ...stacked(head, { x: middle, y: 52, centred: true }),
      ...stacked(below, { x: middle, y: top + side + 10, centred: true }),
    ],
    logo: logo ? { x: middle - 40, y: MARGIN, width: 80, height: 24, centred: true } : undefined,
  };
}

/** Draws the picture to download, in pixels: the code with its quiet zone, and the texts below. */
export function drawPicture({ texts }: Pick<Content, 'texts'>): Drawing {
  const [code = '', ...rest] = texts;
  const below = cutInto(
    [
      { text: code, size: 18, most: 2, bold: true },
      ...rest.map((text, index) => ({ text, size: 13, most: index === 0 ? 3 : 1 })),
    ],
    SIDE - 24,
  );
  const height = SIDE + (below.length > 0 ? heightOf(below) + 12 : 0);
  return {
    width: SIDE,
    height: Math.ceil(height),
    code: { x: 0, y: 0, side: SIDE, border: 4 },
    lines: stacked(below, { x: SIDE / 2, y: SIDE - 4, centred: true }),
  };
}

export const drawOn = (format: LabelFormat, content: Content): Drawing =>
  format.kind === 'page' ? drawPage(content) : drawLabel(content, format.label, format.inset);
