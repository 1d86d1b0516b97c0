/** The background steps of an import: dry run, import and undo. */

import { Readable } from 'node:stream';
import { having } from '../../../schemas/catalogue.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Context } from '../../http/call.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { Job, JobKind, Outcome, Work } from '../../jobs/job.ts';
import { todayIn } from '../../plant/plant-time.ts';
import { XLSX_TYPE } from '../../sheets/workbook-writer.ts';
import type { RulesByResource } from '../rules.ts';
import { IMPORT_JOB, STEPS } from './file.ts';
import { importContextOf, parametersOf } from './import-context.ts';
import { resultOf } from './result.ts';
import { runImport } from './run.ts';
import { type Counts, countsOf } from './staging.ts';
import { undoImport } from './undo.ts';

/** The number of days in which an import may be undone. */
const RETENTION_DAYS = 90;

/** Returns the name of the result: 'esito-import-oggetti-2026-03-29.xlsx' for 'template-import-oggetti.xlsx'. */
export const resultName = (template: string, { setting }: Context): string =>
  `${template.replace(/^template-/, 'esito-').replace(/\.xlsx$/, '')}-${todayIn(setting)}.xlsx`;

const saved = ({ inserite, aggiornate, invariate }: Counts): number => inserite + aggiornate + invariate;

function messageOf(step: string, counts: Counts) {
  if (step === STEPS.dryRun) return inBoth('import-tried', { good: saved(counts), bad: counts.errori });
  if (step === STEPS.undo)
    return inBoth('import-undone', {
      undone: counts.annullate,
      left: counts.inserite + counts.aggiornate,
    });
  return counts.errori === 0
    ? inBoth('import-done')
    : inBoth('import-done-with-errors', { bad: counts.errori });
}

export function importJobs(schemas: Schemas, rules: RulesByResource): [string, JobKind][] {
  const entityOf = ({ risorsa }: Job) => schemas.byResource.entity(risorsa);

  async function run({ job, context, progress, goOn }: Work): Promise<Outcome> {
    const batchContext = { ...context, batch: `importazione ${job.id}` };
    const importContext = await importContextOf(entityOf(job), schemas, rules, batchContext, job);
    const work = { progress, goOn };
    if (job.fase === STEPS.undo) await undoImport(importContext, work);
    else
      await runImport({
        importContext,
        work,
        dryRun: job.fase === STEPS.dryRun,
        continues: job.parametri.continua === true,
      });
    const counts = await countsOf(context.database, job.id);
    return {
      message: messageOf(job.fase, counts),
      result: counts,
      file: resultName(having(entityOf(job), 'import').import.file, context),
    };
  }

  /** Counts the rows that were written before the interruption. */
  async function interrupted(job: Job, context: Context): Promise<Partial<Outcome>> {
    const counts = await countsOf(context.database, job.id);
    const result = counts;
    if (job.fase !== STEPS.run) return { result };
    return { message: inBoth('import-interrupted', { done: saved(counts), total: counts.righe }), result };
  }

  const kind: JobKind = {
    access: (job) => having(entityOf(job), 'import').import.access,
    run,
    interrupted,
    retentionDays: RETENTION_DAYS,
    download: async (job, context) => ({
      raw: Readable.from(resultOf(job.id, parametersOf(job), context, context.language), {
        objectMode: false,
      }),
      type: XLSX_TYPE,
      filename: job.file ?? undefined,
    }),
  };
  return [[IMPORT_JOB, kind]];
}
