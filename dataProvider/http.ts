/** Calls of a signed-in user, and calls with the token of a mailed link. Handles the end of a session. */

import { ACCESS_INVALID, REFRESH_INVALID, SESSION_REPLACED } from '../schemas/results.ts';
import { CallError, type Envelope, left, type Request, send, sendForFile, unsaved } from './envelope.ts';
import { network } from './network.ts';
import { sendOrLeave } from './patience.ts';
import { newKey, sendWithRetries } from './retry.ts';
import { claimsOf, session } from './session.ts';
import { wrote } from './stored-first.ts';

export {
  CallError,
  type Envelope,
  errorsOf,
  type Query,
  type Request,
  unforeseen,
} from './envelope.ts';

export interface CallRequest extends Request {
  /** The token of a mailed link, sent instead of the session's. */
  token?: string;
  /** Whether the call is sent only once, because the server stores no answers of calls that protect a session. */
  unrepeated?: boolean;
}

const isResult = (error: unknown, ...results: number[]): boolean =>
  error instanceof CallError && results.includes(error.result);

/**
 * Renews a token once if the server refuses it early (after a restart, or with a wrong clock). If the same user has
 * signed in again in this browser during the call, the token of the new session is used.
 */
async function withSession<T>(sendWith: (token: string | undefined) => Promise<T>): Promise<T> {
  const token = await session.accessToken();
  try {
    return await sendWith(token);
  } catch (error) {
    if (!token || !isResult(error, ACCESS_INVALID, SESSION_REPLACED)) throw error;
    const isReplaced = isResult(error, SESSION_REPLACED);
    const renewed = await (isReplaced ? session.accessToken() : session.renew(token));
    if (!renewed || renewed === token) throw error;
    return sendWith(renewed);
  }
}

/** Ends the session here when the server says that it has ended. */
async function inSession<T>(sendWith: (token: string | undefined) => Promise<T>): Promise<T> {
  try {
    return await withSession(sendWith);
  } catch (error) {
    if (isResult(error, SESSION_REPLACED)) session.end('replaced');
    if (isResult(error, ACCESS_INVALID, REFRESH_INVALID)) session.end('invalid');
    throw error;
  }
}

/** Gives a signed-in user's write its own key, and sends it again with that key until an answer arrives. */
export async function call<T>(path: string, request: CallRequest = {}): Promise<Envelope<T>> {
  const { token, unrepeated, ...rest } = request;
  if (token) return send<T>(path, rest, token);
  const isRead = (rest.method ?? 'GET') === 'GET';
  // A file fills a slow line for long, so that nothing else gets an answer.
  const isPatient = rest.body instanceof FormData || (unrepeated === true && !isRead);
  const sendOnce = (whole: Request, accessToken: string | undefined) =>
    isPatient
      ? send<T>(path, whole, accessToken)
      : sendOrLeave(
          (signal) => send<T>(path, { ...whole, signal }, accessToken),
          rest.signal,
          isRead ? 'wait' : 'offer',
        );
  if (unrepeated || isRead) return inSession((accessToken) => sendOnce(rest, accessToken));
  const keyed = { ...rest, key: rest.key ?? newKey() };
  const wasMissing = network.isMissing();
  try {
    return await inSession((accessToken) =>
      accessToken
        ? sendWithRetries(async () => {
            // The user may have signed out between two attempts.
            if (!session.isStored(claimsOf(accessToken)?.user?.idUtente)) throw left();
            return sendOnce(keyed, accessToken);
          }, rest.signal)
        : send<T>(path, rest, accessToken),
    );
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 0) throw error;
    const failure = wasMissing && !rest.key && network.isMissing() ? unsaved() : error;
    throw Object.assign(failure, { key: keyed.key });
  } finally {
    wrote(path);
  }
}

/** Returns the file that a call answers. */
export const callForFile = (path: string, request: Request = {}): Promise<Blob> =>
  inSession((token) => sendForFile(path, request, token));

/** Lets the browser save the file at an address. */
export function saveAddress(address: string, filename: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
}

/** Lets the browser save a file. */
export function saveBlob(blob: Blob, filename: string): void {
  const address = URL.createObjectURL(blob);
  saveAddress(address, filename);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export const bytesOf = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Lets the browser save a file that came as base64. */
export const saveFile = (content: string, filename: string, type = 'application/octet-stream'): void =>
  saveBlob(new Blob([bytesOf(content)], { type }), filename);

type FileReply = string | { data: string; filename?: string };

/** Requests a file and lets the browser save it. */
export async function download(
  path: string,
  query: Request['query'] = {},
  filename = 'download',
): Promise<void> {
  const { data } = await call<FileReply>(path, { query });
  if (typeof data === 'string') saveFile(data, filename);
  else saveFile(data.data, data.filename ?? filename);
}
