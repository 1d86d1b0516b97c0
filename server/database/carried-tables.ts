/**
 * The tables that a backup holds: all tables of the schemas, and the server's own tables listed in `CARRIED`.
 * `LEFT_OUT` gives the reason for each of the others.
 */
import type { Entity } from '../../schemas/entity.ts';
import { closureTables } from './closure.ts';
import { countTables } from './counts.ts';
import { allTables } from './migration.ts';
import { type Table, tablesOf } from './tables.ts';

const CARRIED = new Set([
  'storico_modifiche',
  'cambiamento',
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
  'novita',
  'generazione_periodo',
  'generazione_arretrata',
]);

const LEFT_OUT: Record<string, string> = {
  officina_versione: 'says which migrations this database has seen: another one sees its own',
  chiave_firma:
    'signs sessions, one-time links and sealed addresses, which end with the plant they were made by',
  sessione: 'tells of sessions, none of which is carried',
  risposta_tenuta: 'answers calls that are sent again within moments, to the plant that they were sent to',
  tentativo: 'counts attempts of the last minute',
  nome_tentato: 'counts guesses at a name of the last day',
  dispositivo_avvisi: 'devices that asked this plant for messages: another one asks them again',
  pacchetto: 'says what devices were given by this plant: another one gives them everything again',
  link_usato: 'remembers links of a key that is not carried',
};

/** Columns whose values have no meaning in another database: open sessions, results of jobs, locks. */
const EMPTIED: Record<string, string[]> = {
  credenziale: ['refresh_id', 'refresh_scade'],
  lavoro: ['file', 'parti', 'esecutore', 'battito'],
  // A one-time link is only for its recipient, and not for people who read a backup.
  posta: ['collegamento'],
};

export interface CarriedTable extends Table {
  /** Columns that are empty in a backup. */
  emptied: string[];
}

/** Returns why a backup leaves the table out, or undefined if neither list names it. */
export function whyLeftOut(entities: Entity[], name: string): string | undefined {
  const derived = closureTables(entities).some((table) => table.name === name);
  if (derived) return 'made from the parents again';
  return countTables(entities).some((table) => table.name === name) ? 'counted again' : LEFT_OUT[name];
}

export function carriedTables(entities: Entity[]): CarriedTable[] {
  const own = new Set(tablesOf(entities).map(({ name }) => name));
  return allTables(entities)
    .filter(({ name }) => own.has(name) || CARRIED.has(name))
    .map((table) => ({ ...table, emptied: EMPTIED[table.name] ?? [] }));
}
