/** Sheets from other programs: written by another library, or by hand for strange ones. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import readXlsx from 'read-excel-file/node';
import writeXlsx, { type SheetData } from 'write-excel-file/node';
import { zip } from '../../server/sheets/zip-writer.ts';

export type Cell = string | number | boolean | Date | null;

/** Like a saved workbook: shared texts, dates as formatted numbers. */
export async function sheet(rows: Cell[][]): Promise<Buffer> {
  const data = rows.map((row) =>
    row.map((value) =>
      value === null ? null : { value, ...(value instanceof Date && { format: 'dd/mm/yyyy' }) },
    ),
  ) as SheetData;
  return writeXlsx(data, {}).toBuffer();
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

interface Raw {
  /** The XML of the rows. */
  rows: string | Iterable<string>;
  /** The XML after the rows. */
  after?: string;
  styles?: string;
  /** The XML of the shared texts. */
  texts?: string;
  /** Additional relationships of the workbook. */
  relations?: string;
  type?: string;
  workbook?: string;
  prefix?: string;
}

/** Builds a workbook of one sheet from XML rows. */
export function raw({
  rows,
  after = '',
  styles,
  texts,
  relations = '',
  type = `${TYPE}.sheet.main+xml`,
  workbook,
  prefix = '',
}: Raw): Promise<Buffer> {
  const [open, close] = [
    `<${prefix}worksheet xmlns${prefix ? ':x' : ''}="${MAIN}"><${prefix}sheetData>`,
    `</${prefix}sheetData>${after}</${prefix}worksheet>`,
  ];
  function* content(): Generator<string> {
    yield open;
    if (typeof rows === 'string') yield rows;
    else yield* rows;
    yield close;
  }
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const parts: Record<string, Iterable<string>> = {
    '[Content_Types].xml': [
      `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`,
    ],
    '_rels/.rels': [`<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
    'xl/workbook.xml': [
      workbook ??
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Foglio" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ],
    'xl/_rels/workbook.xml.rels': [
      `<Relationships>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'styles', 'styles.xml')}${relation('r3', 'sharedStrings', 'sharedStrings.xml')}${relations}</Relationships>`,
    ],
    ...(texts && { 'xl/sharedStrings.xml': [texts] }),
    ...(styles && { 'xl/styles.xml': [styles] }),
    'xl/worksheets/sheet1.xml': content(),
  };
  return zipped(parts);
}

export const zipped = (parts: Record<string, Iterable<string>>): Promise<Buffer> =>
  buffer(
    Readable.from(zip(Object.entries(parts).map(([name, content]) => ({ name, content }))), {
      objectMode: false,
    }),
  );

/** Builds a row with inline texts. */
export const textRow = (number: number, cells: (string | null)[]): string =>
  `<row r="${number}">${cells
    .map((text, index) =>
      text === null
        ? ''
        : `<c r="${String.fromCharCode(65 + index)}${number}" t="inlineStr"><is><t>${text}</t></is></c>`,
    )
    .join('')}</row>`;

export interface ReadSheet {
  name: string;
  rows: unknown[][];
}

/** Reads every sheet with another library. */
export async function sheetsOf(bytes: Buffer): Promise<ReadSheet[]> {
  const sheets = (await readXlsx(bytes)) as unknown as { sheet: string; data: unknown[][] }[];
  return sheets.map(({ sheet: name, data }) => ({ name, rows: data }));
}
