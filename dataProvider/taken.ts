/** The user's work that is stored on this device, and its changes since: GET /pacchetto. */
import type { Row } from '../schemas/entity.ts';
import { device, type Packed, type Taken } from './device.ts';
import { pageLanguage } from './envelope.ts';
import { call } from './http.ts';
import { session } from './session.ts';

/** The query key of everything that pages display of this work. */
export const TAKEN = 'taken';

/** The path of the call that returns the pack. */
export const PACK = '/pacchetto';

export interface Pack {
  cursor: string;
  /** 1 if the pack is complete, so that the device removes what it had. */
  intero: 0 | 1;
  record: Record<string, Row[]>;
  tolti: Record<string, number[]>;
  schemi: { impronta: string };
}

/** Reads the changes since the pack with this cursor, or the whole pack without one. */
export const packSince = async (cursor: string | undefined, schemas: string | undefined): Promise<Pack> =>
  (await call<Pack>(PACK, { query: { dal: cursor, schemi: schemas } })).data;

/** What the device has of a user's work in a language. */
export const takenOf = async (user: number, language: string): Promise<Taken | undefined> =>
  (await device()).get('taken', [user, language]);

/** The rows of the user's pack that the device has in a language. */
export const packedOf = async (user: number, language: string): Promise<Packed | undefined> =>
  (await device()).get('packed', [user, language]);

/** The same, for the signed-in user and the language of the page. */
export async function packedHere(): Promise<Packed | undefined> {
  const user = session.user()?.idUtente;
  return user === undefined ? undefined : packedOf(user, pageLanguage());
}

/** Stores the work and the rows of a pack, which belong together. */
export async function storePack(taken: Omit<Taken, 'at'>, packed: Packed): Promise<void> {
  const transaction = (await device()).transaction(['taken', 'packed'], 'readwrite');
  await transaction.objectStore('taken').put({ ...taken, at: Date.now() });
  await transaction.objectStore('packed').put(packed);
  await transaction.done;
}

/** Stores which cards have been read, unless another tab has stored a later pack. */
export async function storeTaken(taken: Omit<Taken, 'at'>): Promise<void> {
  const { store, done } = (await device()).transaction('taken', 'readwrite');
  const stored = await store.get([taken.user, taken.language]);
  if (!stored || stored.cursor === taken.cursor) await store.put({ ...taken, at: Date.now() });
  await done;
}
