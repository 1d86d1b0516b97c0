/** Work in the background as a value: what is asked, how far it is, what came of it. */
import type { Access } from '../../schemas/access.ts';
import type { Language, Row, Text } from '../../schemas/entity.ts';
import type { Context, RawReply } from '../http/call.ts';

export type JobState = 'attesa' | 'in_corso' | 'fatto' | 'errore' | 'interrotto' | 'annullato';

/** A row of the table `lavoro`. */
export interface Job {
  id: number;
  tipo: string;
  /** The step of a job that has several, each asked for by itself. */
  fase: string;
  risorsa: string;
  id_utente: number;
  lingua: Language;
  stato: JobState;
  fatto: number;
  totale: number | null;
  messaggio: Text | null;
  parametri: Row;
  esito: Row | null;
  /** The name of what can be downloaded. */
  file: string | null;
  creato: string;
  iniziato: string | null;
  finito: string | null;
}

/** A job under way, as who does it sees it. */
export interface Work {
  job: Job;
  /** As the person who asked for it would have it, now. */
  context: Context;
  progress(done: number, total?: number): void;
  /** Throws when the job is to end early; to be asked wherever it may. */
  goOn(): void;
  /** The path of a file of its own, removed with the job. */
  path: string;
}

export interface Outcome {
  message: Text;
  result?: object;
  /** The name under which the result is downloaded. */
  file?: string;
}

export interface JobKind {
  /** Who may have such a job done and fetch what came of it: asked again when its turn comes, and at the download. */
  access(job: Job): Access;
  run(work: Work): Promise<Outcome>;
  /** A person wants it no more, who waited for it or saw it under way; `interrupted` when not said. */
  cancelled?(job: Job, context: Context): Promise<Partial<Outcome>>;
  /** What is there to say, and to show, when it ended before its end. */
  interrupted?(job: Job, context: Context): Promise<Partial<Outcome>>;
  /** The result as it is downloaded. */
  download(job: Job, context: Context, path: string): Promise<RawReply>;
  /** A super admin may have it done again as it was asked, when it failed or was interrupted. */
  repeats?: boolean;
  /** How long it is remembered once it has ended. */
  keptDays: number;
}

/** Thrown by `goOn`: a person wants it no more, the server stops, or another has taken it over. */
export class Ended extends Error {
  constructor(readonly by: 'person' | 'server' | 'loss') {
    super(`ended by the ${by}`);
  }
}
