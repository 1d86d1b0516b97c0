/** The import of a sheet into a list, step by step: /<resource>/importazione. */
import { numberOf } from '../schemas/values.ts';
import { call, download, type Request } from './http.ts';
import type { Job } from './jobs.ts';

export const IMPORT = 'importazione';

/** The steps of an import, as its job names them. */
export const STEPS = {
  read: 'lettura',
  dryRun: 'prova',
  run: 'esecuzione',
  undo: 'annullamento',
} as const;

export type Verdict = 'inserita' | 'aggiornata' | 'invariata' | 'errore' | 'annullata';

export const NOTHING = { righe: 0, inserite: 0, aggiornate: 0, invariate: 0, errori: 0, annullate: 0 };

export type Counts = typeof NOTHING;

/** Returns what a step counted, or undefined if it has no result yet. */
export function countsOf({ esito }: Pick<Job, 'esito'>): Counts | undefined {
  if (!esito) return undefined;
  const figure = (name: keyof Counts): number => numberOf(esito[name]) ?? 0;
  return {
    righe: figure('righe'),
    inserite: figure('inserite'),
    aggiornate: figure('aggiornate'),
    invariate: figure('invariate'),
    errori: figure('errori'),
    annullate: figure('annullate'),
  };
}

export interface FileColumn {
  indice: number;
  intestazione: string;
  esempi: string[];
  /** The field that the column fills; null if none. */
  campo: string | null;
}

/** A field that a column may fill. */
export interface Target {
  campo: string;
  etichetta: string;
  obbligatorio: number;
}

/** The job of an import, and the file as it was read. */
export interface ImportFile extends Job {
  nome_file: string;
  foglio: string;
  colonne: FileColumn[];
  campi: Target[];
  /** The required fields of a new record that the file does not have. */
  mancanti: string[];
}

export interface ImportRow {
  riga: number;
  esito: Verdict | null;
  messaggio: string;
  /** The formatted cells, in the order of the file's columns. */
  valori: string[];
}

/** The field to fill, by column number. */
export type Mapping = Record<number, string>;

const addressOf = (resource: string, path = ''): string => `/${resource}/${IMPORT}${path}`;

export async function readSheet(
  resource: string,
  file: File,
  options: Pick<Request, 'onProgress' | 'signal'>,
): Promise<ImportFile> {
  const body = new FormData();
  body.append('file', file, file.name);
  return (await call<ImportFile>(addressOf(resource), { ...options, method: 'POST', body })).data;
}

const SAMPLES = 3;

/** Returns a file that was read before. The examples of its columns come from its first rows. */
export async function importOf(resource: string, id: number): Promise<ImportFile> {
  const { data } = await call<ImportFile>(addressOf(resource, `/${id}`));
  const { rows } = await rowsOf(resource, id, { page: 1, size: SAMPLES });
  const esempi = (index: number) => rows.map(({ valori }) => valori[index] ?? '').filter(Boolean);
  return { ...data, colonne: data.colonne.map((column) => ({ ...column, esempi: esempi(column.indice) })) };
}

export async function rowsOf(
  resource: string,
  id: number,
  { page, size, verdict }: { page: number; size: number; verdict?: Verdict },
): Promise<{ rows: ImportRow[]; total: number }> {
  const query = { pag: page, max_rows: size, esito: verdict };
  const { data, tot } = await call<ImportRow[]>(addressOf(resource, `/${id}/righe`), { query });
  return { rows: data, total: tot ?? data.length };
}

const step =
  (path: string) =>
  async (resource: string, id: number, mappa?: Mapping): Promise<Job> =>
    (await call<Job>(addressOf(resource, `/${id}/${path}`), { method: 'POST', body: { mappa } })).data;

/** Checks every row and writes nothing. */
export const dryRunImport = step('prova');
/** Runs in the background. An import that was stopped continues where it stopped. */
export const runImport = step('esegui');
/** Undoes an import, in the rows that have not changed since. */
export const undoImport = step('annulla-importazione');

export const saveTemplate = (path: string, filename: string): Promise<void> =>
  download(`/${path}/`, {}, filename);
