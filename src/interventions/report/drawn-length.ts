/** Whether a drawing is a signature, by how far its lines go. Has no side effects. */

/** In pixels of the screen: more than a tap whose finger slips, less than any name, initials or cross. */
const LENGTH_MIN = 24;

interface Point {
  x: number;
  y: number;
}

const extent = (values: number[]): number => Math.max(...values) - Math.min(...values);

/** Returns how far a line goes. A finger that rests and trembles goes nowhere. */
const reach = (line: Point[]): number =>
  line.length === 0 ? 0 : Math.hypot(extent(line.map(({ x }) => x)), extent(line.map(({ y }) => y)));

export const isSignature = (lines: Point[][]): boolean =>
  lines.reduce((sum, line) => sum + reach(line), 0) >= LENGTH_MIN;
