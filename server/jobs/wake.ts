/**
 * Rouses a routine of this process, for who has just written what it waits for: in a transaction,
 * `transaction.afterCommit(() => wake(name))`. Other servers find it when they next look.
 */
import { AsyncResource } from 'node:async_hooks';

type Sleeper = (name: string) => void;

const sleepers = new Set<Sleeper>();

export const wake = (name: string): void => {
  for (const rouse of sleepers) rouse(name);
};

/** Ends with what it returns. What is done when roused is no part of the call that rouses. */
export function onWake(sleeper: Sleeper): () => void {
  const bound = AsyncResource.bind(sleeper);
  sleepers.add(bound);
  return () => sleepers.delete(bound);
}
