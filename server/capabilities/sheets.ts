/**
 * Exports a filtered list as CSV or XLSX, in the user's language, streamed while it is read. The result is in an
 * envelope, as the documented calls require, or comes from a background job.
 */

import type { Readable } from 'node:stream';
import type { Entity, Field, Row } from '../../schemas/entity.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../schemas/paging.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { idsStatement, listStatement, type Statement } from '../database/list-query.ts';
import { ident } from '../database/sql.ts';
import { type Call, type Context, type RawReply, summaryOf } from '../http/call.ts';
import { malformed } from '../http/problem.ts';
import { ENCODED_FILE } from '../http/reply-schemas.ts';
import { inBoth } from '../jobs/in-both.ts';
import type { Job, JobKind, Outcome, Work } from '../jobs/job.ts';
import { JOB_EXAMPLE, JOB_SCHEMA, jobReply } from '../jobs/job-calls.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { todayIn } from '../plant/plant-time.ts';
import { CSV_START, CSV_TYPE, csvLine } from '../sheets/csv.ts';
import { type Value, writeWorkbook, XLSX_TYPE } from '../sheets/workbook-writer.ts';
import { listQuery } from './api-schema.ts';
import { listRequest } from './crud.ts';
import { presentCustomFields, requestedClass } from './custom-fields.ts';
import { enveloped } from './enveloped.ts';
import { nameOf } from './overrides.ts';
import { readableEntity } from './readable-entity.ts';
import type { RulesByResource } from './rules.ts';
import { sheetValue, styleOf } from './sheet-cells.ts';

const FORMATS = ['csv', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];

/** A list to export: its columns, and its rows in portions. */
export interface Exported {
  name: string;
  fields: Field[];
  rows: AsyncIterable<Value[][]>;
}

export interface Exports {
  entity: Entity;
  schemas: Schemas;
  rules: RulesByResource;
}

const IDS_AT_ONCE = 20_000;
const SORTS = ['sort', 'orderByCol', 'orderByDir'];

/** Reads the ids of a list into a compact array, which takes four megabytes for a million rows. */
async function idsOf({ text, values }: Statement, { database }: Context): Promise<Int32Array> {
  let ids = new Int32Array(IDS_AT_ONCE);
  let count = 0;
  for await (const rows of database.cursor<{ id: number }>(text, values, IDS_AT_ONCE)) {
    if (count + rows.length > ids.length) {
      const larger = new Int32Array(ids.length * 2);
      larger.set(ids);
      ids = larger;
    }
    for (const { id } of rows) ids[count++] = id;
  }
  return ids.subarray(0, count);
}

/**
 * Fixes the rows and their order at the start, and reads their contents in portions while the client receives them.
 * So other queries never wait for the whole list, and a slow client holds no connection. Rows deleted in the
 * meantime are left out.
 */
