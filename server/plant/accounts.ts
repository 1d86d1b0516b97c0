/**
 * User accounts. They are read from the database, cached for two seconds, and removed from the cache when a server
 * of the plant changes a user.
 */
import type { Family } from '../../schemas/access.ts';
import type { Text } from '../../schemas/language.ts';
import { isObject } from '../../schemas/shape-parts.ts';
import type { Topic } from '../database/announcements.ts';
import type { Database, Queryable } from '../database/engine.ts';
import type { User } from './user.ts';

export interface Account {
  user: User;
  active: boolean;
  system: boolean;
  /** The number of the latest session, and whether it is still open. */
  session: number;
  signedIn: boolean;
}

interface AccountRow {
  id: number;
  nome: string;
  cognome: string;
  attivo: number;
  sys: number;
  id_ruolo: number;
  ruolo: string;
  nomi_ruolo: Partial<Text> | null;
  famiglia: Family;
  sessione: number | null;
  refresh_id: string | null;
  organizzazioni: number[];
  reparti: number[];
}

const ACCOUNT = `
  select u.id, u.nome, u.cognome, u.attivo, u.sys, r.id as id_ruolo, r.nome as ruolo,
    r.traduzioni as nomi_ruolo, f.codice as famiglia,
    c.sessione, c.refresh_id,
    (select coalesce(json_agg(id_organizzazione), '[]') from utente_organizzazione where id_utente = u.id) as organizzazioni,
    (select coalesce(json_agg(id_reparto), '[]') from utente_reparto where id_utente = u.id) as reparti
  from utente u
  join ruolo r on r.id = u.id_utente_ruolo
  join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
  left join credenziale c on c.id_utente = u.id
  where u.id = $1`;

/** The id of the organisation, or the department, that means all of them. */
const ALL = 1;
const scope = (row: AccountRow, ids: number[]): number[] | 'all' =>
  row.famiglia === 'SUADMIN' || ids.includes(ALL) ? 'all' : ids;

const accountOf = (row: AccountRow): Account => ({
  user: {
    id: row.id,
    name: `${row.nome} ${row.cognome}`,
    role: row.ruolo,
    roleNames: row.nomi_ruolo,
    roleId: row.id_ruolo,
    family: row.famiglia,
    scopes: { organizzazione: scope(row, row.organizzazioni), reparto: scope(row, row.reparti) },
  },
  active: row.attivo === 1,
  system: row.sys === 1,
  session: row.sessione ?? 0,
  signedIn: row.refresh_id !== null,
});

/** Returns users' full names by id, for rows that store the id of their author. */
export async function namesOf(database: Queryable, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await database.query<{ id: number; name: string }>(
    `select id, nome || ' ' || cognome as name from utente where id = any($1::int[])`,
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the ids that belong to active users. */
export async function activeOf(database: Queryable, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await database.query<{ id: number }>(
    'select id from utente where id = any($1::int[]) and attivo = 1',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

const CACHE_MS = 2000;

/** A changed user, or all users if there is no id. */
const CHANGED: Topic<{ id?: number }> = {
  name: 'accounts',
  accepts: (message): message is { id?: number } =>
    isObject(message) && (message.id === undefined || typeof message.id === 'number'),
};

export interface Accounts {
  find(id: number): Promise<Account | undefined>;
  /** Removes a user from the caches of all servers. Without an id, removes all users, as when a role changes. */
  forget(id?: number): void;
  /** Removes a user from this server's cache, because another server changed the user. */
  reread(id: number): void;
  /** Registers a callback for changes of one user, or of all users. */
  watch(changed: (id?: number) => void): void;
  close(): void;
}

export function createAccounts(database: Database): Accounts {
  const { announcements } = database;
  const cache = new Map<number, { until: number; account: Promise<Account | undefined> }>();
  const watchers: ((id?: number) => void)[] = [];

  const load = async (id: number): Promise<Account | undefined> => {
    const { rows } = await database.query<AccountRow>(ACCOUNT, [id]);
    return rows[0] && accountOf(rows[0]);
  };

  const drop = (id?: number): void => {
    if (id === undefined) cache.clear();
    else cache.delete(id);
    for (const changed of watchers) changed(id);
  };
  const stopListening = announcements.listen(CHANGED, { received: ({ id }) => drop(id), missed: drop });

  return {
    close: stopListening,
    find(id) {
      const cached = cache.get(id);
      if (cached && cached.until > Date.now()) return cached.account;
      const entry = { until: Date.now() + CACHE_MS, account: load(id) };
      cache.set(id, entry);
      entry.account.catch(() => cache.get(id) === entry && cache.delete(id));
      return entry.account;
    },
    forget: (id) => announcements.announce(CHANGED, { id }),
    reread: drop,
    watch: (changed) => void watchers.push(changed),
  };
}
