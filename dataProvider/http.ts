/** Calls of a logged-in person, and of the links that were mailed. What the session's end means is known here. */
import { newKey, untilHeard } from './again.ts';
import {
  ACCESS_INVALID,
  CallError,
  type Envelope,
  REFRESH_INVALID,
  type Request,
  SESSION_REPLACED,
  send,
  sendForFile,
} from './envelope.ts';
import { session } from './session.ts';

export {
  CallError,
  type Envelope,
  errorsOf,
  type Query,
  type Request,
  SECOND_STEP,
  unforeseen,
} from './envelope.ts';

export interface CallRequest extends Request {
  /** The token of a mailed link, sent instead of the session's. */
  token?: string;
  /** Of what guards a session: the server keeps no answer of it, so it is sent once. */
  unrepeated?: boolean;
}

const isResult = (error: unknown, ...results: number[]): boolean =>
  error instanceof CallError && results.includes(error.result);

/**
 * A token refused before its time (a restart, a clock) is renewed once, silently. One that was replaced while the call
 * was on its way, by the same person at this browser, gives way to the one that stands in its place.
 */
async function withSession<T>(ask: (token: string | undefined) => Promise<T>): Promise<T> {
  const token = await session.accessToken();
  try {
    return await ask(token);
  } catch (error) {
    if (!token || !isResult(error, ACCESS_INVALID, SESSION_REPLACED)) throw error;
    const isReplaced = isResult(error, SESSION_REPLACED);
    const renewed = await (isReplaced ? session.accessToken() : session.renew(token));
    if (!renewed || renewed === token) throw error;
    return ask(renewed);
  }
}

/** The session ends here when the server says that it has. */
async function inSession<T>(ask: (token: string | undefined) => Promise<T>): Promise<T> {
  try {
    return await withSession(ask);
  } catch (error) {
    if (isResult(error, SESSION_REPLACED)) session.end('replaced');
    if (isResult(error, ACCESS_INVALID, REFRESH_INVALID)) session.end('invalid');
    throw error;
  }
}

/** A write in a person's name has a key of its own, and is sent again with it until it is heard. */
export async function call<T>(path: string, request: CallRequest = {}): Promise<Envelope<T>> {
  const { token, unrepeated, ...rest } = request;
  if (token) return send<T>(path, rest, token);
  if (unrepeated || (rest.method ?? 'GET') === 'GET') return inSession((own) => send<T>(path, rest, own));
  const keyed = { ...rest, key: newKey() };
  return inSession((own) =>
    own ? untilHeard(() => send<T>(path, keyed, own), rest.signal) : send<T>(path, rest, own),
  );
}

/** A file that a call answers as it is. */
export const callForFile = (path: string, request: Request = {}): Promise<Blob> =>
  inSession((token) => sendForFile(path, request, token));

/** Lets the browser save what is at an address. */
export function saveAddress(address: string, filename: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
}

/** Hands a file to the browser. */
export function saveBlob(blob: Blob, filename: string): void {
  const address = URL.createObjectURL(blob);
  saveAddress(address, filename);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

/** A file that came as base64. */
export const saveFile = (content: string, filename: string, type = 'application/octet-stream'): void =>
  saveBlob(new Blob([bytesOf(content)], { type }), filename);

type FileReply = string | { data: string; filename?: string };

/** Asks for a file and hands it to the browser. */
export async function download(
  path: string,
  query: Request['query'] = {},
  filename = 'download',
): Promise<void> {
  const { data } = await call<FileReply>(path, { query });
  if (typeof data === 'string') saveFile(data, filename);
  else saveFile(data.data, data.filename ?? filename);
}
