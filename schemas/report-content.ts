/**
 * The data of a job report, independent of reader and language. The server reads it from the database; a device
 * without a network composes it from the data that it read last and the acts that are not sent yet. Has no side
 * effects.
 */
import { canonical } from './canonical.ts';
import { isRow } from './values.ts';

export type Value = string | number | null;

/** A field that the plant prints on the report: of the intervention or its asset. */
export interface ReportDataField {
  provenienza: number;
  campo: string;
  valore: Value;
}

export interface ReportItem {
  voce: number;
  descrizione: string;
  obbligatoria: Value;
  eseguita: Value;
  note: Value;
}

export interface ReportPart {
  codice: string;
  descrizione: Value;
  quantita: number;
  unita: Value;
}

export interface ReportCost {
  id: number;
  descrizione: Value;
  quantita: Value;
  costo: Value;
  totale: Value;
}

export interface ReportData {
  /** The version of this format. Another format gives another fingerprint of the same facts. */
  forma: 1;
  intervento: Record<string, Value>;
  campi: ReportDataField[];
  checklist: ReportItem[];
  ricambi: ReportPart[];
  costi: ReportCost[];
  totale: number;
  /** Only if the photos were printed. */
  foto?: { nome: string; hash: string }[];
}

/** A table of the report as lines of text. */
export interface ReportTable {
  chiave: 'intervento' | 'checklist' | 'ricambi' | 'costi' | 'campi';
  titolo: string;
  righe: { chiave: string; nome: string; valore: string }[];
}

/** Leaves out facts without a value, and tables without a line. */
export const filledTables = (tables: ReportTable[]): ReportTable[] =>
  tables
    .map((table) => ({
      ...table,
      righe: table.righe.filter(({ valore }) => table.chiave !== 'intervento' || valore),
    }))
    .filter(({ righe }) => righe.length > 0);

/** The dates that entering a state sets. */
export const DATES_SET = ['data_inizio', 'data_fine'] as const;

/** Returns the text that signatures are fingerprints of. Photos are left out, because users choose them later. */
export const signedText = ({ foto: _, ...data }: ReportData): string => canonical(data);

const isValue = (value: unknown): value is Value =>
  value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));

/** The kinds of the properties of a row, by name. */
type Shape = Record<string, 'value' | 'text' | 'number'>;

const FITS: Record<Shape[string], (value: unknown) => boolean> = {
  value: isValue,
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
};

const ROWS: Record<'campi' | 'checklist' | 'ricambi' | 'costi', Shape> = {
  campi: { provenienza: 'number', campo: 'text', valore: 'value' },
  checklist: {
    voce: 'number',
    descrizione: 'text',
    obbligatoria: 'value',
    eseguita: 'value',
    note: 'value',
  },
  ricambi: { codice: 'text', descrizione: 'value', quantita: 'number', unita: 'value' },
  costi: { id: 'number', descrizione: 'value', quantita: 'value', costo: 'value', totale: 'value' },
};

const isListOf = (value: unknown, shape: Shape): boolean =>
  Array.isArray(value) &&
  value.every(
    (row: unknown) => isRow(row) && Object.entries(shape).every(([name, kind]) => FITS[kind](row[name])),
  );

/** Returns whether a value from outside is the data of a report, as a device displays it: without photos. */
export const isReportData = (value: unknown): value is ReportData =>
  isRow(value) &&
  value.forma === 1 &&
  value.foto === undefined &&
  FITS.number(value.totale) &&
  isRow(value.intervento) &&
  Object.values(value.intervento).every(isValue) &&
  Object.entries(ROWS).every(([name, shape]) => isListOf(value[name], shape));
