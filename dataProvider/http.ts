/** Calls of a logged-in person, and of the links that were mailed. What the session's end means is known here. */
import {
  ACCESS_INVALID,
  CallError,
  type Envelope,
  REFRESH_INVALID,
  type Request,
  SESSION_REPLACED,
  send,
} from './envelope.ts';
import { session } from './session.ts';

export { CallError, type Envelope, type Query, type Request } from './envelope.ts';

export interface CallRequest extends Request {
  /** The token of a mailed link, sent instead of the session's. */
  token?: string;
}

const isResult = (error: unknown, ...results: number[]): boolean =>
  error instanceof CallError && results.includes(error.result);

/** A token refused before its time (a restart, a clock) is renewed once, silently. */
async function sendWithSession<T>(path: string, request: Request): Promise<Envelope<T>> {
  const token = await session.accessToken();
  try {
    return await send<T>(path, request, token);
  } catch (error) {
    if (!token || !isResult(error, ACCESS_INVALID)) throw error;
    const renewed = await session.renew(token);
    if (!renewed) throw error;
    return send<T>(path, request, renewed);
  }
}

export async function call<T>(path: string, request: CallRequest = {}): Promise<Envelope<T>> {
  const { token, ...rest } = request;
  if (token) return send<T>(path, rest, token);
  try {
    return await sendWithSession<T>(path, rest);
  } catch (error) {
    if (isResult(error, SESSION_REPLACED)) session.end('replaced');
    if (isResult(error, ACCESS_INVALID, REFRESH_INVALID)) session.end('invalid');
    throw error;
  }
}

/** Hands a file to the browser. */
export function saveBlob(blob: Blob, filename: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
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
