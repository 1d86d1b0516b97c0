/** The verdicts on a portion's rows, from the records after the write. */

import type { Row } from '../../../schemas/entity.ts';
import { numberOf, sameValue } from '../../../schemas/values.ts';
import type { Queryable } from '../../database/engine.ts';
import { ident } from '../../database/sql.ts';
import { fieldsToStore } from '../row-statements.ts';
import type { ImportContext } from './import-context.ts';
import type { Before, Note, Outcome, Verdict } from './staging.ts';

/** The result of one row. Without `id` the row was refused. */
export interface Attempted {
  row: number;
  id: number | undefined;
  /** The record before the import. */
  before: Row | undefined;
  below: Before['figli'];
  notes: Note[];
}

function changedFields({ entity }: ImportContext, before: Row | undefined, after: Row): Row {
  if (!before) return {};
  const changed = fieldsToStore(entity).filter(({ name }) => !sameValue(before[name], after[name]));
  return Object.fromEntries(changed.map(({ name }) => [name, before[name] ?? null]));
}

/** Returns the verdict. An update without changes does not increase the version. */
function verdictOn({ before, below }: Attempted, after: Row | undefined): Verdict {
  if (!after) return 'errore';
  if (!before) return 'inserita';
  const isChanged = before.versione !== after.versione || Object.keys(below).length > 0;
  return isChanged ? 'aggiornata' : 'invariata';
}

/** Returns the verdicts. `first` is the position of the first row among all rows. */
export async function verdictsOn(
  importContext: ImportContext,
  database: Queryable,
  attempted: Attempted[],
  first: number,
): Promise<Outcome[]> {
  const { entity } = importContext;
  const { rows } = await database.query<Row>(
    `select * from ${ident(entity.table)} where ${ident(entity.id)} = any($1::int[])`,
    [attempted.flatMap(({ id }) => id ?? [])],
  );
  const current = new Map(rows.map((row) => [row[entity.id], row]));
  return attempted.map((attempt, index): Outcome => {
    const after = current.get(attempt.id);
    return {
      riga: attempt.row,
      ordine: first + index,
      esito: verdictOn(attempt, after),
      messaggi: attempt.notes,
      id_record: attempt.id ?? numberOf(attempt.before?.[entity.id]) ?? null,
      versione: numberOf(after?.versione) ?? null,
      prima: after
        ? { campi: changedFields(importContext, attempt.before, after), figli: attempt.below }
        : null,
    };
  });
}
