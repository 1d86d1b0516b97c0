/** The browser's address, for the pages that stand outside the application and its router. */
import { useSyncExternalStore } from 'react';

/** What travels with a move from one page to another, in the browser's history. */
export interface PlaceState {
  /** Path, search and hash that were asked for before the login. */
  from?: string;
  /** Stay on the login page, even with a session. */
  preventRedirect?: boolean;
  fromLogout?: boolean;
  /** The key of a sentence to show. */
  notice?: { key: string; severity: 'success' | 'info' | 'warning' };
  /** A sentence that came from the server. */
  error?: string;
}

const listeners = new Set<() => void>();
let moves = 0;

function moved(): void {
  moves += 1;
  for (const listener of listeners) listener();
}

addEventListener('popstate', moved);

export const place = {
  path: (): string => location.pathname,
  full: (): string => location.pathname + location.search + location.hash,
  state: (): PlaceState => (history.state as PlaceState | null) ?? {},

  go(to: string, state: PlaceState = {}, { replace = false } = {}): void {
    if (replace) history.replaceState(state, '', to);
    else history.pushState(state, '', to);
    moved();
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Draws again after each move; answers the path. */
export function usePlace(): string {
  useSyncExternalStore(place.subscribe, () => `${moves} ${place.full()}`);
  return place.path();
}
