/** Changes settings for a test, and restores them. */

import { afterAll, beforeAll } from 'vitest';
import { plantUrl } from '../plant/plant-url.ts';
import { type Api, apiAs } from './api.ts';

interface Setting {
  id: number;
  codice: string;
  valore: string | null;
}

type Values = Record<string, string | null>;

/**
 * Returns the previous values. Without `own`, the session of a super admin at the browser, it signs the super admin in,
 * which ends their other sessions.
 */
export async function changeSettings(values: Values, own?: Api): Promise<Values> {
  const api = own ?? (await apiAs(plantUrl(), 'SUADMIN'));
  const all = await api<Setting[]>('GET', '/parametro/?pag=-1');
  const named = all.filter(({ codice }) => codice in values);
  for (const { id, codice, valore } of named)
    if (valore !== values[codice]) await api('PUT', `/parametro/${id}`, { valore: values[codice] });
  return Object.fromEntries(named.map(({ codice, valore }) => [codice, valore]));
}

/** Gives settings these values for all tests of a file. */
export function keepSettings(values: Values): void {
  let before: Values;
  beforeAll(async () => {
    before = await changeSettings(values);
  });
  afterAll(async () => {
    await changeSettings(before);
  });
}
