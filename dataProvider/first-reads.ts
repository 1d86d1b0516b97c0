/**
 * The reads with which a page begins. The device notes them by the address of the page. When the page is loaded again,
 * they are sent at once, while its code is still loading.
 */
import { addressOf, CallError, type Envelope, placeOf, type Query, withoutApi } from './envelope.ts';
import { call } from './http.ts';
import { session } from './session.ts';
import { wroteSince } from './stored-first.ts';

const KEY = 'officina.first-reads';
const MOST_PAGES = 12;
const MOST_READS = 8;
/** What a page requests later is not noted. */
const NOTED_MS = 15_000;
/** A page on a slow phone requests an answer so long after it was begun. An older one is requested again. */
const USABLE_MS = 20_000;

/** A read that began before the page requested it, and for whom. */
interface Begun {
  user: number | undefined;
  at: number;
  answer: Promise<Envelope>;
  /** Whether the page has only requested it last time, and may not need it now. */
  isGuess: boolean;
}

/** The addresses of the reads by the address of the page, the page that was opened last at the end. */
interface Notes {
  user: number | undefined;
  pages: Record<string, string[]>;
}

const begun = new Map<string, Begun>();
/** The page that was loaded, and its reads so far; undefined in places without a page. */
let loaded: { page: string; reads: string[] } | undefined;

const currentUser = (): number | undefined => session.user()?.idUtente;
const currentPage = (): string => location.pathname + location.search;

function notes(): Notes {
  const none: Notes = { user: currentUser(), pages: {} };
  try {
    const stored: Notes = JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? none;
    return stored.user === none.user ? { ...none, ...stored } : none;
  } catch {
    return none;
  }
}

function begin(path: string, isGuess: boolean): void {
  const key = placeOf(path);
  if (begun.has(key)) return;
  const answer = call<unknown>(path);
  // The page that requests it sends it again.
  answer.catch(() => undefined);
  begun.set(key, { user: currentUser(), at: Date.now(), answer, isGuess });
}

/** Begins a read that the page will request as soon as its code is there. */
export const beginRead = (path: string): void => begin(path, false);

/** What a page requests after the user has done something is not noted, and is requested then. */
function stopAhead(): void {
  loaded = undefined;
  for (const [key, { isGuess }] of begun) if (isGuess) begun.delete(key);
}

/** Begins the reads of the page that is being loaded: what every page needs, and what this one requested last time. */
export function beginReads(always: string[]): void {
  loaded = { page: currentPage(), reads: [] };
  for (const path of always) beginRead(path);
  for (const address of notes().pages[loaded.page] ?? []) begin(withoutApi(address), true);
  for (const act of ['pointerdown', 'keydown'])
    addEventListener(act, stopAhead, { capture: true, once: true });
  session.subscribe(() => {
    if (currentUser() === undefined) localStorage.removeItem(KEY);
  });
}

/** Notes a read of the page that was loaded, until the user does something. */
export function noteRead(path: string, query: Query | undefined): void {
  if (!loaded || loaded.reads.length === MOST_READS || performance.now() > NOTED_MS) return;
  if (currentPage() !== loaded.page) return;
  const address = addressOf(path, query);
  if (loaded.reads.includes(address)) return;
  loaded.reads.push(address);
  const { page, reads } = loaded;
  const { user, pages } = notes();
  const others = Object.entries(pages).filter(([other]) => other !== page);
  const kept = [...others.slice(1 - MOST_PAGES), [page, reads] as const];
  const next: Notes = { user, pages: Object.fromEntries(kept) };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without space, the next load requests each answer when its code is there.
  }
}

/** Returns the answer of a read that was begun for this user, once; nothing if a write has come in between. */
export async function begunRead<T>(place: string): Promise<{ at: number; answer: Envelope<T> } | undefined> {
  const read = begun.get(place);
  begun.delete(place);
  if (!read || read.user !== currentUser() || Date.now() - read.at > USABLE_MS || wroteSince(read.at))
    return undefined;
  try {
    return { at: read.at, answer: (await read.answer) as Envelope<T> };
  } catch (error) {
    if (error instanceof CallError && error.isLeft) throw error;
    // What failed then may succeed now, for example because the network is back.
    return undefined;
  }
}
