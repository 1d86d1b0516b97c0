/** The end of work that leaves no file: what came of it is told, and what was listed is read again. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSay } from '../say.ts';
import type { Ending } from './watch.ts';

export function useTellDone(): Ending {
  const say = useSay();
  const client = useQueryClient();
  return useMemo(
    () => (job, followed) => {
      // Where it is on the screen the screen says it.
      if (followed) return;
      say(job.messaggio ?? '', job.stato === 'fatto' ? 'success' : job.stato === 'errore' ? 'error' : 'info');
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'getOne' });
    },
    [say, client],
  );
}
