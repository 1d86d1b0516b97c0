/** Writes a workbook row by row. Only the current portion of rows is in memory. */
import type { Column } from './column.ts';
import { SHEET_ROWS } from './limits.ts';
import { lettersOf } from './places.ts';
import { serialOfDate } from './serial-days.ts';
import { notesParts, noteTypes } from './sheet-notes.ts';
import { STYLE_NAMES, type StyleName, stylesXml } from './styles.ts';
import { xmlText } from './xml.ts';
import { type Part, zip } from './zip-writer.ts';

/** `{day}` is a date, '2024-03-15' or '2024-03-15T08:30:00' in the plant's local time. */
export type Value = string | number | undefined | { day: string };
export type Cell = Value | { value: Value; style: StyleName };

export interface Sheet {
  name: string;
  columns: Column[];
  headers: Cell[];
  /** The rows in portions. */
  rows: AsyncIterable<Cell[][]> | Iterable<Cell[][]>;
}

/** The maximum size of a part in bytes, which must fit in 32 bits. */
const SHEET_BYTES = 3_000_000_000;
const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const LONGEST_TEXT = 32_767;

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Returns a valid name of a sheet: at most 31 characters, and none of these. */
export const sheetName = (text: string): string =>
  text
    .replaceAll(/[\\/?*[\]:]/g, ' ')
    .slice(0, 31)
    .trim();

const isStyled = (cell: Cell): cell is { value: Value; style: StyleName } =>
  typeof cell === 'object' && 'style' in cell;

function cellXml(cell: Cell, row: number, column: number): string {
  const { value, style } = isStyled(cell) ? cell : { value: cell, style: undefined };
  if (value === undefined || value === '') return '';
  const place = `${lettersOf(column)}${row}`;
  const styleName =
    style ?? (typeof value === 'object' ? (value.day.length > 10 ? 'moment' : 'day') : undefined);
  const styleAttribute = styleName ? ` s="${STYLE_NAMES.indexOf(styleName)}"` : '';
  if (typeof value === 'string')
    return `<c r="${place}"${styleAttribute} t="inlineStr"><is><t xml:space="preserve">${xmlText(value.slice(0, LONGEST_TEXT))}</t></is></c>`;
  return `<c r="${place}"${styleAttribute}><v>${typeof value === 'number' ? value : serialOfDate(value.day)}</v></c>`;
}

const rowXml = (cells: Cell[], row: number): string =>
  `<row r="${row}">${cells.map((cell, column) => cellXml(cell, row, column)).join('')}</row>`;

const opening = ({ columns }: Sheet): string =>
  `${DECLARATION}<worksheet xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}">` +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  `<cols>${columns.map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>` +
  '<sheetData>';

const validation = ({ choices }: Column, index: number): string =>
  `<dataValidation type="list" allowBlank="1" sqref="${lettersOf(index)}2:${lettersOf(index)}${SHEET_ROWS}"><formula1>${xmlText(choices!)}</formula1></dataValidation>`;

function closing({ columns }: Sheet): string {
  const validated = columns.flatMap((column, index) => (column.choices ? [validation(column, index)] : []));
  const validations =
    validated.length > 0
      ? `<dataValidations count="${validated.length}">${validated.join('')}</dataValidations>`
      : '';
  const notes = columns.some(({ note }) => note) ? '<legacyDrawing r:id="rId1"/>' : '';
  return `</sheetData>${validations}${notes}</worksheet>`;
}

/** Portions of rows. Rows that do not fit in one sheet stay for the next. */
class Source {
  readonly #portions: AsyncIterator<Cell[][]>;
  #left: Cell[][] = [];
  ended = false;

  constructor(rows: Sheet['rows']) {
    this.#portions = (async function* () {
      yield* rows;
    })();
  }

  async next(limit: number): Promise<Cell[][]> {
    if (this.#left.length === 0) {
      const { value, done } = await this.#portions.next();
      if (done) this.ended = true;
      else this.#left = value;
    }
    return this.#left.splice(0, limit);
  }

  async close(): Promise<void> {
    await this.#portions.return?.();
  }
}

async function* sheetXml(sheet: Sheet, source: Source): AsyncGenerator<string> {
  yield opening(sheet) + rowXml(sheet.headers, 1);
  let [row, size] = [1, 0];
  while (!source.ended && row < SHEET_ROWS && size < SHEET_BYTES) {
    const rows = await source.next(SHEET_ROWS - row);
    const text = rows.map((cells, index) => rowXml(cells, row + index + 1)).join('');
    row += rows.length;
    size += text.length;
    yield text;
  }
  yield closing(sheet);
}

const typesXml = (sheets: Sheet[]): string =>
  `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${XLSX_TYPE}.main+xml"/>` +
  '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>' +
  sheets
    .map(
      (sheet, index) =>
        `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>${noteTypes(sheet, index + 1)}`,
    )
    .join('') +
  '</Types>';

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;

const relationsXml = (relations: string[]): string =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`;

const workbookXml = (sheets: Sheet[]): string =>
  `${DECLARATION}<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets>` +
  sheets
    .map(
      ({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
    )
    .join('') +
  '</sheets></workbook>';

async function* partsOf(sheets: Sheet[]): AsyncGenerator<Part> {
  const written: Sheet[] = [];
  for (const sheet of sheets) {
    const source = new Source(sheet.rows);
    try {
      for (let continued = 1; continued === 1 || !source.ended; continued++) {
        const name =
          continued === 1 ? sheetName(sheet.name) : `${sheetName(sheet.name).slice(0, 26)} (${continued})`;
        written.push({ ...sheet, name });
        yield { name: `xl/worksheets/sheet${written.length}.xml`, content: sheetXml(sheet, source) };
        yield* notesParts(sheet, written.length);
      }
    } finally {
      await source.close();
    }
  }
  const pages = written.map((_, index) =>
    relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  );
  const rest: [string, string][] = [
    ['xl/styles.xml', stylesXml()],
    ['xl/workbook.xml', workbookXml(written)],
    [
      'xl/_rels/workbook.xml.rels',
      relationsXml([...pages, relation(written.length + 1, 'styles', 'styles.xml')]),
    ],
    ['_rels/.rels', relationsXml([relation(1, 'officeDocument', 'xl/workbook.xml')])],
    ['[Content_Types].xml', typesXml(written)],
  ];
  for (const [name, content] of rest) yield { name, content: [content] };
}

export const writeWorkbook = (sheets: Sheet[]): AsyncGenerator<Buffer> => zip(partsOf(sheets));
