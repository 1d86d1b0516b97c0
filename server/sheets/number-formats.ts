/** The number format of a cell: a date, or a code with leading zeros. */
import { LIMITS } from './limits.ts';
import { tooLarge } from './refusals.ts';
import { attributeOf, XmlScanner } from './xml.ts';

export interface NumberFormat {
  isDate: boolean;
  /** The minimum number of digits: 5 for the format 00000. */
  digits: number;
}

const PLAIN: NumberFormat = { isDate: false, digits: 0 };

/** The ids of built-in date and time formats, also those of East Asian editions. */
const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Removes quoted and escaped text, and brackets other than those of durations such as [h]. */
const signsOf = (code: string): string =>
  code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '');

function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return isDateFormat(id) ? { isDate: true, digits: 0 } : PLAIN;
  const signs = signsOf(code);
  if (/^general$/i.test(signs)) return PLAIN;
  if (/[dmyhs]/i.test(signs)) return { isDate: true, digits: 0 };
  return /^0{2,}$/.test(signs) ? { isDate: false, digits: signs.length } : PLAIN;
}

/** Returns the formats by the number of a cell's style. */
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
