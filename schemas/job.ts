/** A background job as the server stores it and the browser reads it. */
import type { Row } from './entity.ts';

export type JobState = 'attesa' | 'in_corso' | 'fatto' | 'errore' | 'interrotto' | 'annullato';

export interface JobFacts {
  id: number;
  tipo: string;
  /** The step of a job with several steps, each requested separately. */
  fase: string;
  risorsa: string;
  stato: JobState;
  fatto: number;
  totale: number | null;
  esito: Row | null;
  /** The name of the file to download. */
  file: string | null;
  creato: string;
  iniziato: string | null;
  finito: string | null;
}
