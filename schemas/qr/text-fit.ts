/** Breaks texts into lines of a given width without loading a font. It uses the letter widths of the label font. */
import medium from './roboto-widths.json' with { type: 'json' };

/** The width of letters outside the table: that of a capital, or of a square in wide scripts. */
const OTHER = 0.66;
const SQUARE = 1;

function widthOfLetter(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  const listed = medium.widths[code - medium.first];
  if (listed !== undefined) return listed / 1000;
  return code >= 0x1100 ? SQUARE : OTHER;
}

export const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + widthOfLetter(letter), 0) * size;

/** Returns the longest start of a text that fits. */
function fittingStart(text: string, width: number, size: number): string {
  let [start, used] = ['', 0];
  for (const letter of text) {
    used += widthOfLetter(letter) * size;
    // Tolerates rounding errors of decimal sums.
    if (used > width + 1e-6) break;
    start += letter;
  }
  return start;
}

const withEllipsis = (text: string, width: number, size: number): string =>
  `${fittingStart(text, width - widthOf('…', size), size).trimEnd()}…`;

/** Returns the first line of a text, broken after a word, or inside a word that is longer than the line. */
function firstLine(text: string, width: number, size: number): string {
  const fitting = fittingStart(text, width, size);
  if (fitting.length === text.length) return text;
  const space = text[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
  if (space > 0) return text.slice(0, space);
  // Codes break after separators. A single letter wider than the line still counts as a line.
  return /^.+[-_/.](?=[^-_/.]*$)/u.exec(fitting)?.[0] ?? (fitting || ([...text][0] ?? ''));
}

/** Breaks a text into lines. The last line ends in … if the text continues. */
export function linesOf(text: string, width: number, size: number, most: number): string[] {
  const lines: string[] = [];
  let rest = text.replaceAll(/\s+/g, ' ').trim();
  while (rest !== '' && lines.length < most) {
    const line = firstLine(rest, width, size);
    const after = rest.slice(line.length).trimStart();
    const cut = lines.length === most - 1 && after !== '';
    lines.push(cut ? withEllipsis(rest, width, size) : line.trimEnd());
    rest = after;
  }
  return lines;
}
