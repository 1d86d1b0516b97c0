/** What the style of a cell says of its number: a day, or a code with zeros in front. */
import { LIMITS } from './limits.ts';
import { tooLarge } from './refusals.ts';
import { attributeOf, XmlScanner } from './xml.ts';

export interface NumberFormat {
  isDay: boolean;
  /** Digits that are always shown: 5 for the format 00000. */
  digits: number;
}

const PLAIN: NumberFormat = { isDay: false, digits: 0 };

/** The numbers of the formats that no workbook writes out: days and times, also those of East Asian editions. */
const isDayNumber = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Without what is in quotes, escaped, or in brackets other than those of hours that go beyond a day. */
const signsOf = (code: string): string =>
  code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '');

function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return isDayNumber(id) ? { isDay: true, digits: 0 } : PLAIN;
  const signs = signsOf(code);
  if (/^general$/i.test(signs)) return PLAIN;
  if (/[dmyhs]/i.test(signs)) return { isDay: true, digits: 0 };
  return /^0{2,}$/.test(signs) ? { isDay: false, digits: signs.length } : PLAIN;
}

/** By the number of a cell's style. */
export function readNumberFormats(styles: string): NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  new XmlScanner({
    open(name, attributes) {
      if (name === 'cellXfs') inCells = true;
      if (name === 'numFmt')
        codes.set(Number(attributeOf(attributes, 'numFmtId')), attributeOf(attributes, 'formatCode') ?? '');
      if (name !== 'xf' || !inCells) return;
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      if (formats.length >= LIMITS.styles) throw tooLarge();
      formats.push(formatOf(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
    text: () => undefined,
  }).write(styles);
  return formats;
}
