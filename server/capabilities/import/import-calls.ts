/**
 * Import from a sheet: the template, the two documented calls, and the steps of the dialog: read the file, map its
 * columns, dry run, import in the background, undo.
 */

import { having } from '../../../schemas/catalogue.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { readPage } from '../../database/list-page.ts';
import { type Call, type Context, callAt, summaryOf } from '../../http/call.ts';
import { malformed } from '../../http/problem.ts';
import { rowsOf } from '../../http/reply-schemas.ts';
import type { Job } from '../../jobs/job.ts';
import { JOB_EXAMPLE, JOB_SCHEMA, jobReply } from '../../jobs/job-calls.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { nameOf } from '../overrides.ts';
import type { RulesByResource } from '../rules.ts';
import { textOf } from './cell-values.ts';
import { documentedCalls } from './documented.ts';
import { FILES, IMPORT_JOB, missingHeaders, readSheet, STEPS } from './file.ts';
import { parametersOf, targetsFor } from './import-context.ts';
import { notesText } from './result.ts';
import { pageOf, VERDICTS } from './staging.ts';
import { ImportSteps, importOf } from './steps.ts';

export { importJobs } from './import-jobs.ts';

/** Returns the file for the dialog: its columns, their proposed targets, and missing columns. */
async function fileReply(
  entity: Entity,
  schemas: Schemas,
  context: Context,
  job: Job,
  samples: string[][] = [],
): Promise<Row> {
  const { file, foglio, teste, mappa, unite } = parametersOf(job);
  const targets = await targetsFor(entity, schemas, context);
  return {
    ...jobReply(job, context),
    nome_file: file,
    foglio,
    colonne: teste.map((intestazione, indice) => ({
      indice,
      intestazione,
      esempi: samples[indice] ?? [],
      campo: mappa[indice] ?? null,
    })),
    campi: targets.map(({ header, label, field }) => ({
      campo: header,
      etichetta: label[context.language],
      obbligatorio: field.required ? 1 : 0,
    })),
    mancanti: missingHeaders(mappa, targets),
    unite: unite.length,
  };
}

const FILE_EXAMPLE = {
  ...JOB_EXAMPLE,
  tipo: IMPORT_JOB,
  fase: STEPS.read,
  file: null,
  nome_file: 'oggetti.xlsx',
  foglio: 'Oggetti',
  colonne: [{ indice: 0, intestazione: 'Codice', esempi: ['P-101'], campo: 'CODICE' }],
  campi: [{ campo: 'CODICE', etichetta: 'Codice', obbligatorio: 0 }],
  mancanti: ['DESCRIZIONE'],
  unite: 0,
};

const FILE_SCHEMA = {
  type: 'object',
  description:
    'The job, and the file as it was read: its columns, the field of each, and the fields available',
  properties: { ...JOB_SCHEMA.properties, nome_file: { type: 'string' }, foglio: { type: 'string' } },
};

function rowsCall(entity: Entity, jobs: Jobs): Call {
  return {
    name: nameOf(entity, 'import.rows'),
    ...callAt(
      'GET',
      `/${entity.resource}/importazione/:id/righe`,
      having(entity, 'import').import.access,
      entity.name,
    ),
    summary: { it: 'Esito di ogni riga', en: 'Result of each row' },
    query: {
      pag: { type: 'integer', description: 'Page, from 1' },
      max_rows: { type: 'integer' },
      esito: { enum: VERDICTS, description: 'Only rows with this result' },
    },
    reply: rowsOf({
      riga: { type: 'integer', description: 'The row number in the spreadsheet' },
      esito: { enum: [...VERDICTS, null] },
      messaggio: { type: 'string' },
      valori: { type: 'array', items: { type: 'string' }, description: 'The cells as displayed' },
      id_record: { type: ['integer', 'null'] },
    }),
    example: {
      data: [{ riga: 2, esito: 'inserita', messaggio: '', valori: ['P-101', 'Pompa'], id_record: 1 }],
    },
    paged: true,
    async handle(context) {
      const job = await importOf(jobs, entity, context);
      const { id } = job;
      const { esito } = context.query;
      if (esito && !VERDICTS.some((verdict) => verdict === esito))
        throw malformed('bad-filter', { name: 'esito' });
      const page = readPage({ pag: '1', ...context.query });
      if (page.number === undefined) throw malformed('bad-page');
      const { rows, total } = await pageOf(context.database, id, esito || undefined, {
        number: page.number,
        size: page.size,
      });
      const { teste } = parametersOf(job);
      return {
        data: rows.map((row) => ({
          riga: row.riga,
          esito: row.esito,
          messaggio: notesText(row.messaggi ?? [], context.language),
          valori: teste.map((_, index) => textOf(row.celle[index] ?? null, context.language)),
          id_record: row.id_record,
        })),
        tot: total,
        max_rows: page.size,
      };
    },
  };
}

function fileCalls(entity: Entity, schemas: Schemas, jobs: Jobs): Call[] {
  const path = `/${entity.resource}/importazione`;
  const shared = { access: having(entity, 'import').import.access, tag: entity.name, reply: FILE_SCHEMA };
  return [
    {
      ...shared,
      name: nameOf(entity, 'import.file'),
      method: 'POST',
      path,
      summary: summaryOf(entity.titles, 'Lettura di un foglio da importare', 'Read a sheet to import'),
      files: FILES,
      // Reading a sheet takes long, and reading it again changes no record.
      once: 'beside',
      example: { data: FILE_EXAMPLE },
      async handle(context) {
        const { id, samples } = await readSheet(entity, schemas, jobs, context);
        const job = await jobs.existing(id, context);
        return { data: await fileReply(entity, schemas, context, job, samples) };
      },
    },
    {
      ...shared,
      name: nameOf(entity, 'import.read'),
      method: 'GET',
      path: `${path}/:id`,
      summary: { it: 'Importazione avviata', en: 'An import in progress' },
      example: { data: FILE_EXAMPLE },
      async handle(context) {
        const job = await importOf(jobs, entity, context);
        return { data: await fileReply(entity, schemas, context, job) };
      },
    },
  ];
}

export function importCalls(entity: Entity, schemas: Schemas, rules: RulesByResource, jobs: Jobs): Call[] {
  if (!entity.import) return [];
  const steps = new ImportSteps(entity, schemas, jobs);
  return [
    ...documentedCalls(entity, schemas, rules, jobs, steps),
    ...fileCalls(entity, schemas, jobs),
    rowsCall(entity, jobs),
    steps.call('prova', STEPS.dryRun, { it: 'Prova senza scrivere', en: 'Dry run' }),
    steps.call('esegui', STEPS.run, { it: 'Importazione in background', en: 'Import in the background' }),
    steps.call('annulla-importazione', STEPS.undo, {
      it: 'Annullamento di una importazione',
      en: 'Undo an import',
    }),
  ];
}
