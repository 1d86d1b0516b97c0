/** The browser's address, for public pages, which have no router. */
import { useSyncExternalStore } from 'react';
import { Listeners } from '../../schemas/listeners.ts';

/** The state of a navigation in the browser's history. */
export interface PlaceState {
  /** Path, query and hash of the page requested before the sign-in. */
  from?: string;
  /** Whether the sign-in page stays open even with a session. */
  preventRedirect?: boolean;
  fromLogout?: boolean;
  /** A message by its translation key. */
  notice?: { key: string; severity: 'success' | 'info' | 'warning' };
  /** A message of the server. */
  error?: string;
}

const listeners = new Listeners();
let moves = 0;

function moved(): void {
  moves += 1;
  listeners.notify();
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

  subscribe: listeners.subscribe,
};

/** Returns the path. The component is drawn again after each navigation. */
export function usePlace(): string {
  useSyncExternalStore(place.subscribe, () => `${moves} ${place.full()}`);
  return place.path();
}
