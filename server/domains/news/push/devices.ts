/** The devices on which users receive their news through the push service of a browser. */
import type { Language } from '../../../../schemas/language.ts';
import type { Queryable } from '../../../database/engine.ts';

/** The data of a browser's subscription, and what the page adds to them. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushDevice extends Subscription {
  id: number;
  language: Language;
}

export interface OwnDevice {
  id: number;
  dispositivo: string | null;
  creato: string;
  inviato: string | null;
  /** The address, by which the page recognises its own device. */
  indirizzo: string;
}

/** The maximum number of devices of a user. More are probably a mistake, and a further one replaces the oldest. */
const MOST_DEVICES = 10;
/** After this many failures in a row a device is removed. */
const MOST_FAILURES = 20;

export async function ownDevices(queryable: Queryable, user: number): Promise<OwnDevice[]> {
  const { rows } = await queryable.query<OwnDevice>(
    'select id, dispositivo, creato, inviato, indirizzo from dispositivo_avvisi where id_utente = $1 order by id',
    [user],
  );
  return rows;
}

/** Adds a device. If it belonged to another user before, it now belongs to this one. */
export async function addDevice(
  queryable: Queryable,
  user: number,
  { endpoint, p256dh, auth }: Subscription,
  { language, device }: { language: Language; device: string | undefined },
): Promise<void> {
  await queryable.query(
    `insert into dispositivo_avvisi (id_utente, indirizzo, chiave, segreto, lingua, dispositivo)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (indirizzo) do update set id_utente = excluded.id_utente, chiave = excluded.chiave,
       segreto = excluded.segreto, lingua = excluded.lingua, dispositivo = excluded.dispositivo, creato = now(),
       inviato = null, errori = 0`,
    [user, endpoint, p256dh, auth, language, device ?? null],
  );
  await queryable.query(
    `delete from dispositivo_avvisi where id_utente = $1 and id not in (
       select id from dispositivo_avvisi where id_utente = $1 order by creato desc, id desc limit ${MOST_DEVICES})`,
    [user],
  );
}

export async function removeDevice(queryable: Queryable, user: number, id: number): Promise<boolean> {
  const { count } = await queryable.query('delete from dispositivo_avvisi where id_utente = $1 and id = $2', [
    user,
    id,
  ]);
  return count > 0;
}

export async function devicesOf(queryable: Queryable, user: number): Promise<PushDevice[]> {
  const { rows } = await queryable.query<PushDevice>(
    `select id, indirizzo as endpoint, chiave as p256dh, segreto as auth, lingua as language
     from dispositivo_avvisi where id_utente = $1 order by id`,
    [user],
  );
  return rows;
}

export async function noteSent(queryable: Queryable, id: number): Promise<void> {
  await queryable.query('update dispositivo_avvisi set inviato = now(), errori = 0 where id = $1', [id]);
}

/** Counts a failure. Removes the device if the push service no longer knows it, or if it fails too often. */
export async function noteFailure(queryable: Queryable, id: number, gone: boolean): Promise<void> {
  await queryable.query(
    gone
      ? 'delete from dispositivo_avvisi where id = $1'
      : 'update dispositivo_avvisi set errori = errori + 1 where id = $1',
    [id],
  );
  await queryable.query('delete from dispositivo_avvisi where id = $1 and errori >= $2', [id, MOST_FAILURES]);
}
