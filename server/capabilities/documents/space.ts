/** The disk space that the plant uses: the database, and each stored content, counted once. */

import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Queryable, Transaction } from '../../database/engine.ts';
import { lockFor } from '../../database/lock.ts';
import { onlyRow } from '../../database/rows.ts';
import { ident } from '../../database/sql.ts';
import { refused } from '../../http/problem.ts';

/** Returns the tables whose rows refer to a content by its hash. */
const tables = (schemas: Schemas): string[] =>
  schemas.entities
    .filter((entity) => entity.field('hash') && entity.field('dimensione'))
    .map(({ table }) => ident(table));

export async function usedSpace(database: Queryable, schemas: Schemas): Promise<number> {
  const contents = tables(schemas).map((table) => `select hash, dimensione from ${table}`);
  const files = contents.length === 0 ? '0' : `(select sum(dimensione) from (${contents.join(' union ')}) c)`;
  const { rows } = await database.query<{ used: number }>(
    `select pg_database_size(current_database()) + coalesce(${files}, 0)::bigint as used`,
  );
  return onlyRow(rows).used;
}

/** Refuses a content that exceeds the licence's limit. Most plants have no limit, so nothing is calculated. */
export async function requireSpace(transaction: Transaction, schemas: Schemas, bytes: number): Promise<void> {
  const { rows } = await transaction.query<{ most: number | null }>(
    'select max_space_disk as most from licenza',
  );
  const limit = rows[0]?.most ?? null;
  if (limit === null) return;
  await lockFor(transaction, 'licenza');
  if ((await usedSpace(transaction, schemas)) + bytes > limit) throw refused('space-used-up');
}

/** Returns whether any row refers to this content, of a document or of a job's result. */
export async function isInUse(database: Queryable, schemas: Schemas, hash: string): Promise<boolean> {
  const parts = [
    ...tables(schemas).map((table) => `select 1 from ${table} where hash = $1`),
    'select 1 from lavoro where parti ? $1',
  ];
  return (await database.query(`${parts.join(' union all ')} limit 1`, [hash])).rows.length > 0;
}

/** Returns the contents of results that jobs refer to, which no backup contains. */
export async function jobContents(database: Queryable): Promise<Set<string>> {
  const { rows } = await database.query<{ hash: string }>(
    `select jsonb_array_elements_text(parti) as hash from lavoro where parti is not null`,
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** Returns all contents of documents. */
export async function hashesInUse(database: Queryable, schemas: Schemas): Promise<Set<string>> {
  const parts = tables(schemas).map((table) => `select hash from ${table} where hash is not null`);
  if (parts.length === 0) return new Set();
  const { rows } = await database.query<{ hash: string }>(parts.join(' union '));
  return new Set(rows.map(({ hash }) => hash));
}
