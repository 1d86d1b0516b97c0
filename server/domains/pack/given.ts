/** The packs that were sent, as hashes of their rows, so that the next pack contains only changes. */
import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/engine.ts';

/** A hash for each kind of row, and one for everything that all rows depend on. */
export interface Marks {
  common: string;
  kinds: Record<string, string>;
}

/** Hashes of rows by kind and id. */
export type Hashes = Record<string, Record<string, string>>;

/** The number of packs stored per user, enough for several devices and some earlier packs of each. */
const REMEMBERED = 12;

export async function marksOf(
  queryable: Queryable,
  user: number,
  cursor: string | undefined,
): Promise<Marks | undefined> {
  if (!cursor) return undefined;
  const { rows } = await queryable.query<{ segni: string }>(
    'select segni from pacchetto where cursore = $1 and id_utente = $2',
    [cursor, user],
  );
  const marks: Marks | undefined = rows[0] && JSON.parse(rows[0].segni);
  return marks;
}

export async function hashesOf(queryable: Queryable, user: number, cursor: string): Promise<Hashes> {
  const { rows } = await queryable.query<{ righe: string }>(
    'select righe from pacchetto where cursore = $1 and id_utente = $2',
    [cursor, user],
  );
  const hashes: Hashes = rows[0] ? JSON.parse(rows[0].righe) : {};
  return hashes;
}

/** Stores a pack and removes the user's oldest one. Returns the cursor of the pack. */
export async function remember(
  queryable: Queryable,
  user: number,
  { marks, hashes }: { marks: Marks; hashes: Hashes },
): Promise<string> {
  const cursor = randomUUID();
  await queryable.query(
    `with old as (
       delete from pacchetto where cursore in (
         select cursore from pacchetto where id_utente = $2 order by creato desc offset ${REMEMBERED - 1}))
     insert into pacchetto (cursore, id_utente, segni, righe) values ($1, $2, $3, $4)`,
    [cursor, user, JSON.stringify(marks), JSON.stringify(hashes)],
  );
  return cursor;
}

/** Returns whether the row was in one of the packs of the user that are still stored. */
export async function wasGiven(
  queryable: Queryable,
  user: number,
  kind: string,
  id: number,
): Promise<boolean> {
  const { rows } = await queryable.query(
    'select 1 from pacchetto where id_utente = $1 and righe::jsonb -> $2 ? $3 limit 1',
    [user, kind, String(id)],
  );
  return rows.length > 0;
}
