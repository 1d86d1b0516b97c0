/**
 * Unsent acts as a file: saved without a network, and handed in by the same user on any device. The signature of the
 * device shows that nobody has changed the file. See docs/decisions/069-devices.md.
 */
import { isRow } from '../schemas/values.ts';
import type { DeviceKey } from './device.ts';
import { keyOf, meet, signature } from './device-key.ts';
import { fingerprintOf } from './fingerprint.ts';
import { bytesOf, call } from './http.ts';
import { outbox } from './outbox.ts';
import type { Waiting } from './outbox-order.ts';
import { session } from './session.ts';

/** Why a file cannot be saved, or why nothing of it is taken in. */
export type ActsFileFault = 'no_key' | 'too_large' | 'not_acts' | 'unreadable';

export class ActsFileError extends Error {
  constructor(readonly fault: ActsFileFault) {
    super(fault);
  }
}

const KIND = 'officina-acts';
const VERSION = 1;
const MEGABYTE = 1024 * 1024;
/** A browser must hold the file as one text. */
const MOST_BYTES = 200 * MEGABYTE;

interface FileInside {
  part: string;
  name: string;
  type: string;
  /** The bytes in base64. */
  content: string;
}

type Inside = Omit<Waiting, 'file' | 'user'> & { file?: FileInside };

interface Contents {
  kind: typeof KIND;
  version: typeof VERSION;
  plant: string;
  device: number;
  user: number;
  name: string;
  made: string;
  /** The server's clock minus that of the device in milliseconds. */
  clock: number;
  count: number;
  acts: Inside[];
}

export interface Signed {
  content: string;
  signature: string;
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

async function inside({ file, user: _, ...act }: Waiting): Promise<Inside> {
  if (!file) return act;
  const { name, type } = file.content;
  return { ...act, file: { part: file.part, name, type, content: await base64Of(file.content) } };
}

function outside({ file, ...act }: Inside, user: number, later: number): Waiting {
  const waiting = { ...act, user, doneAt: act.doneAt + later };
  if (!file) return waiting;
  const content = new File([bytesOf(file.content)], file.name, { type: file.type });
  return { ...waiting, file: { part: file.part, content } };
}

/** Returns about how many bytes an act has in a file. Base64 has four letters for three bytes. */
export const bytesInFile = ({ file, ...act }: Waiting): number =>
  JSON.stringify(act).length + Math.ceil((file?.content.size ?? 0) / 3) * 4;

const digestOf = (content: string): Promise<string> => fingerprintOf(new TextEncoder().encode(content));

/** Returns acts of one user as a text, signed by the device. */
export async function signedActs(acts: Waiting[], key: DeviceKey, name: string): Promise<Signed> {
  const contents: Contents = {
    kind: KIND,
    version: VERSION,
    plant: key.plant,
    device: key.id,
    user: key.user,
    name,
    made: new Date().toISOString(),
    clock: key.clock,
    count: acts.length,
    acts: await Promise.all(acts.map(inside)),
  };
  const content = JSON.stringify(contents);
  return { content, signature: await signature(key, `acts ${await digestOf(content)}`) };
}

/** Returns the unsent acts of the signed-in user as a file. */
export async function ownActsFile(): Promise<Blob> {
  const user = session.user();
  const key = user && (await keyOf(user.idUtente));
  if (!key) throw new ActsFileError('no_key');
  const acts = await outbox.of(user.idUtente);
  if (acts.reduce((sum, act) => sum + bytesInFile(act), 0) > MOST_BYTES) throw new ActsFileError('too_large');
  const { content, signature: signed } = await signedActs(acts, key, user.nome);
  return new Blob([content.slice(0, -1), `,"signature":"${signed}"}`], { type: 'application/json' });
}

const isInside = (value: unknown): value is Inside =>
  isRow(value) &&
  ['key', 'act', 'on', 'id', 'method', 'path', 'page'].every((name) => typeof value[name] === 'string') &&
  typeof value.doneAt === 'number' &&
  isRow(value.query) &&
  isRow(value.body) &&
  (value.file === undefined || isRow(value.file));

const isContents = (value: unknown): value is Contents =>
  isRow(value) &&
  value.kind === KIND &&
  value.version === VERSION &&
  ['plant', 'name', 'made'].every((name) => typeof value[name] === 'string') &&
  ['device', 'user', 'clock'].every((name) => typeof value[name] === 'number') &&
  Array.isArray(value.acts) &&
  value.acts.every(isInside);

async function parsed(file: Blob): Promise<{ contents: Contents; signed: string }> {
  if (file.size > MOST_BYTES) throw new ActsFileError('too_large');
  try {
    const { signature: signed, ...contents } = JSON.parse(await file.text());
    if (typeof signed === 'string' && isContents(contents)) return { contents, signed };
  } catch {
    // The file is no JSON, or no object.
  }
  throw new ActsFileError('not_acts');
}

/**
 * Takes the acts of a file into the outbox of the signed-in user, after the server has checked the signature.
 * Returns the number of acts that this device did not have yet.
 */
export async function takeInFile(file: Blob): Promise<number> {
  const user = session.user()?.idUtente;
  if (user === undefined) throw new Error('Nobody is signed in');
  const { contents, signed } = await parsed(file);
  const { plant, device } = contents;
  const impronta = await digestOf(JSON.stringify(contents));
  const body = { impianto: plant, dispositivo: device, impronta, firma: signed };
  await call('/utente/dispositivo/atti', { method: 'POST', body, unrepeated: true });
  if (!(await keyOf(user))) await meet(user);
  // The times are those of the other device's clock.
  const later = contents.clock - ((await keyOf(user))?.clock ?? 0);
  return outbox.takeIn(contents.acts.map((act) => outside(act, user, later)));
}
