/**
 * Whether the server can be reached. The browser's own word is only a hint: a server may be in the local network. A
 * request without a reply is checked by another one before the network counts as missing.
 */
const PROBE = '/health';
const PROBE_WITHIN_MS = 5000;
const AGAIN_MS = 10_000;
/** How long users wait without a word. */
export const PATIENCE_MS = 8000;

const listeners = new Set<() => void>();
let missing = false;
let checking: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function set(next: boolean): void {
  clearTimeout(timer);
  if (next) timer = setTimeout(() => void network.check(), AGAIN_MS);
  if (next === missing) return;
  missing = next;
  for (const listener of listeners) listener();
}

/** Any reply counts, also that of a busy server. */
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

  /** A reply came. */
  reached(): void {
    if (missing) set(false);
  },

  /** Asks the server whether it can be reached, one question at a time; returns whether it can. */
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

  /**
   * Follows what the browser says, and asks again when the page comes back into view. Returns a function that ends this.
   */
  start(): () => void {
    const ask = () => void network.check();
    const askInView = () => {
      if (missing && !document.hidden) ask();
    };
    for (const event of ['offline', 'online']) addEventListener(event, ask);
    document.addEventListener('visibilitychange', askInView);
    if (!navigator.onLine) ask();
    return () => {
      for (const event of ['offline', 'online']) removeEventListener(event, ask);
      document.removeEventListener('visibilitychange', askInView);
    };
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
