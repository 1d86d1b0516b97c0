/**
 * The widths of columns. They are as wide as their content. If there is not enough space, the longest shrink first.
 * Has no side effects.
 */

export interface ColumnSize {
  /** The width of the whole content on one line. */
  whole: number;
  /** The width in the schema, for the case that there is not enough space. */
  wished: number;
  /** The smallest useful width: that of the header, or of a whole number or date. */
  least: number;
}

const sum = (widths: number[]): number => widths.reduce((all, width) => all + width, 0);
const PRECISE = 0.001;

/**
 * Returns widths below a common limit that fills the space. The limit is proportional to `wished`, and no width is
 * below its floor.
 */
function levelled(columns: ColumnSize[], floors: number[], room: number): number[] {
  const at = (cap: number) =>
    columns.map(({ whole, wished }, index) => Math.min(whole, Math.max(cap * wished, floors[index] ?? 0)));
  let [low, high] = [0, room];
  while (high - low > PRECISE) {
    const middle = (low + high) / 2;
    if (sum(at(middle)) > room) high = middle;
    else low = middle;
  }
  return at(low);
}

/** Distributes the remaining space to the columns by their content. Rigid columns get none. */
function spread(columns: ColumnSize[], room: number): number[] {
  const rest = room - sum(columns.map(({ whole }) => whole));
  const grows = columns.map(({ whole, least }) => (whole > least ? whole : 0));
  const all = sum(grows) || sum(columns.map(({ whole }) => whole));
  return columns.map(
    ({ whole }, index) => whole + (rest * (sum(grows) > 0 ? (grows[index] ?? 0) : whole)) / Math.max(all, 1),
  );
}

/** Returns whether nothing is cut off. */
export const areWhole = (columns: ColumnSize[], room: number): boolean =>
  sum(columns.map(({ whole }) => whole)) <= room;

/** Returns whether each column has at least its smallest width. */
export const fits = (columns: ColumnSize[], room: number): boolean =>
  sum(columns.map(({ least }) => least)) <= room;

/** Returns the widths. If even the smallest do not fit, the table scrolls sideways, with the widths in the schema. */
export function fitted(columns: ColumnSize[], room: number): number[] {
  if (areWhole(columns, room)) return spread(columns, room);
  const least = columns.map((column) => column.least);
  const wished = columns.map((column) => Math.min(column.whole, Math.max(column.wished, column.least)));
  if (sum(wished) <= room) return levelled(columns, wished, room);
  return fits(columns, room) ? levelled(columns, least, room) : wished;
}
