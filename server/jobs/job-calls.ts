/** A user's own jobs: progress, results and cancelling. */

import { allows } from '../../schemas/access.ts';
import type { Row } from '../../schemas/entity.ts';
import type { Call, Context } from '../http/call.ts';
import { conflict, forbidden, notFound } from '../http/problem.ts';
import { listOf } from '../http/reply-schemas.ts';
import { readId } from '../requests/ids.ts';
import { personOf } from '../requests/signed-in-user.ts';
import type { Job } from './job.ts';
import type { Jobs } from './jobs.ts';

export const JOB_EXAMPLE = {
  id: 1,
  tipo: 'esportazione',
  fase: '',
  risorsa: 'classe',
  stato: 'fatto',
  fatto: 12,
  totale: 12,
  messaggio: 'Operazione eseguita',
  esito: null,
  file: 'classi-2026-03-29.xlsx',
  creato: '2026-03-29T08:00:00.000Z',
  iniziato: '2026-03-29T08:00:00.000Z',
  finito: '2026-03-29T08:00:01.000Z',
};

export const JOB_SCHEMA = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    tipo: { type: 'string' },
    fase: { type: 'string' },
    risorsa: { type: 'string' },
    stato: { enum: ['attesa', 'in_corso', 'fatto', 'errore', 'interrotto', 'annullato'] },
    fatto: { type: 'integer', description: 'Number of processed items' },
    totale: { type: ['integer', 'null'], description: 'Total number of items, if known' },
    messaggio: { type: ['string', 'null'], description: 'The result as a message in the requested language' },
    esito: { type: ['object', 'null'], description: 'The result as numbers' },
    file: { type: ['string', 'null'], description: 'The name of the file to download' },
    creato: { type: 'string', format: 'date-time' },
    iniziato: { type: ['string', 'null'], format: 'date-time' },
    finito: { type: ['string', 'null'], format: 'date-time' },
  },
};

/** Returns the job for a reply, without the fields that only the server needs. */
export function jobReply(job: Job, { language }: Context): Row {
  const {
    parametri: _parametri,
    id_utente: _idUtente,
    lingua: _lingua,
    parti: _parti,
    messaggio,
    ...rest
  } = job;
  return { ...rest, messaggio: messaggio?.[language] ?? null };
}

const SHARED = { access: 'session' as const, tag: 'job' };

const recentCall = (jobs: Jobs): Call => ({
  ...SHARED,
  method: 'GET',
  path: '/lavoro',
  summary: { it: 'I miei lavori recenti', en: 'My recent jobs' },
  reply: listOf(JOB_SCHEMA),
  example: { data: [JOB_EXAMPLE] },
  handle: async (context) => ({
    data: (await jobs.recent(personOf(context))).map((job) => jobReply(job, context)),
  }),
});

export function jobCalls(jobs: Jobs): Call[] {
  const ownJob = async (context: Context): Promise<Job> => {
    const job = await jobs.find(readId(context.params.id), context);
    if (!job) throw notFound();
    return job;
  };
  return [
    recentCall(jobs),
    {
      ...SHARED,
      method: 'GET',
      path: '/lavoro/:id',
      summary: { it: 'Avanzamento di un lavoro', en: 'Progress of a job' },
      reply: JOB_SCHEMA,
      example: { data: JOB_EXAMPLE },
      handle: async (context) => ({ data: jobReply(await ownJob(context), context) }),
    },
    {
      ...SHARED,
      method: 'GET',
      path: '/lavoro/:id/file',
      summary: { it: 'Risultato di un lavoro', en: 'Result of a job' },
      bare: '*/*',
      reply: { description: 'The file itself, without the envelope' },
      example: { data: '' },
      async handle(context) {
        const job = await ownJob(context);
        const kind = jobs.kinds.get(job.tipo);
        if (!kind || !job.file) throw notFound();
        if (!allows(kind.access(job), context.user, context.setting)) throw forbidden();
        return kind.download(job, context, () => jobs.openResult(job));
      },
    },
    {
      ...SHARED,
      method: 'POST',
      path: '/lavoro/:id/annulla',
      // The job's end is written while the call waits, outside its transaction.
      once: 'beside',
      summary: { it: 'Interruzione di un lavoro', en: 'Cancel a job' },
      reply: JOB_SCHEMA,
      example: { data: { ...JOB_EXAMPLE, stato: 'annullato', file: null } },
      async handle(context) {
        const { id, stato } = await ownJob(context);
        if (stato !== 'attesa' && stato !== 'in_corso') throw conflict('job-ended');
        await jobs.cancel(id);
        return { data: jobReply(await ownJob(context), context) };
      },
    },
  ];
}
