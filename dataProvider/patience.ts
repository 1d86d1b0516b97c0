/** Requests that get no reply: left if the server is out of reach, and counted if it is only slow. */

import { Listeners } from '../schemas/listeners.ts';
import { left } from './envelope.ts';
import { network, PATIENCE_MS } from './network.ts';

/** Is thrown when the user sends a write again, whose reply has not arrived. */
export class SentAgain extends Error {}

/** The writes that have had no reply for too long, each with the function that ends its attempt. */
const slow = new Set<() => void>();
const listeners = new Listeners();

export const slowWrites = {
  any: (): boolean => slow.size > 0,

  /** Sends all of them again, with the same keys. */
  again(): void {
    for (const end of [...slow]) end();
  },

  subscribe: listeners.subscribe,
};

/**
 * What happens to a request that a reachable server does not answer: it waits, the user may send it again, or it is
 * left, where no user can see it.
 */
export type WhenSlow = 'wait' | 'offer' | 'leave';

/**
 * Sends a request, and checks the network if no reply arrives. A connection that loses requests without an error
 * counts as no network.
 */
export async function sendOrLeave<T>(
  send: (signal: AbortSignal) => Promise<T>,
  outer: AbortSignal | undefined,
  whenSlow: WhenSlow = 'wait',
): Promise<T> {
  const own = new AbortController();
  const end = () => own.abort(new SentAgain());
  const timer = setTimeout(async () => {
    const isReachable = await network.check();
    if (!isReachable || whenSlow === 'leave') return own.abort(left());
    if (whenSlow === 'wait' || own.signal.aborted) return;
    slow.add(end);
    listeners.notify();
  }, PATIENCE_MS);
  try {
    return await send(AbortSignal.any([own.signal, ...(outer ? [outer] : [])]));
  } catch (error) {
    throw own.signal.aborted && !outer?.aborted ? own.signal.reason : error;
  } finally {
    clearTimeout(timer);
    own.abort();
    if (slow.delete(end)) listeners.notify();
  }
}
