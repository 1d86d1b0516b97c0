/** The language of the interface: kept in the browser, Italian when nothing is kept. */
import type { Language } from '../schemas/entity.ts';
import { isLanguage } from './messages.ts';

const KEY = 'lingua';
const DEFAULT: Language = 'it';
const listeners = new Set<() => void>();

const kept = (): Language | undefined => {
  const value = globalThis.localStorage?.getItem(KEY);
  return isLanguage(value) ? value : undefined;
};

let current: Language = kept() ?? DEFAULT;

function show(next: Language): void {
  document.documentElement.lang = next;
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

export const language = {
  current: (): Language => current,

  /** Writes <html lang>; also follows a change made in another tab. */
  start(): void {
    show(current);
    addEventListener('storage', (event) => {
      if (event.key === KEY) show(kept() ?? DEFAULT);
    });
  },

  /** What the person chose. */
  choose(next: Language): void {
    localStorage.setItem(KEY, next);
    show(next);
  },

  /** What the installation prefers; gives way to what the person chose. */
  prefer(next: unknown): void {
    if (!kept() && isLanguage(next)) show(next);
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
