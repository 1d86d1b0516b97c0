/** The version of the settings, which is in every answer. When it changes, the settings are read again. */
export const SETTINGS_HEADER = 'x-officina-settings';

const listeners = new Set<() => void>();
let current: string | undefined;

export function receiveSettingsVersion(version: string | null): void {
  if (!version || version === current) return;
  const isFirst = current === undefined;
  current = version;
  if (!isFirst) for (const listener of listeners) listener();
}

/** Calls the listener when the settings change. Returns a function that ends this. */
export function onSettingsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
