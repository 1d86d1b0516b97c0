/** Routines and jobs as the super administrator sees them: translated, and run again on request. */

import type { Entity, Row } from '../../../schemas/entity.ts';
import { saidIn } from '../../../schemas/language.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { onceCommitted } from '../../database/joined.ts';
import type { Call } from '../../http/call.ts';
import { conflict, notFound, say } from '../../http/problem.ts';
import { NO_DATA } from '../../http/reply-schemas.ts';
import { anyJob } from '../../jobs/job-table.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { scheduleNow } from '../../jobs/routine-table.ts';
import { wake } from '../../jobs/wake.ts';
import { readId } from '../../requests/ids.ts';

/** Replaces texts by their translation for the reader. */
const inLanguage = (pairs: [string, string][]): RulesByResource[string] => ({
  async present(rows: Row[], { language }) {
    for (const row of rows)
      for (const [name, translations] of pairs) row[name] = saidIn(row[translations], language) ?? row[name];
  },
});

export const routineRules: RulesByResource = {
  attivita: inLanguage([
    ['titolo', 'traduzioni'],
    ['messaggio', 'messaggio_traduzioni'],
  ]),
  'attivita/esecuzione': inLanguage([['messaggio', 'traduzioni']]),
  'lavoro/registro': inLanguage([['messaggio', 'traduzioni']]),
};

export const routineCalls = ({ access, name, resource }: Entity): Call[] => [
  {
    method: 'POST',
    path: `/${resource}/:id/esegui`,
    access: access.write,
    tag: name,
    summary: { it: "Avvio immediato di un'attività automatica", en: 'Run a routine now' },
    ...NO_DATA,
    async handle({ database, params, language }) {
      const id = readId(params.id);
      const { rows } = await database.query('select 1 from attivita where id = $1', [id]);
      if (!rows[0]) throw notFound();
      const routine = await scheduleNow(database, id);
      if (!routine) throw conflict('routine-running');
      onceCommitted(database, () => wake(routine));
      return { data: null, description: say('routine-started', language) };
    },
  },
];

/** Runs a job again with the same parameters for the same user, whose permissions are checked again. */
export const repeatCalls = ({ access, name, resource }: Entity, jobs: Jobs): Call[] => [
  {
    method: 'POST',
    path: `/${resource}/:id/riprova`,
    access: access.write,
    tag: name,
    summary: {
      it: 'Ripetizione di un lavoro non riuscito o interrotto',
      en: 'Run a failed or interrupted job again',
    },
    ...NO_DATA,
    async handle({ database, params, language }) {
      const job = await anyJob(database, readId(params.id));
      if (!job) throw notFound();
      if (!jobs.kinds.get(job.tipo)?.repeats) throw conflict('job-not-repeated');
      if (job.stato !== 'errore' && job.stato !== 'interrotto') throw conflict('job-not-failed');
      if (!(await jobs.next(job, job.fase, job.parametri, { database, language: job.lingua })))
        throw conflict('job-busy');
      return { data: null, description: say('job-again', language) };
    },
  },
];
