/** Each answer says which settings it was given under; who has read others reads them again. */
export const SETTINGS_HEADER = 'x-officina-settings';

const listeners = new Set<() => void>();
let known: string | undefined;

export function heardSettings(version: string | null): void {
  if (!version || version === known) return;
  const isFirst = known === undefined;
  known = version;
  if (!isFirst) for (const tell of listeners) tell();
}

/** Returns what ends it. */
export function onSettingsChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
