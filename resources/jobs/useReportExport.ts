/** Saves the file of a background export when it ends. */
import { useMemo } from 'react';
import { saveResult } from '../../dataProvider/jobs.ts';
import { useSay, useSayWhy } from '../feedback/toasts.ts';
import type { Ending } from './watch.ts';

export function useReportExport(): Ending {
  const say = useSay();
  const sayWhy = useSayWhy();
  return useMemo(
    () => async (job) => {
      if (job.stato !== 'fatto')
        return say(job.messaggio ?? '', job.stato === 'annullato' ? 'info' : 'error');
      try {
        await saveResult(job);
        say('officina.list.exported');
      } catch (error) {
        sayWhy(error);
      }
    },
    [say, sayWhy],
  );
}
