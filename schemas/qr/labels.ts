/** Label formats in millimetres: sheets of labels, rolls for label printers, full pages. */
export interface LabelFormat {
  name: string;
  kind: 'page' | 'sheet' | 'roll';
  page: Size;
  label: Size;
  columns: number;
  rows: number;
  /** The margin inside a label if the sheet has no margin, because printers cannot print to the edge. */
  inset?: number;
  /** The position of the first label. */
  left: number;
  top: number;
  /** The gaps between labels. */
  gapX: number;
  gapY: number;
}

export interface Size {
  width: number;
  height: number;
}

export const A4: Size = { width: 210, height: 297 };

const size = (width: number, height: number): Size => ({ width, height });

type Grid = Pick<LabelFormat, 'columns' | 'rows' | 'left' | 'top'> &
  Partial<Pick<LabelFormat, 'gapX' | 'inset'>>;

const sheet = (name: string, label: Size, grid: Grid): LabelFormat => ({
  name,
  kind: 'sheet',
  page: A4,
  label,
  gapX: 0,
  gapY: 0,
  ...grid,
});

const single = (name: string, kind: 'page' | 'roll', page: Size): LabelFormat => ({
  name,
  kind,
  page,
  label: page,
  columns: 1,
  rows: 1,
  left: 0,
  top: 0,
  gapX: 0,
  gapY: 0,
});

/** The grids of common A4 label sheets. */
export const LABEL_FORMATS: LabelFormat[] = [
  sheet('a4-3x8', size(70, 37), { columns: 3, rows: 8, left: 0, top: 0.5, inset: 4.5 }),
  sheet('a4-3x8-bordo', size(64, 33.9), { columns: 3, rows: 8, left: 6.5, top: 12.9, gapX: 2.5 }),
  sheet('a4-3x7', size(63.5, 38.1), { columns: 3, rows: 7, left: 7.25, top: 15.15, gapX: 2.5 }),
  sheet('a4-2x4', size(99.1, 67.7), { columns: 2, rows: 4, left: 4.65, top: 13.1, gapX: 2.5 }),
  sheet('a4-2x7', size(99.1, 38.1), { columns: 2, rows: 7, left: 4.65, top: 15.15, gapX: 2.5 }),
  sheet('a4-4x10', size(48.5, 25.4), { columns: 4, rows: 10, left: 8, top: 21.5 }),
  sheet('a4-5x13', size(38.1, 21.2), { columns: 5, rows: 13, left: 4.75, top: 10.7, gapX: 2.5 }),
  single('62x29', 'roll', size(62, 29)),
  single('50x25', 'roll', size(50, 25)),
  single('100x50', 'roll', size(100, 50)),
  single('89x36', 'roll', size(89, 36)),
  single('a4', 'page', A4),
];

export const USUAL_FORMAT = LABEL_FORMATS[0]!;
export const PAGE_FORMAT = LABEL_FORMATS.at(-1)!;

export const formatNamed = (name: string): LabelFormat | undefined =>
  LABEL_FORMATS.find((format) => format.name === name);

export const onOnePage = ({ columns, rows }: LabelFormat): number => columns * rows;

/** The maximum margin. A grid that exceeds the page is refused. */
export const MARGIN_MAX = 50;

export const fitsPage = ({ page, label, columns, rows, left, top, gapX, gapY }: LabelFormat): boolean =>
  left >= 0 &&
  top >= 0 &&
  left + columns * label.width + (columns - 1) * gapX <= page.width + 0.01 &&
  top + rows * label.height + (rows - 1) * gapY <= page.height + 0.01;

/** Returns the upper left corner of a label. `index` counts from 0 along the rows. */
export function placeOf({ columns, left, top, label, gapX, gapY }: LabelFormat, index: number) {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return { x: left + column * (label.width + gapX), y: top + row * (label.height + gapY) };
}

/** The maximum number of labels per document. Larger jobs are printed in parts. */
export const LABELS_MAX = 5000;
