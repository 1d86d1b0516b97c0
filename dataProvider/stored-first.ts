/**
 * Reads that look only on the device. A phone displays first what it has stored, and then what the server answers.
 * Each such read has a signal, because signals pass through all functions between a page and `ask`.
 */

const onDevice = new WeakSet<AbortSignal>();

/** When this tab last wrote to a record, by the first two parts of the address. */
const writes = new Map<string, number>();

const recordOf = (path: string): string => path.replace(/^\//, '').split(/[/?]/, 2).join('/');

/** Called when a write has ended, whether or not the server performed it. */
export const wrote = (path: string): void => void writes.set(recordOf(path), Date.now());

/** Returns whether this tab has written anything since then. */
export const wroteSince = (at: number): boolean => [...writes.values()].some((time) => at <= time);

/** Returns whether an answer was requested before this tab wrote to the record. */
export const isBeforeWrite = (path: string, at: number): boolean => at <= (writes.get(recordOf(path)) ?? 0);

/** Returns whether this browser is on a phone or tablet, whose connection may be slow. */
export const showsStored = (): boolean =>
  globalThis.matchMedia?.('(max-width: 767.95px), (pointer: coarse)').matches === true;

/** Returns whether a read must not go to the server. */
export const isOnDevice = (signal: AbortSignal | undefined): boolean =>
  signal !== undefined && onDevice.has(signal);

/** Calls `read` with a signal that keeps it on the device. Rejects if the device lacks an answer. */
export async function readOnDevice<T>(read: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
  const { signal } = new AbortController();
  onDevice.add(signal);
  return read(signal);
}
