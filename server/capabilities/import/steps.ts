/** The steps after a sheet was read: dry run, import and undo, all steps of one job. */

import { having } from '../../../schemas/catalogue.ts';
import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { type Call, type Context, callAt } from '../../http/call.ts';
import { conflict, notFound } from '../../http/problem.ts';
import type { Job } from '../../jobs/job.ts';
import { JOB_EXAMPLE, JOB_SCHEMA, jobReply } from '../../jobs/job-calls.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { readId } from '../../requests/ids.ts';
import { nameOf } from '../overrides.ts';
import { IMPORT_JOB, mappingOf, requireColumns, STEPS } from './file.ts';
import { parametersOf, targetsFor } from './import-context.ts';

export const importOf = async (jobs: Jobs, entity: Entity, context: Context): Promise<Job> => {
  const job = await jobs.find(readId(context.params.id), context);
  if (job?.tipo !== IMPORT_JOB || job.risorsa !== entity.resource) throw notFound();
  return job;
};

const MAPPING = {
  type: 'object',
  properties: {
    mappa: {
      type: 'object',
      description:
        'Column number, from 0 -> header of the field that it fills; by default the proposed mapping',
      additionalProperties: { type: ['string', 'null'] },
    },
  },
};

/** The steps after which each step is allowed. */
const ALLOWED: Record<string, string[]> = {
  [STEPS.dryRun]: [STEPS.read, STEPS.dryRun],
  [STEPS.run]: [STEPS.read, STEPS.dryRun, STEPS.run],
  [STEPS.undo]: [STEPS.run, STEPS.undo],
};

export class ImportSteps {
  constructor(
    private readonly entity: Entity,
    private readonly schemas: Schemas,
    private readonly jobs: Jobs,
  ) {}

  /** Starts a step with the mapping of the request, or with the stored one. */
  async start(job: Job, step: string, mapping: unknown, context: Context): Promise<void> {
    const parameters = parametersOf(job);
    const targets = await targetsFor(this.entity, this.schemas, context);
    const mappa = mapping === undefined ? parameters.mappa : mappingOf(mapping, parameters, targets);
    requireColumns(mappa, targets);
    if (job.stato === 'attesa' || job.stato === 'in_corso') throw conflict('job-busy');
    const isOver = job.fase === STEPS.run && step === STEPS.run && job.stato === 'fatto';
    if (isOver || !ALLOWED[step]?.includes(job.fase))
      throw conflict(step === STEPS.undo ? 'import-not-run' : 'import-already-run');
    const next = { ...parameters, mappa, continua: step === STEPS.run && job.fase === STEPS.run };
    if (!(await this.jobs.next(job, step, next, context))) throw conflict('job-busy');
  }

  call(path: string, step: string, summary: Call['summary']): Call {
    const { entity, jobs } = this;
    return {
      name: nameOf(entity, `import.${step}`),
      ...callAt(
        'POST',
        `/${entity.resource}/importazione/:id/${path}`,
        having(entity, 'import').import.access,
        entity.name,
      ),
      summary,
      ...(step !== STEPS.undo && { body: MAPPING }),
      reply: JOB_SCHEMA,
      example: {
        ...(step !== STEPS.undo && { body: { mappa: { 0: 'CODICE', 1: 'DESCRIZIONE' } } }),
        data: { ...JOB_EXAMPLE, tipo: IMPORT_JOB, fase: step, stato: 'attesa', file: null },
      },
      handle: async (context) => {
        const job = await importOf(jobs, entity, context);
        await this.start(job, step, step === STEPS.undo ? undefined : context.body.mappa, context);
        return { data: jobReply(await importOf(jobs, entity, context), context) };
      },
    };
  }
}
