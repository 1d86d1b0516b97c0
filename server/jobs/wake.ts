/**
 * Wakes a routine of this process after a write for which it waits. In a transaction it is
 * `transaction.afterCommit(() => wake(name))`. Other servers find the work when they next look for it.
 */
import { AsyncResource } from 'node:async_hooks';

type Sleeper = (name: string) => void;

const sleepers = new Set<Sleeper>();

export const wake = (name: string): void => {
  for (const sleeper of sleepers) sleeper(name);
};

/** Registers a sleeper and returns the function that removes it. The sleeper runs outside the call that wakes it. */
export function onWake(sleeper: Sleeper): () => void {
  const bound = AsyncResource.bind(sleeper);
  sleepers.add(bound);
  return () => sleepers.delete(bound);
}
