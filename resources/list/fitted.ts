/** How wide columns are: as what stands in them; where that is too much, the longest give way first. Pure. */

export interface Wanted {
  /** With all that stands in it on one line. */
  whole: number;
  /** What its schema wishes where there is not room for all. */
  wished: number;
  /** Below this it says nothing: its head, or all of a number and a date. */
  least: number;
}

const sum = (widths: number[]): number => widths.reduce((all, one) => all + one, 0);
const PRECISE = 0.001;

/** None wider than leaves room for all, the cap higher for those that wish for more, and none below its own floor. */
function levelled(columns: Wanted[], floors: number[], room: number): number[] {
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

/** The rest goes to those that have most in them; what is rigid has all it needs. */
function spread(columns: Wanted[], room: number): number[] {
  const rest = room - sum(columns.map(({ whole }) => whole));
  const grows = columns.map(({ whole, least }) => (whole > least ? whole : 0));
  const all = sum(grows) || sum(columns.map(({ whole }) => whole));
  return columns.map(
    ({ whole }, index) => whole + (rest * (sum(grows) > 0 ? (grows[index] ?? 0) : whole)) / Math.max(all, 1),
  );
}

/** Nothing is cut. */
export const areWhole = (columns: Wanted[], room: number): boolean =>
  sum(columns.map(({ whole }) => whole)) <= room;

/** Each has at least what says something. */
export const fits = (columns: Wanted[], room: number): boolean =>
  sum(columns.map(({ least }) => least)) <= room;

/** When even the least is too much, the table is moved sideways anyhow: then each has what its schema wishes. */
export function fitted(columns: Wanted[], room: number): number[] {
  if (areWhole(columns, room)) return spread(columns, room);
  const least = columns.map((column) => column.least);
  const wished = columns.map((column) => Math.min(column.whole, Math.max(column.wished, column.least)));
  if (sum(wished) <= room) return levelled(columns, wished, room);
  return fits(columns, room) ? levelled(columns, least, room) : wished;
}
