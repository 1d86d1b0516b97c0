/** Reports the end of a job without a file, and reloads lists. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSay } from '../feedback/toasts.ts';
import type { Ending } from './watch.ts';

export function useReportDone(): Ending {
  const say = useSay();
  const client = useQueryClient();
  return useMemo(
    () => (job, followed) => {
      // If the job is on the screen, it displays its end itself.
      if (followed) return;
      say(job.messaggio ?? '', job.stato === 'fatto' ? 'success' : job.stato === 'errore' ? 'error' : 'info');
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'getOne' });
    },
    [say, client],
  );
}
