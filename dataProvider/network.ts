/**
 * Whether the server can be reached. The browser's own state is only a hint, because the server may be in the local
 * network. After a request without a reply, a second request decides whether the network is missing.
 */
import { Listeners } from '../schemas/listeners.ts';

const PROBE = '/health';
const PROBE_WITHIN_MS = 5000;
const AGAIN_MS = 10_000;
/** The time in milliseconds that a request may take before users are informed. */
export const PATIENCE_MS = 8000;

const listeners = new Listeners();
let missing = false;
let checking: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function set(next: boolean): void {
  clearTimeout(timer);
  if (next) timer = setTimeout(() => void network.check(), AGAIN_MS);
  if (next === missing) return;
  missing = next;
  listeners.notify();
}

/** Returns whether a reply arrives. Any reply counts, even from a busy server. */
async function isReachable(): Promise<boolean> {
  try {
    await fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PROBE_WITHIN_MS) });
    return true;
  } catch {
    return false;
  }
}

export const network = {
  isMissing: (): boolean => missing,

  /** Called when a reply has arrived. */
  reached(): void {
    if (missing) set(false);
  },

  /** Returns whether the server is within reach. Calls at the same time share one request. */
  check(): Promise<boolean> {
    checking ??= isReachable()
      .then((reachable) => {
        set(!reachable);
        return reachable;
      })
      .finally(() => {
        checking = undefined;
      });
    return checking;
  },

  subscribe: listeners.subscribe,
};

const ATTEMPTS = 3;

const untilBack = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = network.subscribe(() => {
      if (network.isMissing()) return;
      stop();
      resolve();
    });
  });

/** Loads code that no page waits for. Without a network it is loaded when the network is back. */
export async function onceInReach<T>(load: () => Promise<T>): Promise<T | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; )
    try {
      return await load();
    } catch {
      if (await network.check()) attempt += 1;
      else await untilBack();
    }
  return undefined;
}
