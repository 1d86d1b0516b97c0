/** Rows out of a backup into a table that nothing stands in yet. */
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

/** Lines of a part, some together, as they are; a batch is as long as it may be, or the one line that is longer. */
async function* batchesOf(archive: Archive, table: ManifestTable): AsyncGenerator<Buffer[]> {
  const hash = createHash('sha256');
  let [bytes, rows, held] = [0, 0, 0];
  let lines: Buffer[] = [];
  let rest: Buffer[] = [];
  for (let number = 1; number <= table.parts; number++)
    for await (const chunk of archive.stream(PARTS.rows(table.name, number))) {
      hash.update(chunk);
      bytes += chunk.length;
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        const line = Buffer.concat([...rest, chunk.subarray(from, at)]);
        lines.push(line);
        held += line.length;
        rows += 1;
        rest = [];
        from = at + 1;
        if (lines.length < BATCH_ROWS && held < BATCH_BYTES) continue;
        yield lines;
        [lines, held] = [[], 0];
      }
      rest.push(chunk.subarray(from));
      if (rest.reduce((sum, { length }) => sum + length, 0) > LINE_MAX) throw differs(table.name);
    }
  if (lines.length > 0) yield lines;
  const whole = rest.every(({ length }) => length === 0) && rows === table.rows && bytes === table.bytes;
  if (!whole || hash.digest('hex') !== table.sha256) throw differs(table.name);
}

/** As it was when the backup was made, without anything around it: the migration makes it what it is to be now. */
async function makeTable({ query }: Transaction, { name, key, columns }: ManifestTable): Promise<void> {
  const bare = columns.map((column) => ({ ...column, notNull: false }));
  await query(createTable({ name, key, columns: bare, constraints: [], indexes: [] }));
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
