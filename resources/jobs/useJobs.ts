/** The person's jobs, drawn anew as they go on. */
import { useEffect, useSyncExternalStore } from 'react';
import { isLive, type Job } from '../../dataProvider/jobs.ts';
import { useLanguage } from '../House.tsx';
import { type Ending, type Watched, watch } from './watch.ts';

export const useJobs = (): Watched => useSyncExternalStore(watch.subscribe, watch.get);

export const useLiveJob = (fits: (job: Job) => boolean): Job | undefined =>
  useJobs().jobs.find((job) => isLive(job) && fits(job));

/** One job, shown on the screen: its end is no news then. */
export function useFollowed(id: number | undefined): Job | undefined {
  useEffect(() => (id === undefined ? undefined : watch.follow(id)), [id]);
  return useJobs().jobs.find((job) => job.id === id);
}

/** Stands once, in the frame: looks after the jobs, and does what the end of each kind asks for. */
export function useEndings(endings: Record<string, Ending>): void {
  const language = useLanguage();
  useEffect(() => {
    // What they say, they say in the language of the page.
    if (language) void watch.refresh();
  }, [language]);
  useEffect(() => watch.onEnd((job, followed) => endings[job.tipo]?.(job, followed)), [endings]);
}
