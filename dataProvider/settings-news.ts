/** The version of the settings, which is in every answer. When it changes, the settings are read again. */
import { Listeners } from '../schemas/listeners.ts';

export const SETTINGS_HEADER = 'x-officina-settings';

const listeners = new Listeners();
let current: string | undefined;

export function receiveSettingsVersion(version: string | null): void {
  if (!version || version === current) return;
  const isFirst = current === undefined;
  current = version;
  if (!isFirst) listeners.notify();
}

/** Calls the listener when the settings change. Returns a function that ends this. */
export const onSettingsChange = listeners.subscribe;
