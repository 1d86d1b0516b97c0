/** The number of placeholders on the page. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let count = 0;

function add(change: 1 | -1): void {
  count += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const placeholders = {
  /** Counts one more. Returns a function that ends this. */
  show(): () => void {
    add(1);
    return () => add(-1);
  },
};

export const useHasPlaceholder = (): boolean => useSyncExternalStore(subscribe, () => count > 0);
