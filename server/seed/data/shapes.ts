/** What the files of this folder hold; beside each stands a declaration that says which of these it is. */
import type { Row } from '../../../schemas/entity.ts';

export interface SeedGroup {
  resource: string;
  /** What tells its rows apart, where the schema's own keys do not. */
  key?: string[];
  rows: Row[];
}

export type Amounts = Record<string, number>;

export interface StockEntry {
  days: number;
  who: string;
  /** 'MAG-FOL / Scaffale A1 / lot' */
  from?: string;
  to?: string;
  parts: Amounts;
}

/** What demo-stock.json holds. */
export interface StockData {
  movements: StockEntry[];
  used: { from: string; parts: Amounts }[];
  reserved: Amounts[];
  /** By the class of an asset, codes of parts. */
  recommended: Record<string, string[]>;
}

export interface DemoWork extends Row {
  /** The code of its state. */
  id_stato: string;
  /** From today: -1 is yesterday. */
  giorno: number;
  /** When it was planned, 'HH:mm'. */
  ora: string;
  /** Days until it was begun. */
  attesa?: number;
  /** Hours it took; what has none is not over. */
  ore?: number;
}

/** What is known of how it was done. */
export interface Told {
  causa?: string;
  causale?: string;
  componente?: string;
  /** Hours that the line stood still. */
  ferma?: number;
  gas?: number;
  errore?: number;
  ente?: string;
  impresa?: string;
}

export interface Story extends Told {
  tipo: string;
  classe: string;
  testo: string;
  /** The fewest and the most hours. */
  ore: [number, number];
  ricambi?: Amounts;
}

/** What is done again and again: on these assets, so often in a month, in one of these words. */
export interface Routine extends Omit<Story, 'testo'> {
  assets: string[];
  al_mese: number;
  testi: string[];
}

/** What each says of itself. */
export interface Entry {
  asset: string;
  giorno: number;
  tipo: string;
  classe: string;
  testo: string;
}

export interface Once extends Entry, Told {
  ore: number;
  costi?: Amounts;
  file?: string;
  chi: string;
}

export interface Refused extends Entry {
  note: string;
}

export interface Open extends Entry, Told {
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
  /** By the asset the first day, from today. */
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
  /** By the head of each column, the property that it fills. */
  columns: Record<string, string>;
  rows: (string | null)[][];
  /** By the number of a row of the sheet, why it was refused. */
  refused: Record<string, { colonna: string; it: string; en: string }>;
}

/** Who asks for work in a department, and by its class who does it. */
export interface Crew extends Partial<Record<string, string | string[]>> {
  by: string;
}
