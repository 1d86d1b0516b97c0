/** Background jobs of the signed-in user: /lavoro. */
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
  /** The name of the file to download. */
  file: string | null;
  creato: string;
  iniziato: string | null;
  finito: string | null;
}

/** Checks whether a job is waiting or running. */
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
