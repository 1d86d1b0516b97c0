/**
 * The devices of users and their keys. A device signs with its key: files of acts that it saves without a network,
 * and its calls after its session has ended. See docs/decisions/069-devices.md.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import type { Tokens } from '../../http/tokens.ts';

export type Locks = Pick<Tokens, 'lock' | 'unlock'>;

export interface KnownDevice {
  id: number;
  user: number;
  key: string;
  ended: boolean;
  /** Whether it has reported that it has no data any more. */
  emptied: boolean;
}

interface DeviceRow {
  id: number;
  id_utente: number;
  segreto: string | null;
  finito: string | null;
  svuotato: string | null;
}

/** What a device says of itself at a contact. */
export interface Contact {
  name: string | undefined;
  unsent: number;
}

/** A user has rarely more devices. Further ones replace those that were not seen for longest. */
const MOST_DEVICES = 50;

const ownerOf = (user: number): string => `device of user ${user}`;

const signed = (key: string, what: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(what).digest('hex');

function matches(key: string, what: string, signature: string | undefined): boolean {
  const [expected, sent] = [Buffer.from(signed(key, what)), Buffer.from(signature ?? '')];
  return expected.length === sent.length && timingSafeEqual(expected, sent);
}

/** Returns whether the device signed this content, given by its SHA-256. */
export const signedActs = ({ key }: KnownDevice, hash: string, signature: string | undefined): boolean =>
  matches(key, `acts ${hash}`, signature);

/** Returns whether a call comes from the device. The signature is the same at each contact. */
export const isFrom = ({ key }: KnownDevice, proof: string | undefined): boolean =>
  matches(key, 'contact', proof);

export async function deviceById(
  queryable: Queryable,
  locks: Locks,
  id: number,
): Promise<KnownDevice | undefined> {
  const { rows } = await queryable.query<DeviceRow>(
    'select id, id_utente, segreto, finito, svuotato from dispositivo where id = $1',
    [id],
  );
  const [row] = rows;
  // The devices of a demo plant have no key.
  const key = row?.segreto && (await locks.unlock(row.segreto, ownerOf(row.id_utente)));
  if (!key) return undefined;
  return { id, user: row.id_utente, key, ended: row.finito !== null, emptied: row.svuotato !== null };
}

/** Stores a new device of a user. Returns its id, and its key, which no later call returns again. */
export async function addDevice(
  queryable: Queryable,
  locks: Locks,
  user: number,
  { name, unsent }: Contact,
): Promise<{ id: number; key: string }> {
  const key = randomBytes(32).toString('hex');
  const { rows } = await queryable.query<{ id: number }>(
    `insert into dispositivo (id_utente, nome, creato, visto, da_inviare, segreto, sessione)
     values ($1, $2, now(), now(), $3, $4, (select sessione from credenziale where id_utente = $1)) returning id`,
    [user, name ?? null, unsent, await locks.lock(key, ownerOf(user))],
  );
  await queryable.query(
    `delete from dispositivo where id_utente = $1 and finito is null and id not in (
       select id from dispositivo where id_utente = $1 order by visto desc, id desc limit ${MOST_DEVICES})`,
    [user],
  );
  return { id: onlyRow(rows).id, key };
}

/** Stores the time of a contact. `signedIn` is true if the device has the open session of its user. */
export async function noteContact(
  queryable: Queryable,
  id: number,
  { name, unsent, signedIn }: Contact & { signedIn: boolean },
): Promise<void> {
  await queryable.query(
    `update dispositivo d set visto = now(), da_inviare = $2, nome = coalesce($3, nome),
       sessione = case when $4 then (select sessione from credenziale c where c.id_utente = d.id_utente) else sessione end
     where id = $1`,
    [id, unsent, name ?? null, signedIn],
  );
}

/** Stores that a device has no data and no key any more: it has been ended, or its user has signed out. */
export async function noteEmptied(queryable: Queryable, id: number): Promise<void> {
  await queryable.query('update dispositivo set svuotato = coalesce(svuotato, now()) where id = $1', [id]);
}

/** Returns the id of the plant that a file of acts names: the time when the plant was created. */
export async function plantOf(queryable: Queryable): Promise<string> {
  const { rows } = await queryable.query<{ creato: string }>('select creato from impianto');
  return rows[0] ? Date.parse(rows[0].creato).toString(36) : '0';
}
