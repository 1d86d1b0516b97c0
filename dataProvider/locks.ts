/** Locks of the browser (https or localhost), by which the tabs and the service worker do some things one at a time. */

/** While one holds it, the others do not send the acts that wait. */
export const OUTBOX = 'officina.outbox';
/** While one holds it, the others do not request new tokens. */
export const RENEWAL = 'officina.refresh';

/** While one holds it, the others neither store nor remove the user for whom the service worker sends. */
export const SENDER = 'officina.sender';

/** Works after those that have the lock. Without locks it works at once. */
export const withLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, work) : work();
