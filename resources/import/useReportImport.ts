/** Reports the end of an import, a dry run or an undo, whichever page the user has open. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countsOf, STEPS } from '../../dataProvider/imports.ts';
import { type Job, saveResult } from '../../dataProvider/jobs.ts';
import { useSay, useSayWhy } from '../feedback/toasts.ts';
import type { Ending } from '../jobs/watch.ts';

type Message = Parameters<ReturnType<typeof useSay>>;

function messageOf(job: Job): Message {
  const { stato, fase, messaggio } = job;
  const counts = countsOf(job);
  const text = messaggio ?? '';
  if (stato !== 'fatto') return [text, stato === 'errore' ? 'error' : 'warning'];
  if (fase === STEPS.dryRun) return [text, 'info'];
  if (fase === STEPS.run)
    return counts?.errori
      ? ['officina.import.withErrors', 'warning', { errors: counts.errori }]
      : ['officina.import.success'];
  const remaining = (counts?.inserite ?? 0) + (counts?.aggiornate ?? 0);
  return [text, remaining > 0 ? 'warning' : 'info'];
}

const hasErrors = (job: Job): boolean =>
  job.stato === 'fatto' && job.fase === STEPS.run && (countsOf(job)?.errori ?? 0) > 0;

export function useReportImport(): Ending {
  const say = useSay();
  const sayWhy = useSayWhy();
  const client = useQueryClient();
  return useMemo(
    () => (job, followed) => {
      // If the import is on the screen, it displays its end itself.
      if (!followed) say(...messageOf(job));
      if (hasErrors(job)) saveResult(job).catch(sayWhy);
      // A dry run wrote nothing, so no list is read again.
      if (job.fase !== STEPS.dryRun)
        void client.invalidateQueries({ predicate: ({ queryKey }) => isListed(queryKey, job) });
    },
    [say, sayWhy, client],
  );
}

/** Returns whether a query reads a list or a tree. A single record is not read again: the user may be editing it. */
const isListed = (key: readonly unknown[], { risorsa }: Job): boolean =>
  key[0] === risorsa && key[1] !== 'getOne';
