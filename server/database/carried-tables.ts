/**
 * What a backup holds of the database. The tables of the schemas it holds all; each of the server's own stands below,
 * among what is carried or among what is left out and why.
 */
import type { Entity } from '../../schemas/entity.ts';
import { closureTables } from './closure.ts';
import { allTables } from './migration.ts';
import { type Table, tablesOf } from './tables.ts';

const CARRIED = new Set([
  'storico_modifiche',
  'segreto',
  'contatore',
  'licenza',
  'impianto',
  'logo_impianto',
  'credenziale',
  'secondo_fattore',
  'codice_recupero',
  'lavoro',
  'importazione_riga',
  'calendario',
  'giacenza',
  'movimentazione',
  'generazione_periodo',
  'generazione_arretrata',
]);

const LEFT_OUT: Record<string, string> = {
  officina_versione: 'says which migrations this database has seen: another one sees its own',
  chiave_firma:
    'signs sessions, one-time links and sealed addresses, which end with the plant they were made by',
  sessione: 'tells of sessions, none of which is carried',
  risposta_tenuta: 'answers calls that are sent again within moments, to the plant that they were sent to',
  link_usato: 'remembers links of a key that is not carried',
};

/** What means nothing elsewhere: a session is not carried with its person, nor a result that lies in a file. */
const EMPTIED: Record<string, string[]> = {
  credenziale: ['refresh_id', 'refresh_scade'],
  lavoro: ['file', 'esecutore', 'battito'],
  // A backup is read by who may not read a one-time link.
  posta: ['collegamento'],
};

export interface CarriedTable extends Table {
  /** Columns that are empty in a backup. */
  emptied: string[];
}

/** Undefined for a table that nobody has decided about. */
export function whyLeftOut(entities: Entity[], name: string): string | undefined {
  const derived = closureTables(entities).some((table) => table.name === name);
  return derived ? 'made from the parents again' : LEFT_OUT[name];
}

export function carriedTables(entities: Entity[]): CarriedTable[] {
  const own = new Set(tablesOf(entities).map(({ name }) => name));
  return allTables(entities)
    .filter(({ name }) => own.has(name) || CARRIED.has(name))
    .map((table) => ({ ...table, emptied: EMPTIED[table.name] ?? [] }));
}
