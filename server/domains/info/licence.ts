/** The licence of the plant: unlimited, unless an installation sets limits. */

import type { Family } from '../../../schemas/access.ts';
import type { Queryable } from '../../database/engine.ts';
import { lockFor } from '../../database/lock.ts';
import { onlyRow } from '../../database/rows.ts';
import { refused } from '../../http/problem.ts';

export interface Licence {
  data_scadenza: string | null;
  data_scadenza_mtbf: string | null;
  num_admin: number | null;
  num_tecnici: number | null;
  num_guest: number | null;
  num_api_enabled: number | null;
  max_space_disk: number | null;
  mtbf: number;
}

export const UNLIMITED: Licence = {
  data_scadenza: null,
  data_scadenza_mtbf: null,
  num_admin: null,
  num_tecnici: null,
  num_guest: null,
  num_api_enabled: null,
  max_space_disk: null,
  mtbf: 1,
};

export async function readLicence(database: Queryable): Promise<Licence> {
  const { rows } = await database.query<Licence>(
    `select data_scadenza, data_scadenza_mtbf, num_admin, num_tecnici, num_guest, num_api_enabled, max_space_disk, mtbf
     from licenza`,
  );
  return rows[0] ?? UNLIMITED;
}

/** Returns whether a date is before today. */
export const isOver = (day: string | null, today: string): boolean => day !== null && day < today;

export const isLicenceOver = async (database: Queryable, today: string): Promise<boolean> =>
  isOver((await readLicence(database)).data_scadenza, today);

export interface Seats {
  num_admin_attivi: number;
  num_tecnici_attivi: number;
  num_guest_attivi: number;
  num_api_enabled_attivi: number;
}

/** A valid key: created, not revoked, not expired. */
const LIVE_KEY = `hash is not null and revocata is null and (scadenza is null or scadenza >= (now() at time zone
  coalesce((select nullif(valore, '') from parametro where codice = 'FusoOrario'), 'Europe/Rome'))::date)`;

/** Counts active users by family, and connectors, which are system users with a valid key. */
export async function takenSeats(database: Queryable): Promise<Seats> {
  const { rows } = await database.query<Seats>(
    `select count(*) filter (where f.codice in ('SUADMIN', 'SUPER')) as num_admin_attivi,
       count(*) filter (where f.codice = 'RIFTEC') as num_tecnici_attivi,
       count(*) filter (where f.codice = 'RESP') as num_guest_attivi,
       (select count(distinct id_utente) from chiave_api where ${LIVE_KEY}) as num_api_enabled_attivi
     from utente u
     join ruolo r on r.id = u.id_utente_ruolo
     join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
     where u.attivo = 1 and u.sys = 0`,
  );
  return onlyRow(rows);
}

type Seat = 'num_admin' | 'num_tecnici' | 'num_guest';
const SEAT_OF: Record<Family, Seat> = {
  SUADMIN: 'num_admin',
  SUPER: 'num_admin',
  RIFTEC: 'num_tecnici',
  RESP: 'num_guest',
};

/** Throws if no seat is left for another active user of this family. */
export async function requireSeat(database: Queryable, family: Family): Promise<void> {
  const seat = SEAT_OF[family];
  const limit = (await readLicence(database))[seat];
  if (limit === null) return;
  await lockFor(database, 'licenza');
  const usedSeats = (await takenSeats(database))[`${seat}_attivi`];
  if (usedSeats >= limit) throw refused('no-seats');
}

/** Throws if no connector seat is left. A connector with a key needs no further seat. */
export async function requireKeySeat(database: Queryable, userId: number): Promise<void> {
  const { num_api_enabled: limit } = await readLicence(database);
  if (limit === null) return;
  await lockFor(database, 'licenza');
  const { rows } = await database.query<{ others: number; mine: number }>(
    `select count(distinct id_utente) filter (where id_utente <> $1) as others,
       count(*) filter (where id_utente = $1) as mine
     from chiave_api where ${LIVE_KEY}`,
    [userId],
  );
  const { others, mine: own } = onlyRow(rows);
  if (own === 0 && others >= limit) throw refused('no-key-seats');
}
