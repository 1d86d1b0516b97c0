/** The user's jobs. Components are drawn again as the jobs progress. */
import { useEffect, useSyncExternalStore } from 'react';
import { isLive, type Job } from '../../dataProvider/jobs.ts';
import { useLanguage } from '../context/application.tsx';
import { type Ending, type Watched, watch } from './watch.ts';

export const useJobs = (): Watched => useSyncExternalStore(watch.subscribe, watch.get);

export const useLiveJob = (fits: (job: Job) => boolean): Job | undefined =>
  useJobs().jobs.find((job) => isLive(job) && fits(job));

/** Returns a job that the screen displays, so that no message needs to report its end. */
export function useFollowed(id: number | undefined): Job | undefined {
  useEffect(() => (id === undefined ? undefined : watch.follow(id)), [id]);
  return useJobs().jobs.find((job) => job.id === id);
}

/** Reports the end of each job by its kind. The frame uses this once. */
export function useEndings(endings: Record<string, Ending>): void {
  const language = useLanguage();
  useEffect(() => {
    // The server's messages must be in the language of the page.
    if (language) void watch.refresh();
  }, [language]);
  useEffect(() => watch.onEnd((job, followed) => endings[job.tipo]?.(job, followed)), [endings]);
}