export async function exportOf(
  { entity, schemas, rules }: Exports,
  context: Context,
): Promise<Exported & { total: number }> {
  const visible = readableEntity(context, entity, requestedClass(entity, context.query));
  // All rows are read, and not only those of a lookup.
  const allRows = { ...context, query: { ...context.query, pag: '-1' } };
  const { query, ...request } = listRequest(entity, rules, allRows);
  const ids = await idsOf(idsStatement(visible, schemas, { query, ...request }), context);
  const sorted = Object.fromEntries(SORTS.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
  const fields = visible.list.map((name) => visible.property(name));
  async function* portions(): AsyncGenerator<Value[][]> {
    for (let at = 0; at < ids.length; at += PAGE_SIZE_MAX) {
      const portion = [...ids.subarray(at, at + PAGE_SIZE_MAX)];
      const extra = { sql: `t.${ident(entity.id)} = any(?::int[])`, values: [portion] };
      const page = { size: PAGE_SIZE, counted: false };
      const list = listStatement(visible, schemas, { ...request, query: sorted, extra }, page);
      const { rows: found } = await context.database.query<Row>(list.text, list.values);
      await rules[entity.resource]?.present?.(found, context);
      await presentCustomFields(visible, found, schemas, context);
      yield found.map((row) => fields.map((field) => sheetValue(field, row, context)));
    }
  }
  return { name: visible.titles[context.language], fields, rows: await begun(portions()), total: ids.length };
}

export async function begun<T>(source: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await source.next();
  return (async function* () {
    try {
      if (first.done) return;
      yield first.value;
      yield* source;
    } finally {
      await source.return(undefined);
    }
  })();
}

export async function* csvOf({ fields, rows }: Exported, { language }: Context): AsyncGenerator<string> {
  yield CSV_START +
    csvLine(
      fields.map((field) => field.title[language]),
      language,
    );
  for await (const portion of rows) yield portion.map((cells) => csvLine(cells, language)).join('');
}

const WIDTH = 24;

export function xlsxOf({ name, fields, rows }: Exported, { language }: Context): AsyncGenerator<Buffer> {
  const styles = fields.map(styleOf);
  async function* styled() {
    for await (const portion of rows)
      yield portion.map((cells) =>
        cells.map((value, index) => (styles[index] ? { value, style: styles[index] } : value)),
      );
  }
  return writeWorkbook([
    {
      name,
      columns: fields.map(() => ({ width: WIDTH })),
      headers: fields.map((field) => ({ value: field.title[language], style: 'head' })),
      rows: styled(),
    },
  ]);
}

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Returns 'elenco-ricambi-2026-03-29.csv', the name of the documented call's file, or 'ricambi-2026-03-29.xlsx'. */
export function fileNameOf(entity: Entity, format: Format, { language, setting }: Context): string {
  const name = format === 'csv' ? `elenco-${slug(entity.titles.it)}` : slug(entity.titles[language]);
  return `${name}-${todayIn(setting)}.${format}`;
}

/** Returns the reply of the documented call: a workbook in base64, with its name. */
export const xlsxReply = async (exports: Exports, context: Context): Promise<RawReply> =>
  enveloped(context, xlsxOf(await exportOf(exports, context), context), {
    filename: fileNameOf(exports.entity, 'xlsx', context),
  });

export const csvReply = async (exports: Exports, context: Context): Promise<RawReply> =>
  enveloped(context, csvOf(await exportOf(exports, context), context));

const JOB = 'esportazione';
const RETENTION_DAYS = 2;

export function exportJobs(schemas: Schemas, rules: RulesByResource): [string, JobKind][] {
  async function run({ job, context, store, progress, goOn }: Work): Promise<Outcome> {
    const entity = schemas.byResource.entity(job.risorsa);
    const { formato, query } = job.parametri as { formato: Format; query: Record<string, string> };
    const exportContext = { ...context, query };
    const exported = await exportOf({ entity, schemas, rules }, exportContext);
    let written = 0;
    progress(0, exported.total);
    async function* tracked() {
      for await (const portion of exported.rows) {
        goOn();
        yield portion;
        written += portion.length;
        progress(written);
      }
    }
    const counted = { ...exported, rows: tracked() };
    await store(formato === 'csv' ? csvOf(counted, exportContext) : xlsxOf(counted, exportContext));
    return {
      message: inBoth('export-done', { rows: written }),
      result: { righe: written },
      file: fileNameOf(entity, formato, exportContext),
    };
  }
  return [
    [
      JOB,
      {
        access: ({ risorsa }) => schemas.byResource.entity(risorsa).access.read,
        run,
        repeats: true,
        retentionDays: RETENTION_DAYS,
        download: async (job, _context, open) => download(job, await open()),
      },
    ],
  ];
}

const download = ({ parametri, file }: Job, raw: Readable): RawReply => ({
  raw,
  type: parametri.formato === 'csv' ? CSV_TYPE : XLSX_TYPE,
  filename: file ?? undefined,
});

export function sheetCalls(entity: Entity, schemas: Schemas, rules: RulesByResource, jobs: Jobs): Call[] {
  const exports = { entity, schemas, rules };
  const formats = FORMATS.filter((format) => entity.traits.includes(format));
  const shared = { access: entity.access.read, tag: entity.name, query: listQuery(entity) };
  const documented: Record<Format, Call> = {
    csv: {
      ...shared,
      name: nameOf(entity, 'csv'),
      method: 'GET',
      path: `/${entity.resource}/csv`,
      summary: summaryOf(entity.titles, 'CSV', 'CSV'),
      reply: { type: 'string', format: 'byte' },
      example: { data: 'Q29kaWNlO0Rlc2NyaXppb25lDQo=' },
      handle: (context) => csvReply(exports, context),
    },
    xlsx: {
      ...shared,
      name: nameOf(entity, 'xlsx'),
      method: 'GET',
      path: `/${entity.resource}/xlsx`,
      summary: summaryOf(entity.titles, 'XLSX', 'XLSX'),
      reply: ENCODED_FILE,
      example: { data: { filename: 'classi-2026-03-29.xlsx', data: 'UEsDBA==' } },
      handle: (context) => xlsxReply(exports, context),
    },
  };
  const inBackground: Call = {
    ...shared,
    name: nameOf(entity, 'export'),
    method: 'POST',
    path: `/${entity.resource}/esportazione`,
    summary: summaryOf(entity.titles, 'Esportazione come lavoro', 'Export as a job'),
    query: { ...shared.query, formato: { enum: formats, description: 'The format of the file' } },
    reply: JOB_SCHEMA,
    example: { data: { ...JOB_EXAMPLE, stato: 'attesa', file: null } },
    async handle(context) {
      const { formato, ...query } = context.query;
      if (!formats.some((format) => format === formato)) throw malformed('bad-filter', { name: 'formato' });
      // The statement is built now, so that an invalid query fails in this call and not in the job.
      const visible = readableEntity(context, entity, requestedClass(entity, query));
      idsStatement(
        visible,
        schemas,
        listRequest(entity, rules, { ...context, query: { ...query, pag: '-1' } }),
      );
      const id = await jobs.add(
        { kind: JOB, resource: entity.resource, parameters: { formato, query } },
        context,
      );
      return { data: jobReply(await jobs.existing(id, context), context) };
    },
  };
  return formats.length === 0 ? [] : [...formats.map((format) => documented[format]), inBackground];
}
