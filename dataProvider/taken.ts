/** The user's work that is stored on this device, and its changes since: GET /pacchetto. */
import type { Row } from '../schemas/entity.ts';
import { device, type Taken } from './device.ts';
import { call } from './http.ts';

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

/** What the device has of a user's work in a language. */
export const takenOf = async (user: number, language: string): Promise<Taken | undefined> =>
  (await device()).get('taken', [user, language]);

export const storeTaken = async (taken: Omit<Taken, 'at'>): Promise<void> => {
  await (await device()).put('taken', { ...taken, at: Date.now() });
};
