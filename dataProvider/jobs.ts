/** Work in the background, as the person who asked for it follows it: /lavoro. */
import type { Row } from '../schemas/entity.ts';
import { call, callForFile, type Request, saveBlob } from './http.ts';

export type JobState = 'attesa' | 'in_corso' | 'fatto' | 'errore' | 'interrotto' | 'annullato';

export interface Job {
  id: number;
  tipo: string;
  /** The step of a job that has several. */
  fase: string;
  risorsa: string;
  stato: JobState;
  fatto: number;
  totale: number | null;
  messaggio: string | null;
  esito: Row | null;
  /** The name of what can be downloaded. */
  file: string | null;
  creato: string;
  iniziato: string | null;
  finito: string | null;
}

/** It waits for its turn, or is being done. */
export const isLive = ({ stato }: Job): boolean => stato === 'attesa' || stato === 'in_corso';

/** The newest first. */
export const recentJobs = async (): Promise<Job[]> => (await call<Job[]>('/lavoro')).data;

export const jobOf = async (id: number): Promise<Job> => (await call<Job>(`/lavoro/${id}`)).data;

export const cancelJob = async (id: number): Promise<Job> =>
  (await call<Job>(`/lavoro/${id}/annulla`, { method: 'POST' })).data;

/** Hands the result to the browser. */
export async function saveResult({ id, file }: Pick<Job, 'id' | 'file'>): Promise<void> {
  if (file) saveBlob(await callForFile(`/lavoro/${id}/file`), file);
}

/** The filtered list as a file, made in the background. */
export const startExport = async (resource: string, query: Request['query']): Promise<Job> =>
  (await call<Job>(`/${resource}/esportazione`, { method: 'POST', query })).data;

/** Everything there is, as one file, made in the background. */
export const startBackup = async (): Promise<Job> =>
  (await call<Job>('/info/backup', { method: 'POST', query: { formato: 'zip' } })).data;
