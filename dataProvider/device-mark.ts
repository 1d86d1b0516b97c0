/**
 * Whether this browser has a key of a user, as a small setting: pages without a session read it, without the code that
 * opens the database of the device.
 */
const MARK = 'chiave_qui';

export const mayHaveKey = (): boolean => localStorage.getItem(MARK) !== null;

export function markKeys(count: number): void {
  if (count > 0) localStorage.setItem(MARK, '1');
  else localStorage.removeItem(MARK);
}
