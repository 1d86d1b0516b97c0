/** Inserts many rows together as they are, without history, for seeds. */
import { columns, type Entity, type Row } from '../../schemas/entity.ts';
import { fillClosure } from '../database/closure.ts';
import type { Transaction } from '../database/engine.ts';
import { ident } from '../database/sql.ts';

const PORTION = 200;

const toColumn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);

/** Inserts the rows, with missing values from the schema. Returns the stored rows in the given order. */
export async function insertRows(transaction: Transaction, entity: Entity, rows: Row[]): Promise<Row[]> {
  const stored: Row[] = [];
  for (let from = 0; from < rows.length; from += PORTION) {
    const { text, values } = insertStatement(entity, rows.slice(from, from + PORTION));
    stored.push(...(await transaction.query<Row>(text, values)).rows);
  }
  if (rows.some((row) => entity.id in row)) await resumeIds(transaction, entity);
  if (entity.hierarchy) for (const statement of fillClosure(entity)) await transaction.query(statement);
  return stored;
}

function insertStatement(entity: Entity, rows: Row[]): { text: string; values: unknown[] } {
  const fields = columns(entity).filter(
    (field) => field.default !== undefined || rows.some((row) => row[field.name] !== undefined),
  );
  const values: unknown[] = [];
  const tuples = rows.map((row) => {
    const places = fields.map((field) => {
      const value = row[field.name] === undefined ? field.default : row[field.name];
      return `$${values.push(toColumn(value))}`;
    });
    return `(${places.join(', ')})`;
  });
  const names = fields.map((field) => ident(field.name)).join(', ');
  return {
    text: `insert into ${ident(entity.table)} (${names}) values ${tuples.join(', ')} returning *`,
    values,
  };
}

/** Continues the sequence after rows with explicit ids. */
async function resumeIds(transaction: Transaction, entity: Entity): Promise<void> {
  const [table, id] = [ident(entity.table), ident(entity.id)];
  await transaction.query(
    `select setval(pg_get_serial_sequence('${table}', '${entity.id}'), (select max(${id}) from ${table}))`,
  );
}
