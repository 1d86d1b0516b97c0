/** Stops a job. */
import { useState } from 'react';
import { cancelJob, type Job } from '../../dataProvider/jobs.ts';
import { useSayWhy } from '../feedback/toasts.ts';
import { watch } from './watch.ts';

export function useStop({ id }: Pick<Job, 'id'>): { stopping: boolean; stop(): Promise<void> } {
  const sayWhy = useSayWhy();
  const [stopping, setStopping] = useState(false);
  const stop = async () => {
    setStopping(true);
    try {
      watch.update(await cancelJob(id));
    } catch (error) {
      sayWhy(error);
    }
    setStopping(false);
  };
  return { stopping, stop };
}
