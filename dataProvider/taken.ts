/** The user's work that is stored on this device, and its changes since: GET /pacchetto. */
import type { Row } from '../schemas/entity.ts';
import { device, type Taken } from './device.ts';
import { pageLanguage } from './envelope.ts';
import { call } from './http.ts';
import { session } from './session.ts';

/** The query key of everything that pages display of this work. */
export const TAKEN = 'taken';

export interface Pack {
  cursor: string;
  /** 1 if the pack is complete, so that the device removes what it had. */
  intero: 0 | 1;
  record: Record<string, Row[]>;
  tolti: Record<string, number[]>;
  schemi: { impronta: string };
}

export const packSince = async (before: Taken | undefined): Promise<Pack> =>
  (await call<Pack>('/pacchetto', { query: { dal: before?.cursor, schemi: before?.schemas } })).data;

export async function takenHere(): Promise<Taken | undefined> {
  const user = session.user()?.idUtente;
  return user === undefined ? undefined : (await device()).get('taken', [user, pageLanguage()]);
}

/** Stores the rows with the cursor of their pack. */
export async function storeTaken(
  { cursor, schemi }: Pick<Pack, 'cursor' | 'schemi'>,
  rows: Taken['rows'],
): Promise<Taken | undefined> {
  const user = session.user()?.idUtente;
  if (user === undefined) return undefined;
  const taken = { user, language: pageLanguage(), cursor, schemas: schemi.impronta, at: Date.now(), rows };
  await (await device()).put('taken', taken);
  return taken;
}
