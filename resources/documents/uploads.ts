/** The uploads of this tab, one per record, so that a reopened page finds its upload. */
import type { Owner } from '../../dataProvider/documents.ts';
import { session } from '../../dataProvider/session.ts';
import { Listeners } from '../../schemas/listeners.ts';
import type { UploadJob } from './upload-job.ts';

const jobs = new Map<string, UploadJob>();
const listeners = new Listeners();
const keyOf = ({ resource, id }: Owner): string => `${resource}/${id}`;

export const jobFor = (owner: Owner): UploadJob | undefined => jobs.get(keyOf(owner));

export function storeJob(job: UploadJob): void {
  jobs.set(keyOf(job.owner), job);
  listeners.notify();
}

export function forgetJob(job: UploadJob): void {
  jobs.delete(keyOf(job.owner));
  listeners.notify();
}

export const listenToJobs = listeners.subscribe;

const each = (act: (job: UploadJob) => void) => () => {
  for (const job of jobs.values()) act(job);
};

addEventListener(
  'offline',
  each((job) => job.pause()),
);
addEventListener(
  'online',
  each((job) => job.resume()),
);
addEventListener('beforeunload', (event) => {
  if ([...jobs.values()].some((job) => job.isBusy && !job.isKept())) event.preventDefault();
});

let person = session.user()?.idUtente;
/** Cancels the uploads of a user who signs out, so that they do not continue in the name of the next user. */
session.subscribe(() => {
  const next = session.user()?.idUtente;
  if (next === person) return;
  person = next;
  each((job) => job.cancelAll())();
  jobs.clear();
  listeners.notify();
});
