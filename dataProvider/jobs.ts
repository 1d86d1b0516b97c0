/** Background jobs of the signed-in user: /lavoro. */

import type { JobFacts } from '../schemas/job.ts';
import { call, callForFile, type Request, saveBlob } from './http.ts';

export interface Job extends JobFacts {
  messaggio: string | null;
}

/** Returns whether a job is waiting or running. */
export const isLive = ({ stato }: Job): boolean => stato === 'attesa' || stato === 'in_corso';

/** Returns the newest jobs first. */
export const recentJobs = async (): Promise<Job[]> => (await call<Job[]>('/lavoro')).data;

export const jobOf = async (id: number): Promise<Job> => (await call<Job>(`/lavoro/${id}`)).data;

export const cancelJob = async (id: number): Promise<Job> =>
  (await call<Job>(`/lavoro/${id}/annulla`, { method: 'POST' })).data;

/** Lets the browser save the result. */
export async function saveResult({ id, file }: Pick<Job, 'id' | 'file'>): Promise<void> {
  if (file) saveBlob(await callForFile(`/lavoro/${id}/file`), file);
}

/** Starts a background export of the filtered list as a file. */
export const startExport = async (resource: string, query: Request['query']): Promise<Job> =>
  (await call<Job>(`/${resource}/esportazione`, { method: 'POST', query })).data;

/** Starts a background backup of everything as one file. */
export const startBackup = async (): Promise<Job> =>
  (await call<Job>('/info/backup', { method: 'POST', query: { formato: 'zip' } })).data;
