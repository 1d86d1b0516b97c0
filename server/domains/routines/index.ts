/** Routines and jobs as the super administrator sees them: translated, and run again on request. */

import type { Row } from '../../../schemas/entity.ts';
import { saidIn } from '../../../schemas/language.ts';
import { type ActHandler, act } from '../../capabilities/acts.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { onceCommitted } from '../../database/joined.ts';
import { conflict, notFound } from '../../http/problem.ts';
import { anyJob } from '../../jobs/job-table.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { scheduleNow } from '../../jobs/routine-table.ts';
import { wake } from '../../jobs/wake.ts';

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

export const routineActs = (jobs: Jobs): ActHandler[] => [
  act('run-routine', async (_body, { database, id, describe }) => {
    const { rows } = await database.query('select 1 from attivita where id = $1', [id]);
    if (!rows[0]) throw notFound();
    const routine = await scheduleNow(database, id);
    if (!routine) throw conflict('routine-running');
    onceCommitted(database, () => wake(routine));
    describe('routine-started');
  }),
  // The new job has the same parameters and the same user, whose permissions are checked again.
  act('repeat-job', async (_body, { database, id, describe }) => {
    const job = await anyJob(database, id);
    if (!job) throw notFound();
    if (!jobs.kinds.get(job.tipo)?.repeats) throw conflict('job-not-repeated');
    if (job.stato !== 'errore' && job.stato !== 'interrotto') throw conflict('job-not-failed');
    if (!(await jobs.next(job, job.fase, job.parametri, { database, language: job.lingua })))
      throw conflict('job-busy');
    describe('job-again');
  }),
];
