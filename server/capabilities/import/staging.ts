/** The staging table for a sheet's rows, from upload to import. */

import type { Row, Text } from '../../../schemas/entity.ts';
import type { Queryable } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import type { SheetCell, SheetRow } from '../../sheets/sheet-cell.ts';

export const VERDICTS = ['inserita', 'aggiornata', 'invariata', 'errore', 'annullata'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A message about a row: about one of its columns or all of them. */
export interface Note {
  colonna: string | null;
  testo: Text;
}

/** The values that an update changed, for undo. */
export interface Before {
  campi: Row;
  /** The linked ids before and after, by the path of a sub-collection. */
  figli: Record<string, { prima: number[]; dopo: number[] }>;
}

export interface Outcome {
  riga: number;
  ordine: number;
  esito: Verdict;
  messaggi: Note[];
  id_record: number | null;
  versione: number | null;
  prima: Before | null;
}

export interface StagedRow extends Outcome {
  celle: SheetCell[];
}

const PORTION = 500;

export async function stageRows(database: Queryable, job: number, rows: SheetRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += PORTION)
    await database.query(
      `insert into importazione_riga (id_lavoro, riga, celle)
       select $1, (r->>0)::int, r->1 from jsonb_array_elements($2::jsonb) r`,
      [job, JSON.stringify(rows.slice(at, at + PORTION).map(({ number, cells }) => [number, cells]))],
    );
}

/** Returns all rows in the order of the file, in portions. Between two portions it holds no connection. */
export async function* stagedRows(database: Queryable, job: number): AsyncGenerator<StagedRow[]> {
  for (let last = 0; ; ) {
    const { rows } = await database.query<StagedRow>(
      `select riga, celle, ordine, esito, messaggi, id_record, versione, prima from importazione_riga
       where id_lavoro = $1 and riga > $2 order by riga limit ${PORTION}`,
      [job, last],
    );
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end.riga;
  }
}

export async function someRows(
  database: Queryable,
  job: number,
  numbers: number[],
): Promise<Map<number, StagedRow>> {
  const { rows } = await database.query<StagedRow>(
    'select * from importazione_riga where id_lavoro = $1 and riga = any($2::int[])',
    [job, numbers],
  );
  return new Map(rows.map((row) => [row.riga, row]));
}

export async function forgetOutcomes(database: Queryable, job: number): Promise<void> {
  await database.query(
    `update importazione_riga set ordine = null, esito = null, messaggi = null, id_record = null, versione = null,
       prima = null where id_lavoro = $1 and esito is not null`,
    [job],
  );
}

export async function saveOutcomes(database: Queryable, job: number, outcomes: Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await database.query(
    `update importazione_riga r
     set ordine = o.ordine, esito = o.esito, messaggi = o.messaggi, id_record = o.id_record, versione = o.versione,
       prima = o.prima
     from jsonb_to_recordset($2::jsonb) as o(riga int, ordine int, esito text, messaggi jsonb, id_record int,
       versione int, prima jsonb)
     where r.id_lavoro = $1 and r.riga = o.riga`,
    [job, JSON.stringify(outcomes)],
  );
}

/** Returns the results of finished rows, without their cells. */
export async function outcomesOf(
  database: Queryable,
  job: number,
): Promise<Omit<Outcome, 'messaggi' | 'prima'>[]> {
  const { rows } = await database.query<Outcome>(
    'select riga, ordine, esito, id_record, versione from importazione_riga where id_lavoro = $1 and esito is not null',
    [job],
  );
  return rows;
}

export interface Counts {
  righe: number;
  inserite: number;
  aggiornate: number;
  invariate: number;
  errori: number;
  annullate: number;
}

export async function countsOf(database: Queryable, job: number): Promise<Counts> {
  const { rows } = await database.query<Counts>(
    `select count(*)::int as righe,
       count(*) filter (where esito = 'inserita')::int as inserite,
       count(*) filter (where esito = 'aggiornata')::int as aggiornate,
       count(*) filter (where esito = 'invariata')::int as invariate,
       count(*) filter (where esito = 'errore')::int as errori,
       count(*) filter (where esito = 'annullata')::int as annullate
     from importazione_riga where id_lavoro = $1`,
    [job],
  );
  return onlyRow(rows);
}

/** Returns a page of rows, with one verdict or all. */
export async function pageOf(
  database: Queryable,
  job: number,
  verdict: string | undefined,
  { number, size }: { number: number; size: number },
): Promise<{ rows: StagedRow[]; total: number }> {
  const where = 'id_lavoro = $1 and ($2::text is null or esito = $2)';
  const { rows } = await database.query<StagedRow>(
    `select riga, celle, esito, messaggi, id_record from importazione_riga where ${where} order by riga limit $3 offset $4`,
    [job, verdict ?? null, size, (number - 1) * size],
  );
  const counted = await database.query<{ total: number }>(
    `select count(*)::int as total from importazione_riga where ${where}`,
    [job, verdict ?? null],
  );
  return { rows, total: onlyRow(counted.rows).total };
}
