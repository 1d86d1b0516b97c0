/** The end of an import, of its trial or of its undoing, wherever the person is by then. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countsOf, STEPS } from '../../dataProvider/imports.ts';
import { type Job, saveResult } from '../../dataProvider/jobs.ts';
import type { Ending } from '../jobs/watch.ts';
import { useSay, useSayWhy } from '../say.ts';

type Said = Parameters<ReturnType<typeof useSay>>;

function saidOf(job: Job): Said {
  const { stato, fase, messaggio } = job;
  const counts = countsOf(job);
  const own = messaggio ?? '';
  if (stato !== 'fatto') return [own, stato === 'errore' ? 'error' : 'warning'];
  if (fase === STEPS.dryRun) return [own, 'info'];
  if (fase === STEPS.run)
    return counts?.errori
      ? ['officina.import.withErrors', 'warning', { errors: counts.errori }]
      : ['officina.import.success'];
  const left = (counts?.inserite ?? 0) + (counts?.aggiornate ?? 0);
  return [own, left > 0 ? 'warning' : 'info'];
}

const hasErrors = (job: Job): boolean =>
  job.stato === 'fatto' && job.fase === STEPS.run && (countsOf(job)?.errori ?? 0) > 0;

export function useTellImport(): Ending {
  const say = useSay();
  const sayWhy = useSayWhy();
  const client = useQueryClient();
  return useMemo(
    () => (job, followed) => {
      // Where it is on the screen the screen says it.
      if (!followed) say(...saidOf(job));
      if (hasErrors(job)) saveResult(job).catch(sayWhy);
      // A trial wrote nothing.
      if (job.fase !== STEPS.dryRun)
        void client.invalidateQueries({ predicate: ({ queryKey }) => isListed(queryKey, job) });
    },
    [say, sayWhy, client],
  );
}

/** Lists and trees; not the one record that somebody may be changing at this moment. */
const isListed = (key: readonly unknown[], { risorsa }: Job): boolean =>
  key[0] === risorsa && key[1] !== 'getOne';
