/** Two imports, with the rows that their sheets would have left. One can be undone, and one was undone. */

import { DAY_MS } from '../../../schemas/durations.ts';
import type { Row } from '../../../schemas/entity.ts';
import { IMPORT_JOB, STEPS } from '../../capabilities/import/file.ts';
import type { FileParameters } from '../../capabilities/import/import-context.ts';
import { countsOf, type Outcome, saveOutcomes, stageRows } from '../../capabilities/import/staging.ts';
import type { Transaction } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { Sheet } from '../data/shapes.ts';
import imports from '../data/year-imports.json' with { type: 'json' };
import { dayOf } from '../demo-day.ts';
import type { Seeder } from '../seeder.ts';
import type { People, Person } from './write-work.ts';

const FIRST_ROW = 2;

const ADD = `
  insert into lavoro (tipo, fase, risorsa, id_utente, lingua, stato, fatto, totale, parametri, file, creato, accodato,
    iniziato, finito)
  values ($1, $2, $3, $4, 'it', 'fatto', $5, $5, $6, $7, $8, $8, $8, $8::timestamptz + interval '3 seconds') returning id`;

async function addJob(transaction: Transaction, sheet: Sheet, person: Person, at: Date): Promise<number> {
  const headers = Object.keys(sheet.columns);
  const parameters: FileParameters & { continua: boolean } = {
    file: sheet.file,
    foglio: sheet.foglio,
    teste: headers,
    mappa: Object.fromEntries(headers.map((header, index) => [index, header])),
    unite: [],
    continua: false,
  };
  const { rows } = await transaction.query<{ id: number }>(ADD, [
    IMPORT_JOB,
    sheet.taken_back ? STEPS.undo : STEPS.run,
    sheet.resource,
    person.id,
    sheet.rows.length,
    JSON.stringify(parameters),
    `${sheet.result}-${dayOf(at)}.xlsx`,
    at,
  ]);
  return onlyRow(rows).id;
}

const rowOf = ({ columns }: Sheet, cells: (string | null)[], author: Row): Row => ({
  ...Object.fromEntries(Object.values(columns).map((name, index) => [name, cells[index] ?? null])),
  ...author,
});

/** Inserts the records of the valid rows. Returns them by row number. */
async function records(seeder: Seeder, sheet: Sheet, author: Row): Promise<Map<number, Row>> {
  if (sheet.taken_back) return new Map();
  const numbered = sheet.rows.map((cells, index) => ({ cells, number: index + FIRST_ROW }));
  const valid = numbered.filter(({ number }) => !sheet.refused[number]);
  const stored = await seeder.insert(
    sheet.resource,
    valid.map(({ cells }) => rowOf(sheet, cells, author)),
  );
  return new Map(valid.flatMap(({ number }, index) => (stored[index] ? [[number, stored[index]]] : [])));
}

const integerOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function outcomeOf(sheet: Sheet, number: number, record: Row | undefined): Outcome {
  const refusal = sheet.refused[number];
  const note = refusal && { colonna: refusal.colonna, testo: { it: refusal.it, en: refusal.en } };
  return {
    riga: number,
    ordine: number - FIRST_ROW + 1,
    esito: note ? 'errore' : sheet.taken_back ? 'annullata' : 'inserita',
    messaggi: note ? [note] : [],
    id_record: integerOrNull(record?.id),
    versione: integerOrNull(record?.versione),
    prima: record ? { campi: {}, figli: {} } : null,
  };
}

async function finishJob(transaction: Transaction, job: number, sheet: Sheet): Promise<void> {
  const counts = await countsOf(transaction, job);
  const message = sheet.taken_back
    ? inBoth('import-undone', { undone: counts.annullate, left: counts.inserite + counts.aggiornate })
    : inBoth('import-done-with-errors', { bad: counts.errori });
  await transaction.query('update lavoro set messaggio = $2, esito = $3 where id = $1', [
    job,
    JSON.stringify(message),
    JSON.stringify(counts),
  ]);
}

export async function writeImports(
  transaction: Transaction,
  seeder: Seeder,
  people: People,
  now: Date,
): Promise<void> {
  for (const sheet of imports) {
    const person = people.of(sheet.chi);
    const at = new Date(now.getTime() + sheet.giorno * DAY_MS);
    const author = { id_usr_ins: person.id, data_ins: at.toISOString(), data_ultima_mod: at.toISOString() };
    const job = await addJob(transaction, sheet, person, at);
    const rows = sheet.rows.map((cells, index) => ({ number: index + FIRST_ROW, cells }));
    await stageRows(transaction, job, rows);
    const created = await records(seeder, sheet, author);
    await saveOutcomes(
      transaction,
      job,
      rows.map(({ number }) => outcomeOf(sheet, number, created.get(number))),
    );
    await finishJob(transaction, job, sheet);
  }
}
