/** The private addresses of feeds: one per user, stored as a hash, shown once, and revocable. */
import { createHash, randomBytes } from 'node:crypto';
import type { Language } from '../../../schemas/entity.ts';
import type { Queryable } from '../../database/engine.ts';

const PREFIX = 'ofc_';
const VISIBLE_LENGTH = PREFIX.length + 6;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface Feed {
  inizio: string;
  creato: string;
  letto: string | null;
}

export async function feedOf(database: Queryable, user: number): Promise<Feed | undefined> {
  const { rows } = await database.query<Feed>(
    'select inizio, creato, letto from calendario where id_utente = $1',
    [user],
  );
  return rows[0];
}

/** Creates an address. The previous one is no longer valid. */
export async function newFeed(database: Queryable, user: number, language: Language): Promise<string> {
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  await database.query(
    `insert into calendario (id_utente, hash, inizio, lingua) values ($1, $2, $3, $4)
     on conflict (id_utente) do update set hash = excluded.hash, inizio = excluded.inizio, lingua = excluded.lingua,
       creato = now(), letto = null`,
    [user, hashOf(token), token.slice(0, VISIBLE_LENGTH), language],
  );
  return token;
}

export async function revokeFeed(database: Queryable, user: number): Promise<boolean> {
  return (await database.query('delete from calendario where id_utente = $1', [user])).count === 1;
}

export async function ownerOf(
  database: Queryable,
  token: string,
): Promise<{ id: number; language: Language } | undefined> {
  const { rows } = await database.query<{ id: number; language: Language }>(
    'select id_utente as id, lingua as language from calendario where hash = $1',
    [hashOf(token)],
  );
  return rows[0];
}

/** Stores the time of the last read, at most once an hour, because calendars poll every few minutes. */
export async function noteRead(database: Queryable, user: number): Promise<void> {
  await database.query(
    "update calendario set letto = now() where id_utente = $1 and coalesce(letto < now() - interval '1 hour', true)",
    [user],
  );
}
