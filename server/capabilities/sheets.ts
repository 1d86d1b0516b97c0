/** The filtered list as CSV or XLSX, in the reader's language, read from the database in portions. */
import writeXlsx, { type SheetData } from 'write-excel-file/node';
import type { Entity, Field, Kind, Language, Row } from '../../schemas/entity.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../schemas/paging.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { listStatement } from '../database/list-query.ts';
import type { Call, Context } from '../http/call.ts';
import { listQuery } from './api-schema.ts';
import { listRequest } from './crud.ts';
import type { RulesByResource } from './rules.ts';
import { shownTo } from './shown.ts';

type CellValue = string | number | Date | boolean | undefined;
type ToCell = (value: unknown, field: Field, row: Row, language: Language) => CellValue;

const asText: ToCell = (value) => (value === null || value === undefined ? undefined : String(value));
const asNumber: ToCell = (value) => (value === null || value === undefined ? undefined : Number(value));
const asDate: ToCell = (value) => (value ? new Date(String(value)) : undefined);
const asJson: ToCell = (value) => (value ? JSON.stringify(value) : undefined);
const YES_NO: Record<Language, [string, string]> = { it: ['No', 'Sì'], en: ['No', 'Yes'] };

/** What a sheet shows for a value of each kind: names in place of ids, words in place of codes. */
const CELLS: Record<Kind, ToCell> = {
  text: asText,
  note: asText,
  email: asText,
  uri: asText,
  icon: asText,
  colour: asText,
  column: asText,
  integer: asNumber,
  file: asNumber,
  decimal: asNumber,
  money: asNumber,
  quantity: asNumber,
  flag: (value, _field, _row, language) => YES_NO[language][value === 1 ? 1 : 0],
  choice: (value, field, _row, language) =>
    field.choices?.find((choice) => choice.value === value)?.title[language] ??
    asText(value, field, {}, language),
  date: asDate,
  instant: asDate,
  reference: (value, field, row, language) =>
    asText(row[field.reference?.text ?? ''] ?? value, field, row, language),
  translations: (value, _field, _row, language) =>
    (value as Record<Language, string> | null)?.[language] ?? undefined,
  options: asJson,
};

const FORMATS: Partial<Record<Kind, string>> = {
  date: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm',
  money: '#,##0.00',
  quantity: '#,##0.00',
  decimal: '#,##0.00',
};

/** Rows of cells, the header first. */
async function* cells(
  entity: Entity,
  schemas: Schemas,
  rules: RulesByResource,
  context: Context,
): AsyncGenerator<CellValue[]> {
  const { language, database } = context;
  const fields = entity.list.map((name) => entity.field(name)!);
  yield fields.map((field) => field.title[language]);
  // All rows of the list, not the shorter choice of a lookup.
  const whole = { ...context, query: { ...context.query, pag: '-1' } };
  const { text, values } = listStatement(entity, schemas, listRequest(entity, rules, whole), {
    size: PAGE_SIZE,
    counted: false,
  });
  for await (const rows of database.cursor<Row>(text, values, PAGE_SIZE_MAX)) {
    await rules[entity.resource]?.present?.(rows, context);
    for (const row of rows)
      yield fields.map((field) => CELLS[field.kind](row[field.name], field, row, language));
  }
}

const two = (value: number): string => String(value).padStart(2, '0');

function csvText(value: CellValue, field: Field | undefined, language: Language): string {
  if (value === undefined) return '';
  if (value instanceof Date) {
    const day = `${two(value.getUTCDate())}/${two(value.getUTCMonth() + 1)}/${value.getUTCFullYear()}`;
    return field?.kind === 'instant'
      ? `${day} ${two(value.getUTCHours())}:${two(value.getUTCMinutes())}`
      : day;
  }
  if (typeof value === 'number') return language === 'it' ? String(value).replace('.', ',') : String(value);
  // A text that a spreadsheet would run as a formula is kept a text.
  const text = /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const BOM = '\uFEFF';

async function csv(entity: Entity, rows: AsyncIterable<CellValue[]>, language: Language): Promise<string> {
  const fields = entity.list.map((name) => entity.field(name));
  const lines: string[] = [];
  for await (const row of rows)
    lines.push(row.map((value, index) => csvText(value, fields[index], language)).join(';'));
  return BOM + lines.map((line) => `${line}\r\n`).join('');
}

async function xlsx(entity: Entity, rows: AsyncIterable<CellValue[]>, sheet: string): Promise<Buffer> {
  const formats = entity.list.map((name) => FORMATS[entity.field(name)!.kind]);
  const data: SheetData = [];
  for await (const row of rows)
    data.push(
      row.map((value, index) => {
        if (data.length === 0) return { value: value as string, fontWeight: 'bold' as const };
        if (value === undefined) return null;
        return { value, format: typeof value === 'string' ? undefined : formats[index] };
      }),
    );
  // A sheet's name has at most 31 characters and none of these.
  const name = sheet.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31);
  return writeXlsx(data, {
    sheet: name,
    stickyRowsCount: 1,
    columns: entity.list.map(() => ({ width: 24 })),
  }).toBuffer();
}

const today = (): string => new Date().toISOString().slice(0, 10);
const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

export function sheetCalls(entity: Entity, schemas: Schemas, rules: RulesByResource): Call[] {
  const shared = {
    method: 'GET' as const,
    access: entity.access.read,
    tag: entity.name,
    query: listQuery(entity),
  };
  const csvCall: Call = {
    ...shared,
    path: `/${entity.resource}/csv`,
    summary: { it: `CSV: ${entity.titles.it}`, en: `CSV: ${entity.titles.en}` },
    reply: { type: 'string', format: 'byte' },
    example: { data: 'Q29kaWNlO0Rlc2NyaXppb25lDQo=' },
    async handle(context) {
      const shown = shownTo(context, entity);
      const text = await csv(shown, cells(shown, schemas, rules, context), context.language);
      return { data: Buffer.from(text, 'utf8').toString('base64') };
    },
  };
  const xlsxCall: Call = {
    ...shared,
    path: `/${entity.resource}/xlsx`,
    summary: { it: `XLSX: ${entity.titles.it}`, en: `XLSX: ${entity.titles.en}` },
    reply: {
      type: 'object',
      properties: { data: { type: 'string', format: 'byte' }, filename: { type: 'string' } },
    },
    example: { data: { data: 'UEsDBA==', filename: 'classi-2026-03-29.xlsx' } },
    async handle(context) {
      const title = entity.titles[context.language];
      const shown = shownTo(context, entity);
      const bytes = await xlsx(shown, cells(shown, schemas, rules, context), title);
      return { data: { data: bytes.toString('base64'), filename: `${slug(title)}-${today()}.xlsx` } };
    },
  };
  return [
    ...(entity.traits.includes('csv') ? [csvCall] : []),
    ...(entity.traits.includes('xlsx') ? [xlsxCall] : []),
  ];
}
