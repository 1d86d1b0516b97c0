/** The private addresses of feeds: one a person, kept as a hash, shown once, and no more when he takes it back. */
import { createHash, randomBytes } from 'node:crypto';
import type { Language } from '../../../schemas/entity.ts';
import type { Queryable } from '../../database/engine.ts';

const PREFIX = 'ofc_';
const SHOWN = PREFIX.length + 6;

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

/** A new one takes the place of the old one, which is nobody's from now on. */
export async function newFeed(database: Queryable, user: number, language: Language): Promise<string> {
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  await database.query(
    `insert into calendario (id_utente, hash, inizio, lingua) values ($1, $2, $3, $4)
     on conflict (id_utente) do update set hash = excluded.hash, inizio = excluded.inizio, lingua = excluded.lingua,
       creato = now(), letto = null`,
    [user, hashOf(token), token.slice(0, SHOWN), language],
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

/** Calendars ask every few minutes; that they do is worth a write an hour. */
export async function noteRead(database: Queryable, user: number): Promise<void> {
  await database.query(
    "update calendario set letto = now() where id_utente = $1 and coalesce(letto < now() - interval '1 hour', true)",
    [user],
  );
}
