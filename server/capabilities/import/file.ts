/** Reads the uploaded sheet: its headers, its rows, which are staged, and the proposed mapping. */
import type { Entity } from '../../../schemas/entity.ts';
import { trimmed } from '../../../schemas/meaning.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { isRow } from '../../../schemas/values.ts';
import type { Context, FileLimits } from '../../http/call.ts';
import { Problem, refused } from '../../http/problem.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { LIMITS } from '../../sheets/limits.ts';
import { notXlsx, tooManyRows } from '../../sheets/refusals.ts';
import type { SheetCell, SheetRow } from '../../sheets/sheet-cell.ts';
import { openWorkbook } from '../../sheets/workbook-reader.ts';
import { storableText } from '../../sheets/xml.ts';
import { textOf } from './cell-values.ts';
import { type FileParameters, targetsFor } from './import-context.ts';
import { proposed, type Target } from './sheet-columns.ts';
import { stageRows } from './staging.ts';

export const IMPORT_JOB = 'importazione';
/** The steps of an import, each requested separately. */
export const STEPS = { read: 'lettura', dryRun: 'prova', run: 'esecuzione', undo: 'annullamento' } as const;

/** The limits of the upload. Two files are accepted, so that the error can say that only one is allowed. */
export const FILES: FileLimits = { part: 'file', max: 2, bytes: LIMITS.file };

interface Sent {
  name: string;
  bytes: Buffer;
}

async function fileOf({ files }: Context): Promise<Sent> {
  const sent: Sent[] = [];
  for await (const { name, content } of files) {
    if (sent.length > 0) throw notXlsx();
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    sent.push({ name, bytes: Buffer.concat(chunks) });
  }
  if (!sent[0]) throw new Problem(400, 'file-missing');
  return sent[0];
}

const SAMPLES = 3;

export interface SheetRead {
  /** The id of the import. */
  id: number;
  /** The first values of each column. */
  samples: string[][];
}

/** Stages the rows while they are read. Nothing else of the sheet stays in memory. */
export async function readSheet(
  entity: Entity,
  schemas: Schemas,
  jobs: Jobs,
  context: Context,
): Promise<SheetRead> {
  const file = await fileOf(context);
  const workbook = await openWorkbook(file.bytes);
  let headers: string[] | undefined;
  let count = 0;
  const samples: string[][] = [];
  const parameters: FileParameters = {
    file: storableText(file.name),
    foglio: workbook.sheet,
    teste: [],
    mappa: {},
    unite: [],
  };
  const job = await jobs.add(
    {
      kind: IMPORT_JOB,
      step: STEPS.read,
      resource: entity.resource,
      parameters,
      idle: true,
    },
    context,
  );
  try {
    for await (const portion of workbook.rows()) {
      const filled = portion.filter(hasContent);
      const [first] = filled;
      if (!first) continue;
      const rows = headers ? filled : filled.slice(1);
      headers ??= headersOf(first, context);
      count += rows.length;
      if (count > LIMITS.rows) throw tooManyRows();
      sample(samples, rows, context);
      await stageRows(context.database, job, rows);
    }
    if (!headers || count === 0) throw refused('import-empty');
    const targets = await targetsFor(entity, schemas, context);
    Object.assign(parameters, { teste: headers, mappa: proposed(headers, targets), unite: workbook.merges });
    const message = inBoth('import-read', { rows: count });
    await jobs.remember(job, { parameters, message, total: count }, context);
  } catch (error) {
    await jobs.forget(job, context);
    throw error;
  }
  return { id: job, samples };
}

/** Returns whether a row has content, and not only blanks. */
const hasContent = ({ cells }: SheetRow): boolean =>
  cells.some(
    (cell) => cell !== null && cell !== undefined && !(typeof cell === 'string' && trimmed(cell) === ''),
  );

const headersOf = ({ cells }: SheetRow, { language }: Context): string[] =>
  Array.from(cells, (cell: SheetCell | undefined) => textOf(cell ?? null, language));

function sample(samples: string[][], rows: SheetRow[], { language }: Context): void {
  for (const { cells } of rows.slice(0, SAMPLES))
    for (const [index, cell] of cells.entries()) {
      samples[index] ??= [];
      const text = textOf(cell ?? null, language);
      if (text !== '' && samples[index].length < SAMPLES) samples[index].push(text);
    }
}

/** Validates the mapping that the user has changed. */
export function mappingOf(
  input: unknown,
  { teste }: FileParameters,
  targets: Target[],
): Record<number, string> {
  if (!isRow(input)) throw refused('import-bad-mapping');
  const mapped = Object.entries(input).filter(([, header]) => header !== null && header !== '');
  const isMapped = (one: [string, unknown]): one is [string, string] =>
    Number(one[0]) < teste.length && targets.some(({ header }) => header === one[1]);
  if (!mapped.every(isMapped)) throw refused('import-bad-mapping');
  const headers = mapped.map(([, header]) => header);
  const twice = headers.find((header, index) => headers.indexOf(header) !== index);
  if (twice !== undefined) throw refused('import-mapped-twice', { head: twice });
  return Object.fromEntries(mapped);
}

/** Requires at least one mapped column. */
export function requireColumns(mapping: Record<number, string>, targets: Target[]): void {
  if (Object.keys(mapping).length > 0) return;
  const headers = targets.filter(({ also }) => !also).map(({ header }) => header);
  throw refused('import-no-columns', { heads: headers.slice(0, 10).join(', ') });
}

/** Returns the headers of required columns that the file lacks. */
export const missingHeaders = (mapping: Record<number, string>, targets: Target[]): string[] =>
  targets
    .filter(({ field, child, definitions }) => field.required && !child && !definitions)
    .map(({ header }) => header)
    .filter((header) => !Object.values(mapping).includes(header));
