/**
 * Maintains the closure of a hierarchy in the transaction of each write: of a new row, a moved subtree, or a
 * deleted one. Moving or deleting a subtree takes one statement, however large the subtree is.
 */

import type { Entity, Row } from '../../schemas/entity.ts';
import { closureTableOf } from '../../schemas/read-entity.ts';
import type { Transaction } from '../database/engine.ts';
import { lockFor, lockShared } from '../database/lock.ts';
import { onlyRow } from '../database/rows.ts';
import { ident } from '../database/sql.ts';

/**
 * The maximum number of levels. The closure has a row for each level above a row, so long chains would fill the
 * disk.
 */
export const MAX_LEVELS = 100;

export const closureOf = ({ table }: Entity): string => ident(closureTableOf(table));

/** Returns SQL of the ids of a row and all rows below it. `id` may also be `any(…)` of several rows. */
export const withinSql = (entity: Entity, id: string): string =>
  `(select discendente from ${closureOf(entity)} where antenato = ${id})`;

type Hold = 'shared' | 'alone';
const locks = new WeakMap<Transaction, Map<string, Hold>>();

/**
 * Locks the tree until the transaction ends. Adding a row takes a shared lock, since it only reads the rows above.
 * Moving or deleting a subtree takes an exclusive one. A transaction takes the lock once. Each part that may be
 * rolled back alone, such as a row of an import, takes it too.
 */
export async function holdTree(transaction: Transaction, { table }: Entity, hold: Hold): Promise<void> {
  const holds = locks.get(transaction) ?? new Map<string, Hold>();
  locks.set(transaction, holds);
  if (holds.get(table) === 'alone' || holds.get(table) === hold) return;
  await (hold === 'alone' ? lockFor : lockShared)(transaction, closureTableOf(table));
  holds.set(table, hold);
}

const asText = (value: unknown): string => String(value ?? '');

/**
 * Takes the exclusive lock of the tree if a write changes one of these columns. Runs before the row is locked, because
 * other transactions lock rows after the tree.
 */
export async function holdTreeFirst(
  transaction: Transaction,
  entity: Entity,
  id: number,
  sent: Row,
  names: string[],
): Promise<void> {
  const named = names.filter((name) => sent[name] !== undefined);
  if (named.length === 0) return;
  const { rows } = await transaction.query<Row>(
    `select ${named.map(ident).join(', ')} from ${ident(entity.table)} where ${ident(entity.id)} = $1`,
    [id],
  );
  const [stored] = rows;
  if (stored && named.some((name) => asText(sent[name]) !== asText(stored[name])))
    await holdTree(transaction, entity, 'alone');
}

const foundByTransaction = new WeakMap<Transaction, Map<string, Set<number>>>();

/** Returns the rows that a transaction has found while it holds the lock. */
function foundIn(transaction: Transaction, { table }: Entity): Set<number> {
  const tables = foundByTransaction.get(transaction) ?? new Map<string, Set<number>>();
  foundByTransaction.set(transaction, tables);
  const found = tables.get(table) ?? new Set<number>();
  tables.set(table, found);
  return found;
}

/** Returns whether the row exists. Nobody else can delete it while the tree is locked. */
export async function namesRow(transaction: Transaction, entity: Entity, id: number): Promise<boolean> {
  const found = foundIn(transaction, entity);
  if (found.has(id)) return true;
  const { rows } = await transaction.query(
    `select 1 from ${closureOf(entity)} where antenato = $1 and discendente = $1`,
    [id],
  );
  if (rows.length > 0) found.add(id);
  return rows.length > 0;
}

/** Returns whether the row would be below itself, and the level of its lowest descendant. */
export async function placeBelow(
  transaction: Transaction,
  entity: Entity,
  parent: number,
  id: number | undefined,
): Promise<{ circular: boolean; levels: number }> {
  const closure = closureOf(entity);
  const { rows } = await transaction.query<{ circular: boolean; levels: number }>(
    `select exists (select 1 from ${closure} where antenato = $2 and discendente = $1) as circular,
       (select count(*)::int from ${closure} where discendente = $1) + 1 +
       coalesce((select max(distanza) from ${closure} where antenato = $2), 0) as levels`,
    [parent, id ?? null],
  );
  return onlyRow(rows);
}

/** Adds a row. Returns its level, where 1 is the top. */
export async function addToClosure(
  transaction: Transaction,
  entity: Entity,
  id: unknown,
  parent: unknown,
): Promise<number> {
  const closure = closureOf(entity);
  const { count } = await transaction.query(
    `insert into ${closure} (antenato, discendente, distanza)
     select antenato, $1::int, distanza + 1 from ${closure} where discendente = $2::int
     union all select $1::int, $1::int, 0`,
    [id, parent ?? null],
  );
  foundIn(transaction, entity).add(Number(id));
  return count;
}

export async function moveInClosure(
  transaction: Transaction,
  entity: Entity,
  id: unknown,
  parent: unknown,
): Promise<void> {
  const closure = closureOf(entity);
  await transaction.query(
    `delete from ${closure} c using ${closure} above, ${closure} below
     where above.discendente = $1 and above.distanza > 0 and below.antenato = $1
       and c.antenato = above.antenato and c.discendente = below.discendente`,
    [id],
  );
  if (parent === null || parent === undefined) return;
  await transaction.query(
    `insert into ${closure} (antenato, discendente, distanza)
     select above.antenato, below.discendente, above.distanza + below.distanza + 1
     from ${closure} above, ${closure} below where above.discendente = $2 and below.antenato = $1`,
    [id, parent],
  );
}

/** Removes a row and all rows below it, after they were deleted. */
export async function removeFromClosure(
  transaction: Transaction,
  entity: Entity,
  id: unknown,
): Promise<void> {
  foundIn(transaction, entity).clear();
  await transaction.query(
    `delete from ${closureOf(entity)} where discendente in ${withinSql(entity, '$1')}`,
    [id],
  );
}
