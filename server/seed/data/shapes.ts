/** The shapes of the files in this folder. A declaration next to each file names its shape. */
import type { Row } from '../../../schemas/entity.ts';

export interface SeedGroup {
  resource: string;
  /** The columns that identify its rows, if the schema's own keys do not. */
  key?: string[];
  rows: Row[];
}

export type Amounts = Record<string, number>;

export interface StockEntry {
  days: number;
  who: string;
  /** Like 'MAG-FOL / Scaffale A1 / lot'. */
  from?: string;
  to?: string;
  parts: Amounts;
}

/** The content of demo-stock.json. */
export interface StockData {
  movements: StockEntry[];
  used: { from: string; parts: Amounts }[];
  reserved: Amounts[];
  /** The codes of parts by class of asset. */
  recommended: Record<string, string[]>;
}

export interface DemoWork extends Row {
  /** The code of its state. */
  id_stato: string;
  /** The date in days from today: -1 is yesterday. */
  giorno: number;
  /** The planned time, 'HH:mm'. */
  ora: string;
  /** The number of days until the work began. */
  attesa?: number;
  /** The duration in hours. Without it the work is not over. */
  ore?: number;
}

/** Details of how the work was done. */
export interface WorkDetails {
  causa?: string;
  causale?: string;
  componente?: string;
  /** The downtime of the line in hours. */
  ferma?: number;
  gas?: number;
  errore?: number;
  ente?: string;
  impresa?: string;
}

export interface Story extends WorkDetails {
  tipo: string;
  classe: string;
  testo: string;
  /** The minimum and the maximum of hours. */
  ore: [number, number];
  ricambi?: Amounts;
}

/** Repeated work: the assets, the rate per month, and the possible texts. */
export interface Routine extends Omit<Story, 'testo'> {
  assets: string[];
  al_mese: number;
  testi: string[];
}

/** The members common to all kinds of work below. */
export interface Entry {
  asset: string;
  giorno: number;
  tipo: string;
  classe: string;
  testo: string;
}

export interface Once extends Entry, WorkDetails {
  ore: number;
  costi?: Amounts;
  file?: string;
  chi: string;
}

export interface Refused extends Entry {
  note: string;
}

export interface Open extends Entry, WorkDetails {
  ora: string;
  stato: string;
  priorita: number;
  ore: number;
  chi?: string;
  note?: string;
  prenota?: Amounts;
}

export interface Schedule extends Row {
  codice: string;
  descrizione: string;
  id_tipo_odl: number;
  frequenza: number;
  unita_misura: number;
  id_tipo_guasto: string;
  id_classe_intervento: string;
  priorita: number;
  ore_previste: number;
  id_checklist?: string;
  /** The first date, in days from today, by asset. */
  assets: Record<string, number>;
  causa: string;
  ricambi?: Amounts;
  costi?: Amounts;
}

export interface Sheet {
  resource: string;
  file: string;
  foglio: string;
  result: string;
  chi: string;
  giorno: number;
  taken_back?: boolean;
  /** The property of each column, by the column's header. */
  columns: Record<string, string>;
  rows: (string | null)[][];
  /** The reasons why rows were refused, by their number in the sheet. */
  refused: Record<string, { colonna: string; it: string; en: string }>;
}

/** The requester of a department, and the technicians by class of work. */
export interface Crew extends Partial<Record<string, string | string[]>> {
  by: string;
}
