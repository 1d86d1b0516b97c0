/** Cell styles: one table, written into every workbook. */
import { keysOf } from '../../schemas/values.ts';

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

interface Style {
  /** The id of a built-in format, or of one of FORMATS. */
  format?: number;
  bold?: boolean;
  fill?: number;
  colour?: number;
}

const FORMATS: Record<number, string> = { 164: 'dd/mm/yyyy', 165: 'dd/mm/yyyy hh:mm' };
/** The first two fills are the same in every workbook. */
const FILLS = ['FFE3E8F4', 'FFFBE9D0'];
const COLOURS = ['FFB3261E', 'FF1B6E3A'];

const STYLES = {
  plain: {},
  head: { bold: true, fill: 0 },
  /** The header of a required column. */
  required: { bold: true, fill: 1 },
  day: { format: 164 },
  moment: { format: 165 },
  amount: { format: 4 },
  refused: { bold: true, colour: 0 },
  accepted: { colour: 1 },
  /** Keeps a column as text: 00123 does not become 123. */
  text: { format: 49 },
} satisfies Record<string, Style>;

export type StyleName = keyof typeof STYLES;
export const STYLE_NAMES = keysOf(STYLES);

const fontXml = ({ bold, colour }: Style): string =>
  `<font>${bold ? '<b/>' : ''}<sz val="11"/>${colour === undefined ? '' : `<color rgb="${COLOURS[colour]}"/>`}<name val="Calibri"/><family val="2"/></font>`;

const cellFormatXml = ({ format = 0, fill }: Style, index: number): string =>
  `<xf numFmtId="${format}" fontId="${index}" fillId="${fill === undefined ? 0 : fill + 2}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;

export function stylesXml(): string {
  const styles: Style[] = Object.values(STYLES);
  const formats = Object.entries(FORMATS);
  const solid = FILLS.map(
    (colour) =>
      `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${NAMESPACE}">` +
    `<numFmts count="${formats.length}">${formats.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('')}</numFmts>` +
    `<fonts count="${styles.length}">${styles.map(fontXml).join('')}</fonts>` +
    `<fills count="${solid.length + 2}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${solid.join('')}</fills>` +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${styles.length}">${styles.map(cellFormatXml).join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
