/** The language of the interface, stored in the browser; Italian by default. */
import type { Language } from '../schemas/entity.ts';
import { Listeners } from '../schemas/listeners.ts';
import { isLanguage } from './messages.ts';

const KEY = 'lingua';
const DEFAULT: Language = 'it';
const listeners = new Listeners();

const stored = (): Language | undefined => {
  const value = globalThis.localStorage?.getItem(KEY);
  return isLanguage(value) ? value : undefined;
};

let current: Language = stored() ?? DEFAULT;

/** Writes the language where the browser looks for it: for the page, and for the installed application. */
function write(next: Language): void {
  document.documentElement.lang = next;
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.${next}.webmanifest`);
}

function apply(next: Language): void {
  write(next);
  if (next === current) return;
  current = next;
  listeners.notify();
}

export const language = {
  current: (): Language => current,

  /** Writes <html lang> and follows a change made in another tab. */
  start(): void {
    apply(current);
    addEventListener('storage', (event) => {
      if (event.key === KEY) apply(stored() ?? DEFAULT);
    });
  },

  /** Stores the user's choice. */
  choose(next: Language): void {
    localStorage.setItem(KEY, next);
    apply(next);
  },

  /** Applies the installation's language, unless the user chose one. */
  prefer(next: unknown): void {
    if (!stored() && isLanguage(next)) apply(next);
  },

  subscribe: listeners.subscribe,
};
