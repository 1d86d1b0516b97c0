/** The result of an import as a sheet to correct and send again: the original rows, with a column of messages. */
import type { Language } from '../../../schemas/entity.ts';
import type { Context } from '../../http/call.ts';
import { say } from '../../http/problem.ts';
import type { SheetCell } from '../../sheets/sheet-cell.ts';
import { type Cell, type Value, writeWorkbook } from '../../sheets/workbook-writer.ts';
import type { FileParameters } from './import-context.ts';
import { normalised, OUTCOME_HEADER } from './sheet-columns.ts';
import { type Note, type StagedRow, stagedRows, type Verdict } from './staging.ts';

const WIDTH = 22;
const OUTCOME_WIDTH = 70;

const VERDICTS: Record<Verdict, Parameters<typeof say>[0]> = {
  inserita: 'row-inserted',
  aggiornata: 'row-updated',
  invariata: 'row-unchanged',
  errore: 'row-refused',
  annullata: 'row-undone',
};

export const notesText = (notes: Note[], language: Language): string =>
  notes
    .map(({ colonna, testo }) => (colonna ? `${colonna}: ${testo[language]}` : testo[language]))
    .join('; ');

/** Returns for example 'Errore. CLASSE: Nessun elemento ha il codice X'. */
export function outcomeText(
  { esito, messaggi }: Pick<StagedRow, 'esito' | 'messaggi'>,
  language: Language,
): string {
  const verdict = esito ? say(VERDICTS[esito], language) : say('row-left', language);
  const notes = notesText(messaggi ?? [], language);
  return notes ? `${verdict}. ${notes}` : verdict;
}

function valueOfCell(cell: SheetCell): Value {
  if (cell === null) return undefined;
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (typeof cell !== 'object') return cell;
  return 'd' in cell ? { day: cell.d } : 'e' in cell ? cell.e : undefined;
}

/** Returns the columns without the result column of a previous import, which a corrected file contains. */
const contentColumns = (headers: string[]): number[] =>
  headers.flatMap((header, index) => (normalised(header) === normalised(OUTCOME_HEADER) ? [] : [index]));

export function resultOf(
  job: number,
  { teste, foglio }: FileParameters,
  { database }: Pick<Context, 'database'>,
  language: Language,
): AsyncGenerator<Buffer> {
  const indexes = contentColumns(teste);
  async function* rows(): AsyncGenerator<Cell[][]> {
    for await (const portion of stagedRows(database, job))
      yield portion.map((row): Cell[] => [
        ...indexes.map((index) => valueOfCell(row.celle[index] ?? null)),
        {
          value: outcomeText(row, language),
          style: row.esito === 'errore' ? 'refused' : row.esito ? 'accepted' : 'plain',
        },
      ]);
  }
  return writeWorkbook([
    {
      name: foglio || OUTCOME_HEADER,
      columns: [...indexes.map(() => ({ width: WIDTH })), { width: OUTCOME_WIDTH }],
      headers: [...indexes.map((index) => teste[index] ?? ''), OUTCOME_HEADER].map((value) => ({
        value,
        style: 'head',
      })),
      rows: rows(),
    },
  ]);
}
