/** The two documented calls: the template, and an import in one step whose reply is the result. */

import { buffer } from 'node:stream/consumers';
import { having } from '../../../schemas/catalogue.ts';
import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { type Call, type Context, type Reply, summaryOf } from '../../http/call.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { ENCODED_FILE } from '../../http/reply-schemas.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { enveloped } from '../enveloped.ts';
import { nameOf } from '../overrides.ts';
import type { RulesByResource } from '../rules.ts';
import { FILES, readSheet, STEPS } from './file.ts';
import { parametersOf } from './import-context.ts';
import { resultName } from './import-jobs.ts';
import { resultOf } from './result.ts';
import type { ImportSteps } from './steps.ts';
import { templateOf } from './template.ts';

const RESULT_EXAMPLE = {
  dataFile: { data: 'UEsDBA==', filename: 'esito-import-oggetti-2026-03-29.xlsx' },
  numberOfErrors: 0,
};

/** Waits until the import has ended, and returns the sheet of its results. */
async function finishedImport(id: number, entity: Entity, jobs: Jobs, context: Context): Promise<Reply> {
  const job = await jobs.find(id, context);
  if (!job) throw notFound();
  const { stato, messaggio, esito } = await jobs.ended(id, personOf(context));
  if (stato !== 'fatto') throw new Problem(422, 'import-failed', { params: { why: messaggio ?? '' } });
  const bytes = await buffer(resultOf(id, parametersOf(job), context, context.language));
  const filename = resultName(having(entity, 'import').import.file, context);
  return {
    data: {
      dataFile: { data: bytes.toString('base64'), filename },
      numberOfErrors: esito?.errori ?? 0,
    },
  };
}

export function documentedCalls(
  entity: Entity,
  schemas: Schemas,
  rules: RulesByResource,
  jobs: Jobs,
  steps: ImportSteps,
): Call[] {
  const shared = {
    path: `/${having(entity, 'import').import.path}`,
    access: having(entity, 'import').import.access,
    tag: entity.name,
  };
  return [
    {
      ...shared,
      name: nameOf(entity, 'import.template'),
      method: 'GET',
      summary: summaryOf(entity.titles, "Modello per l'importazione", 'Import template'),
      reply: { type: 'string', format: 'byte' },
      example: { data: 'UEsDBA==' },
      handle: async (context) => enveloped(context, await templateOf(entity, schemas, rules, context)),
    },
    {
      ...shared,
      name: nameOf(entity, 'import'),
      method: 'POST',
      summary: summaryOf(entity.titles, 'Importazione', 'Import'),
      files: FILES,
      reply: {
        type: 'object',
        properties: {
          dataFile: ENCODED_FILE,
          numberOfErrors: { type: 'integer' },
        },
      },
      example: { data: RESULT_EXAMPLE },
      async handle(context) {
        const { id } = await readSheet(entity, schemas, jobs, context);
        const job = await jobs.existing(id, context);
        await steps.start(job, STEPS.run, undefined, context).catch(async (error) => {
          await jobs.forget(id, context);
          throw error;
        });
        return { data: { id } };
      },
      finish: ({ data }, context) => finishedImport((data as { id: number }).id, entity, jobs, context),
    },
  ];
}
