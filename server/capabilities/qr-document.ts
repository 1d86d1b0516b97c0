/** Draws labels as a PDF document, each at its position on the sheet, in points. */
import { type Drawing, type Line, POINT } from '../../schemas/qr/drawing.ts';
import { type LabelFormat, onOnePage, placeOf } from '../../schemas/qr/labels.ts';
import type { LogoPicture } from './logo.ts';
import type { PdfParts } from './pdf.ts';

export interface Label {
  /** The content of the code. */
  code: string;
  drawing: Drawing;
}

interface Place {
  x: number;
  y: number;
}

type Node = Record<string, unknown>;

/** The font's ascent: from the top of a line to its baseline. */
const ASCENT = 0.9277;

const points = (millimetres: number): number => millimetres / POINT;

const at = ({ x, y }: Place, node: Node): Node => ({
  ...node,
  absolutePosition: { x: points(x), y: points(y) },
});

function textNode({ x, y, size, text, bold, centred }: Line, place: Place, width: number): Node {
  const top = place.y + y - size * ASCENT;
  const node = { text, fontSize: points(size), bold, noWrap: true };
  if (!centred) return at({ x: place.x + x, y: top }, node);
  return at({ x: place.x + x - width / 2, y: top }, centredIn(width, node));
}

/** Centres a node in a column of this width. */
const centredIn = (width: number, node: Node): Node => ({
  columns: [{ width: points(width), stack: [{ ...node, alignment: 'center' }] }],
});

function logoNode(
  { x, y, width, height, centred }: NonNullable<Drawing['logo']>,
  place: Place,
  logo: LogoPicture,
) {
  const node = { ...logo, fit: [points(width), points(height)] };
  return at({ x: place.x + x, y: place.y + y }, centred ? centredIn(width, node) : node);
}

function nodesOf({ code, drawing }: Label, place: Place, logo: LogoPicture | undefined): Node[] {
  const { x, y, side } = drawing.code;
  return [
    at({ x: place.x + x, y: place.y + y }, { image: code, width: points(side), height: points(side) }),
    ...drawing.lines.map((line) => textNode(line, place, drawing.width)),
    ...(drawing.logo && logo ? [logoNode(drawing.logo, place, logo)] : []),
  ];
}

export interface Sheets {
  format: LabelFormat;
  /** The number of labels on the first sheet that are already used. */
  skip: number;
  title: string;
  logo: LogoPicture | undefined;
}

export function labelDocument(labels: Label[], { format, skip, title, logo }: Sheets): PdfParts {
  const perPage = onOnePage(format);
  const content = labels.flatMap((label, index): Node[] => {
    const place = skip + index;
    const nodes = nodesOf(label, placeOf(format, place % perPage), logo);
    return place > 0 && place % perPage === 0 && index > 0
      ? [{ ...nodes[0], pageBreak: 'before' }, ...nodes.slice(1)]
      : nodes;
  });
  const { width, height } = format.page;
  return {
    document: {
      info: { title, creator: 'Officina' },
      pageSize: { width: points(width), height: points(height) },
      pageMargins: 0,
      content,
    },
    codes: Object.fromEntries(labels.map(({ code }) => [code, code])),
  };
}
