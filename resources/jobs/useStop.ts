/** Ends a job before its end. */
import { useState } from 'react';
import { cancelJob, type Job } from '../../dataProvider/jobs.ts';
import { reasonOf, useSay } from '../say.ts';
import { watch } from './watch.ts';

export function useStop({ id }: Pick<Job, 'id'>): { stopping: boolean; stop(): Promise<void> } {
  const say = useSay();
  const [stopping, setStopping] = useState(false);
  const stop = async () => {
    setStopping(true);
    try {
      watch.learn(await cancelJob(id));
    } catch (error) {
      say(reasonOf(error), 'error');
    }
    setStopping(false);
  };
  return { stopping, stop };
}
