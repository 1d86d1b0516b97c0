/** Texts cut into lines that fit a width, without a font at hand: by the widths of the one that labels are printed in. */
import medium from './roboto-widths.json' with { type: 'json' };

/** What is not in the table is taken as wide as a capital, or as a square where scripts are. */
const OTHER = 0.66;
const SQUARE = 1;

function widthOfLetter(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  const known = medium.widths[code - medium.first];
  if (known !== undefined) return known / 1000;
  return code >= 0x1100 ? SQUARE : OTHER;
}

export const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + widthOfLetter(letter), 0) * size;

/** As much of a text as fits. */
function head(text: string, width: number, size: number): string {
  let [kept, used] = ['', 0];
  for (const letter of text) {
    used += widthOfLetter(letter) * size;
    // Sums of decimals are a little off.
    if (used > width + 1e-6) break;
    kept += letter;
  }
  return kept;
}

const withEllipsis = (text: string, width: number, size: number): string =>
  `${head(text, width - widthOf('…', size), size).trimEnd()}…`;

/** The first line of a text, broken after a word, or within one that is longer than the line. */
function firstLine(text: string, width: number, size: number): string {
  const fitting = head(text, width, size);
  if (fitting.length === text.length) return text;
  const space = text[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
  if (space > 0) return text.slice(0, space);
  // Codes break after the marks between their parts; a letter wider than the line still moves on.
  return /^.+[-_/.](?=[^-_/.]*$)/u.exec(fitting)?.[0] ?? (fitting || ([...text][0] ?? ''));
}

/** Lines of a text; the last one ends in … when not all of it fits. */
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
