/** A write whose line broke is sent again by itself: the server knows it by its key, and does it once. */
import { CallError } from './envelope.ts';

/** Growing: who waits for a tunnel to end waits some seconds, and then decides himself. */
const PAUSES = [400, 1200, 3600];
/** No reply came; one came from a proxy or a server that restarts. */
const BROKEN = [0, 502, 503, 504];

const isWorthAnother = (error: unknown): boolean =>
  error instanceof CallError && (BROKEN.includes(error.status) || error.body.reason === 'running');

const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((over) => {
    const timer = setTimeout(over, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      over();
    });
  });

/** A UUID for one act, however often it is sent; crypto.randomUUID() is not there on plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // The version in the seventh, the variant in the ninth.
  const marked = (byte: number, index: number): number =>
    index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
  const hex = Array.from(bytes, (byte, index) => marked(byte, index).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export async function untilHeard<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const milliseconds of PAUSES)
    try {
      return await send();
    } catch (error) {
      if (!isWorthAnother(error) || signal?.aborted) throw error;
      await pause(milliseconds, signal);
      signal?.throwIfAborted();
    }
  return send();
}
