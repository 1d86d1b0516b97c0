/** Reads the rows of a table as lines of JSON, part by part, as PostgreSQL writes them, without rounding. */

import { createHash } from 'node:crypto';
import type { CarriedTable } from '../../database/carried-tables.ts';
import type { Snapshot } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import { ident, literal } from '../../database/sql.ts';
import type { Part } from '../../sheets/zip-writer.ts';
import { type ManifestTable, PARTS } from './manifest.ts';

const ROWS_AT_ONCE = 500;
const PART_BYTES = 32 * 1024 * 1024;

/** Returns the stored columns. Generated ones are computed again. */
const storedColumns = ({ columns, emptied }: CarriedTable): CarriedTable['columns'] =>
  columns.filter(({ generated, name }) => !generated && !emptied.includes(name));

export interface Counted {
  table: CarriedTable;
  rows: number;
  /** The columns with a value in any row. Most columns for custom fields are empty. */
  filled: string[];
  last: number | null;
}

/** Counts rows and filled columns in one statement. */
export async function countRows(snapshot: Snapshot, table: CarriedTable): Promise<Counted> {
  const columns = storedColumns(table);
  const counts = columns.map(({ name }, index) => `count(${ident(name)})::int8 as c${index}`);
  const { rows } = await snapshot.query<{ rows: number; [count: `c${number}`]: number }>(
    `select count(*)::int8 as rows, ${counts.join(', ')} from ${ident(table.name)}`,
  );
  const found = onlyRow(rows);
  return {
    table,
    rows: found.rows,
    filled: columns.filter((_, index) => (found[`c${index}`] ?? 0) > 0).map(({ name }) => name),
    last: await lastNumber(snapshot, table),
  };
}

async function lastNumber(snapshot: Snapshot, { name, columns }: CarriedTable): Promise<number | null> {
  const identity = columns.find((column) => column.identity);
  if (!identity) return null;
  const { rows } = await snapshot.query<{ last: number | null }>(
    `select pg_sequence_last_value(pg_get_serial_sequence(${literal(ident(name))}, ${literal(identity.name)}))::int8 as last`,
  );
  return onlyRow(rows).last;
}

async function* linesOf(snapshot: Snapshot, { table, rows, filled }: Counted): AsyncGenerator<string[]> {
  if (rows === 0) return;
  const text = `select row_to_json(r)::text as line from (select ${filled.map(ident).join(', ')}
    from ${ident(table.name)} order by ${table.key.map(ident).join(', ')}) r`;
  for await (const portion of snapshot.portions<{ line: string }>(text, ROWS_AT_ONCE))
    yield portion.map(({ line }) => line);
}

export interface ProgressReport {
  /** Reports finished rows or files. Throws if the job is to stop. */
  done(count: number): void;
}

/** Yields the parts of a table and returns its entry in the manifest. */
export async function* rowParts(
  snapshot: Snapshot,
  counted: Counted,
  { done }: ProgressReport,
): AsyncGenerator<Part, ManifestTable> {
  const { table, last } = counted;
  const [hash, sums] = [createHash('sha256'), { bytes: 0, rows: 0, parts: 0 }];
  const source = linesOf(snapshot, counted);
  let next = await source.next();
  async function* content(): AsyncGenerator<Buffer> {
    for (let bytes = 0; !next.done && bytes < PART_BYTES; next = await source.next()) {
      const portion = Buffer.from(`${next.value.join('\n')}\n`);
      hash.update(portion);
      bytes += portion.length;
      sums.bytes += portion.length;
      sums.rows += next.value.length;
      done(next.value.length);
      yield portion;
    }
  }
  while (!next.done) {
    sums.parts += 1;
    yield { name: PARTS.rows(table.name, sums.parts), content: content() };
  }
  return {
    name: table.name,
    key: table.key,
    columns: table.columns
      .filter(({ generated }) => !generated)
      .map(({ name, type, identity }) => ({ name, type, ...(identity && { identity }) })),
    ...sums,
    sha256: hash.digest('hex'),
    last,
  };
}
