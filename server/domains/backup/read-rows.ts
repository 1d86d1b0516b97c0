/** Loads the rows of a backup into a new table. */
import { createHash } from 'node:crypto';
import type { Transaction } from '../../database/engine.ts';
import { ident, literal } from '../../database/sql.ts';
import { createTable } from '../../database/tables.ts';
import type { Archive } from './archive.ts';
import { BackupRefused, type ManifestTable, PARTS } from './manifest.ts';

const BATCH_ROWS = 1_000;
const BATCH_BYTES = 1024 * 1024;
const LINE_MAX = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

const differs = (name: string): BackupRefused =>
  new BackupRefused(`The rows of ${name} in the backup are not those it was made of. Nothing was changed.`);

/** Reads the lines of all parts in batches. A line longer than the limit is its own batch. */
async function* batchesOf(archive: Archive, table: ManifestTable): AsyncGenerator<Buffer[]> {
  const hash = createHash('sha256');
  let [bytes, rows, batchBytes] = [0, 0, 0];
  let lines: Buffer[] = [];
  let incomplete: Buffer[] = [];
  for (let number = 1; number <= table.parts; number++)
    for await (const chunk of archive.stream(PARTS.rows(table.name, number))) {
      hash.update(chunk);
      bytes += chunk.length;
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        const line = Buffer.concat([...incomplete, chunk.subarray(from, at)]);
        lines.push(line);
        batchBytes += line.length;
        rows += 1;
        incomplete = [];
        from = at + 1;
        if (lines.length < BATCH_ROWS && batchBytes < BATCH_BYTES) continue;
        yield lines;
        [lines, batchBytes] = [[], 0];
      }
      incomplete.push(chunk.subarray(from));
      if (incomplete.reduce((sum, { length }) => sum + length, 0) > LINE_MAX) throw differs(table.name);
    }
  if (lines.length > 0) yield lines;
  const isComplete =
    incomplete.every(({ length }) => length === 0) && rows === table.rows && bytes === table.bytes;
  if (!isComplete || hash.digest('hex') !== table.sha256) throw differs(table.name);
}

/**
 * Creates the table as it was at backup time, without constraints. The migration then changes it to the current
 * schema.
 */
async function makeTable({ query }: Transaction, { name, key, columns }: ManifestTable): Promise<void> {
  const nullable = columns.map((column) => ({ ...column, notNull: false }));
  await query(createTable({ name, key, columns: nullable, constraints: [], indexes: [] }));
}

async function setNumber({ query }: Transaction, { name, columns, last }: ManifestTable): Promise<void> {
  const identity = columns.find((column) => column.identity);
  if (!identity) return;
  const column = ident(identity.name);
  await query(
    `select setval(pg_get_serial_sequence(${literal(ident(name))}, ${literal(identity.name)}), n) from (
       select greatest($1::int8, (select max(${column}) from ${ident(name)})) as n) s where n is not null`,
    [last],
  );
}

export async function loadTable(
  transaction: Transaction,
  archive: Archive,
  table: ManifestTable,
  done: (rows: number) => void,
): Promise<void> {
  await makeTable(transaction, table);
  const names = table.columns.map(({ name }) => ident(name)).join(', ');
  const [name, insert] = [ident(table.name), `insert into ${ident(table.name)} (${names})`];
  for await (const lines of batchesOf(archive, table)) {
    const rows = `[${lines.map((line) => line.toString('utf8')).join(',')}]`;
    await transaction.query(
      `${insert} select ${names} from json_populate_recordset(null::${name}, $1::json)`,
      [rows],
    );
    done(lines.length);
  }
  await setNumber(transaction, table);
}
