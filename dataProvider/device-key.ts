/**
 * The key of this device for each user who has signed in with it. The device signs with it without a network, and
 * without a session. The server has the same key; see server/domains/devices.
 */
import { type DeviceKey, device } from './device.ts';
import { markKeys } from './device-mark.ts';
import { send } from './envelope.ts';
import { fingerprintOf } from './fingerprint.ts';
import { call } from './http.ts';

/** The reply to a contact: whether an administrator has ended the device, and the time of the server's clock. */
interface Contact {
  finito: 0 | 1;
  ora: string;
}

interface Met extends Contact {
  id: number;
  /** Null if the device has its key already. */
  chiave: string | null;
  impianto: string;
}

const BLOCK = 64;

const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Returns the bytes of a key as a block, each combined with the same number. */
const combined = (key: Uint8Array, number: number): Uint8Array =>
  Uint8Array.from({ length: BLOCK }, (_, index) => (key[index] ?? 0) ^ number);

const together = (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
};

/** Returns the HMAC-SHA256 of a text (RFC 2104), also on pages without https. */
export async function signature({ key }: Pick<DeviceKey, 'key'>, text: string): Promise<string> {
  const bytes = bytesOfHex(key);
  const inner = await fingerprintOf(together(combined(bytes, 0x36), new TextEncoder().encode(text)));
  return fingerprintOf(together(combined(bytes, 0x5c), bytesOfHex(inner)));
}

/** Returns the signature that calls of this device carry. */
const proofOf = (key: DeviceKey): Promise<string> => signature(key, 'contact');

export const keyOf = async (user: number): Promise<DeviceKey | undefined> =>
  (await device()).get('keys', user);

export const allKeys = async (): Promise<DeviceKey[]> => (await device()).getAll('keys');

/** Marks whether the device has keys, for pages without a session. */
const markAll = async (): Promise<void> => markKeys(await (await device()).count('keys'));

export async function forgetKey({ user }: DeviceKey): Promise<void> {
  await (await device()).delete('keys', user);
  await markAll();
}

const unsentOf = async (user: number): Promise<number> =>
  (await device()).countFromIndex('outbox', 'user', user);

const clockOf = ({ ora }: Contact): number => Date.parse(ora) - Date.now();

/** Reports this device as the signed-in user's. The first time, it gets its key. Returns whether it is ended. */
export async function meet(user: number): Promise<boolean> {
  const known = await keyOf(user);
  const body = {
    ...(known && { id: known.id, prova: await proofOf(known) }),
    da_inviare: await unsentOf(user),
  };
  const { data } = await call<Met>('/utente/dispositivo', { method: 'POST', body, unrepeated: true });
  const key = data.chiave ?? known?.key;
  if (key && data.finito === 0)
    await (await device()).put('keys', {
      user,
      id: data.id,
      key,
      plant: data.impianto,
      clock: clockOf(data),
    });
  await markAll();
  return data.finito === 1;
}

/** Contacts the server without a session. Returns whether the device is ended. */
export async function contact(key: DeviceKey): Promise<boolean> {
  const body = { da_inviare: await unsentOf(key.user) };
  const path = `/dispositivo/${key.id}/contatto`;
  const { data } = await send<Contact>(path, { method: 'POST', body }, await proofOf(key));
  return data.finito === 1;
}

/** Reports that this device has no data of the user any more. */
export async function reportEmptied(key: DeviceKey): Promise<void> {
  const body = { da_inviare: await unsentOf(key.user), svuotato: 1 };
  await send(`/dispositivo/${key.id}/contatto`, { method: 'POST', body }, await proofOf(key));
}

/** Hands in a signed file of acts of an ended device. */
export async function handIn(
  key: DeviceKey,
  content: Blob,
  query: { firma: string; atti: number; dal: string; al: string },
): Promise<void> {
  const body = new FormData();
  body.append('file', content, 'acts.json');
  await send(`/dispositivo/${key.id}/consegna`, { method: 'POST', query, body }, await proofOf(key));
}
