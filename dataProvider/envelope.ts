/**
 * Sends one request to the API and reads its envelope {result, description, data}. The result counts before the
 * HTTP status.
 */
import type { Language } from '../schemas/language.ts';
import { DONE, REFUSED } from '../schemas/results.ts';
import { network } from './network.ts';
import { fetchWithProgress, type Progress } from './progress.ts';
import { receiveSettingsVersion, SETTINGS_HEADER } from './settings-news.ts';

export interface Envelope<T = unknown> {
  result: number;
  description: string;
  data: T;
  tot?: number;
  max_rows?: number;
  errors?: Record<string, string>;
  reason?: 'running' | 'stale' | 'late' | 'used';
}

/** The parameters of a call. undefined, null and '' are left out. The values of a list are joined by commas. */
export type Query = Record<string, string | number | boolean | (string | number)[] | null | undefined>;

export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  onProgress?: Progress;
  /** The idempotency key. The server executes a key once, however often it arrives. */
  key?: string;
  /** The time of the device's clock at the act, if it is sent later. */
  doneAt?: number;
}

/** A call that did not end with result 0. Has the properties that react-admin expects of its HttpError. */
export class CallError extends Error {
  override name = 'HttpError';
  /** The idempotency key of a write without a reply, which the server may have performed. */
  key?: string;
  /** Whether the request was left without waiting for a reply, because the server is out of reach. */
  isLeft?: boolean;

  constructor(
    readonly status: number,
    readonly result: number,
    readonly body: Envelope<unknown>,
  ) {
    super(body.description);
  }
}

/** Returns whether a call had no reply. */
export const isUnanswered = (error: unknown): boolean => error instanceof CallError && error.status === 0;

/** Returns whether a call failed because the server is out of reach. */
export const isAway = async (error: unknown): Promise<boolean> =>
  isUnanswered(error) && !(await network.check());

/** Returns whether the user may no longer see the record, or it no longer exists. */
export const isGone = (error: unknown): boolean =>
  error instanceof CallError && [403, 404].includes(error.status);

/** Returns the errors by field. They are empty if the failure concerns no field. */
export const errorsOf = (error: unknown): Record<string, string> =>
  (error instanceof CallError && error.body.errors) || {};

const API = '/api/cmms';
const SENTENCES = {
  it: {
    failed: 'Si è verificato un errore. Riprovare più tardi.',
    unreachable: 'Impossibile connettersi al server. Riprova più tardi.',
    unsaved: 'La rete manca: non è stato salvato nulla.',
  },
  en: {
    failed: 'An error has occurred. Please try again later.',
    unreachable: 'Cannot connect to the server. Try again later.',
    unsaved: 'There is no network: nothing was saved.',
  },
};

/** The language without a page: Italian, or the one that the service worker was told. */
let spoken: Language = 'it';

/** Sets the language of a place without a page. */
export function speak(language: Language): void {
  spoken = language;
}

/** Returns the language of the page, which is in <html lang>. The service worker and tests have no page. */
export function pageLanguage(): Language {
  const { document: page } = globalThis as { document?: { documentElement: { lang: string } } };
  if (!page) return spoken;
  return page.documentElement.lang === 'en' ? 'en' : 'it';
}

/** Returns the message for a failure if the server sent none. */
export const unforeseen = (): string => SENTENCES[pageLanguage()].failed;

const failure = (status: number, sentence: 'failed' | 'unreachable' | 'unsaved') =>
  new CallError(status, REFUSED, {
    result: REFUSED,
    description: SENTENCES[pageLanguage()][sentence],
    data: null,
  });

/** Returns the failure of a request without a reply. */
export const unreachable = (): CallError => failure(0, 'unreachable');

/** Returns the failure of a request that is not sent again. */
export const left = (): CallError => Object.assign(unreachable(), { isLeft: true });

/** Returns the failure of a write that cannot have arrived, because the network was missing all the time. */
export const unsaved = (): CallError => failure(0, 'unsaved');

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

/** Returns the key of an answer. Each language has its own answers. */
export const placeOf = (path: string, query?: Query): string => `${pageLanguage()} ${addressOf(path, query)}`;

/** Returns the path and query of the call at an address of the API. */
export const withoutApi = (address: string): string =>
  address.startsWith(API) ? address.slice(API.length) : address;

/** Returns the path of the call at an address of the API, without its query. */
export const pathIn = (address: string): string => withoutApi(address).split('?')[0] ?? '';

function initOf(
  { method = 'GET', body, signal, key, doneAt }: Request,
  token: string | undefined,
): RequestInit {
  const headers = new Headers({
    Accept: 'application/json',
    'Accept-Language': pageLanguage(),
    // The refresh token travels in a cookie that no script can read.
    'X-Officina-Session': 'cookie',
  });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (key) headers.set('Idempotency-Key', key);
  if (doneAt !== undefined) {
    headers.set('X-Officina-Done', new Date(doneAt).toISOString());
    headers.set('X-Officina-Clock', new Date().toISOString());
  }
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  return { method, headers, signal, body: body === undefined || isForm ? body : JSON.stringify(body) };
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && typeof (value as Envelope).result === 'number';

async function fetchReply(path: string, request: Request, token: string | undefined): Promise<Response> {
  try {
    const [address, init] = [addressOf(path, request.query), initOf(request, token)];
    const reply = await (request.onProgress
      ? fetchWithProgress(address, init, request.onProgress)
      : fetch(address, init));
    network.reached();
    receiveSettingsVersion(reply.headers.get(SETTINGS_HEADER));
    return reply;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    void network.check();
    throw unreachable();
  }
}

async function envelopeIn<T>(reply: Response): Promise<Envelope<T>> {
  const envelope: unknown = await reply.json().catch(() => undefined);
  if (!isEnvelope(envelope)) throw failure(reply.status, 'failed');
  if (envelope.result === DONE) return envelope as Envelope<T>;
  const description = envelope.description || unforeseen();
  throw new CallError(reply.status, envelope.result, { ...envelope, description });
}

/** Returns the envelope of a successful call. Throws a CallError otherwise. */
export async function send<T>(path: string, request: Request = {}, token?: string): Promise<Envelope<T>> {
  return envelopeIn<T>(await fetchReply(path, request, token));
}

/** Returns the file that a call returns. A refusal still has an envelope. */
export async function sendForFile(path: string, request: Request = {}, token?: string): Promise<Blob> {
  const reply = await fetchReply(path, request, token);
  const isFile = reply.ok && !reply.headers.get('content-type')?.startsWith('application/json');
  if (!isFile) {
    await envelopeIn(reply);
    throw failure(reply.status, 'failed');
  }
  try {
    return await reply.blob();
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw unreachable();
  }
}
