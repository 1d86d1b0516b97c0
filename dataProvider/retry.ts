/** Repeats a write whose connection broke. The server recognises its key and executes it once. */
import { CallError } from './envelope.ts';
import { SentAgain } from './patience.ts';

/** The pauses in milliseconds, which grow: a tunnel lasts some seconds, and after that the user decides. */
const PAUSES = [400, 1200, 3600];
/** The status codes of a broken connection: no reply, or a reply from a proxy or from a server that restarts. */
const BROKEN = [0, 502, 503, 504];

const canRetry = (error: unknown): boolean =>
  error instanceof CallError &&
  !error.isLeft &&
  (BROKEN.includes(error.status) || error.body.reason === 'running');

/** Waits. An aborted signal ends the wait early. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Returns a UUID for one write, however often it is sent. crypto.randomUUID() does not exist on plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // The version is in the seventh byte, the variant in the ninth.
  const marked = (byte: number, index: number): number =>
    index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
  const hex = Array.from(bytes, (byte, index) => marked(byte, index).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Sends again after a pause. A write that the user sends again does not wait for one. */
export async function sendWithRetries<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tried = 0; ; )
    try {
      return await send();
    } catch (error) {
      if (error instanceof SentAgain) continue;
      const milliseconds = PAUSES[tried];
      if (milliseconds === undefined || !canRetry(error) || signal?.aborted) throw error;
      tried += 1;
      await pause(milliseconds, signal);
      signal?.throwIfAborted();
    }
}
