/** The number of placeholders on the page. */
import { useSyncExternalStore } from 'react';
import { Listeners } from '../../schemas/listeners.ts';

const listeners = new Listeners();
let count = 0;

function add(change: 1 | -1): void {
  count += change;
  listeners.notify();
}

export const placeholders = {
  /** Counts one more. Returns a function that ends this. */
  show(): () => void {
    add(1);
    return () => add(-1);
  },
};

export const useHasPlaceholder = (): boolean => useSyncExternalStore(listeners.subscribe, () => count > 0);
