/** A first pass over all rows before the import: their order, duplicates, and the codes in their cells. */
import type { Queryable } from '../../database/engine.ts';
import type { SheetCell } from '../../sheets/sheet-cell.ts';
import { textOf } from './cell-values.ts';
import type { ImportContext } from './import-context.ts';
import { addCodes, type Codes } from './lookups.ts';
import { type KeyedRow, type Order, orderOf } from './order.ts';
import { codesIn, noteOf } from './read-row.ts';
import { type Outcome, type StagedRow, stagedRows } from './staging.ts';

/** Returns the column of a property. */
const columnFor = ({ columns }: ImportContext, name: string | undefined): [number, string] | undefined => {
  const found =
    name === undefined ? undefined : columns.find(([, { field, child }]) => !child && field.name === name);
  return found && [found[0], found[1].header];
};

const keyed = (importContext: ImportContext, row: number, cells: SheetCell[]): KeyedRow => {
  const text = (name: string | undefined): string | undefined => {
    const column = columnFor(importContext, name);
    return (column && textOf(cells[column[0]] ?? null, importContext.context.language)) || undefined;
  };
  return { row, code: text(importContext.key?.name), above: text(importContext.parent) };
};

export interface Plan extends Order {
  /** The results of rows that are refused before the first write. */
  outcomes: Outcome[];
  total: number;
  /** The codes of the rows, as in the file. */
  codes: Map<number, string>;
}

export async function planOf(importContext: ImportContext): Promise<Plan> {
  const rows: KeyedRow[] = [];
  for await (const portion of stagedRows(importContext.context.database, importContext.job))
    for (const { riga, celle } of portion) rows.push(keyed(importContext, riga, celle));
  const order = orderOf(rows);
  const outcomes = [...order.refused].map(([row, refusal]): Outcome => {
    const about = order.about.get(row) === 'key' ? importContext.key?.name : importContext.parent;
    const header = columnFor(importContext, about)?.[1] ?? null;
    return {
      riga: row,
      ordine: 0,
      esito: 'errore',
      messaggi: [noteOf(header, refusal)],
      id_record: null,
      versione: null,
      prima: null,
    };
  });
  const codes = new Map(rows.flatMap(({ row, code }) => (code === undefined ? [] : [[row, code]])));
  return { ...order, outcomes, total: rows.length, codes };
}

/** Looks up the codes in the cells of these rows, except parents in the same file. */
export async function codesFor(
  importContext: ImportContext,
  database: Queryable,
  rows: Pick<StagedRow, 'riga' | 'celle'>[],
  { above }: Pick<Plan, 'above'>,
): Promise<Codes> {
  const { schemas, context, parent } = importContext;
  const texts = new Map<string, Set<string>>();
  for (const { riga, celle } of rows)
    for (const [index, { field, child }] of importContext.columns) {
      const written = textOf(celle[index] ?? null, context.language);
      const isInFile = !child && field.name === parent && above.has(riga);
      if (!field.reference || written === '' || isInFile) continue;
      const named = texts.get(field.reference.resource) ?? new Set();
      texts.set(field.reference.resource, named);
      for (const code of child ? codesIn(written) : [written]) named.add(code);
    }
  const codes: Codes = new Map();
  const { language, user } = context;
  for (const [resource, named] of texts) {
    const target = schemas.byResource.entity(resource);
    await addCodes(codes, database, target, named, { schemas, language, scopes: user?.scopes });
  }
  return codes;
}
