/** One request to the API and its envelope {result, description, data}, read first whatever the status says. */
import { fetchWithProgress, type Progress } from './progress.ts';
import { heardSettings, SETTINGS_HEADER } from './settings-news.ts';

export interface Envelope<T = unknown> {
  result: number;
  description: string;
  data: T;
  tot?: number;
  max_rows?: number;
  errors?: Record<string, string>;
  reason?: 'running' | 'stale';
}

/** Values undefined, null and '' are left out of the address; lists are joined by commas. */
export type Query = Record<string, string | number | boolean | (string | number)[] | null | undefined>;

export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  onProgress?: Progress;
  /** One act, however often it is sent: the server does it once. */
  key?: string;
}

/** A call that did not end with result 0. Has the shape react-admin expects of its HttpError. */
export class CallError extends Error {
  override name = 'HttpError';

  constructor(
    readonly status: number,
    readonly result: number,
    readonly body: Envelope<unknown>,
  ) {
    super(body.description);
  }
}

/** What was refused, by field; nothing where no field is to blame. */
export const errorsOf = (error: unknown): Record<string, string> =>
  (error instanceof CallError && error.body.errors) || {};

/** Access token missing or expired; refresh token or user no longer valid; a newer session of the same user. */
export const ACCESS_INVALID = -100;
export const REFRESH_INVALID = -101;
export const SESSION_REPLACED = -102;
/** A question: the password was right, and a second factor is asked for, or has to be set up. */
export const SECOND_STEP = -12;

const API = '/api/cmms';
const SENTENCES = {
  it: {
    failed: 'Si è verificato un errore. Riprovare più tardi.',
    unreachable: 'Impossibile connettersi al server. Riprova più tardi.',
  },
  en: {
    failed: 'An error has occurred. Please try again later.',
    unreachable: 'Cannot connect to the server. Try again later.',
  },
};

/** The language of the page, which whoever changes the language writes into <html lang>. */
const pageLanguage = (): 'it' | 'en' => (globalThis.document?.documentElement.lang === 'en' ? 'en' : 'it');

/** Of what went wrong without a word of the server's. */
export const unforeseen = (): string => SENTENCES[pageLanguage()].failed;

const failure = (status: number, sentence: 'failed' | 'unreachable') =>
  new CallError(status, -1, { result: -1, description: SENTENCES[pageLanguage()][sentence], data: null });

export function addressOf(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : value;
    if (text !== undefined && text !== null && text !== '') parameters.set(name, String(text));
  }
  const separator = path.includes('?') ? '&' : '?';
  const sent = parameters.size > 0 ? `${separator}${parameters}` : '';
  return `${API}${path.startsWith('/') ? path : `/${path}`}${sent}`;
}

function initOf({ method = 'GET', body, signal, key }: Request, token: string | undefined): RequestInit {
  const headers = new Headers({
    Accept: 'application/json',
    'Accept-Language': pageLanguage(),
    // What renews a session comes, and goes, in a cookie that no script reads.
    'X-Officina-Session': 'cookie',
  });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (key) headers.set('Idempotency-Key', key);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  return { method, headers, signal, body: body === undefined || isForm ? body : JSON.stringify(body) };
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && typeof (value as Envelope).result === 'number';

async function replyTo(path: string, request: Request, token: string | undefined): Promise<Response> {
  try {
    const [address, init] = [addressOf(path, request.query), initOf(request, token)];
    const reply = await (request.onProgress
      ? fetchWithProgress(address, init, request.onProgress)
      : fetch(address, init));
    heardSettings(reply.headers.get(SETTINGS_HEADER));
    return reply;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw failure(0, 'unreachable');
  }
}

async function envelopeIn<T>(reply: Response): Promise<Envelope<T>> {
  const envelope: unknown = await reply.json().catch(() => undefined);
  if (!isEnvelope(envelope)) throw failure(reply.status, 'failed');
  if (envelope.result === 0) return envelope as Envelope<T>;
  const description = envelope.description || unforeseen();
  throw new CallError(reply.status, envelope.result, { ...envelope, description });
}

/** Answers the envelope of a call that ended well; throws a CallError otherwise. */
export async function send<T>(path: string, request: Request = {}, token?: string): Promise<Envelope<T>> {
  return envelopeIn<T>(await replyTo(path, request, token));
}

/** Of the calls that answer a file as it is; what they refuse comes in an envelope all the same. */
export async function sendForFile(path: string, request: Request = {}, token?: string): Promise<Blob> {
  const reply = await replyTo(path, request, token);
  const isFile = reply.ok && !reply.headers.get('content-type')?.startsWith('application/json');
  if (!isFile) {
    await envelopeIn(reply);
    throw failure(reply.status, 'failed');
  }
  try {
    return await reply.blob();
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw failure(0, 'unreachable');
  }
}
