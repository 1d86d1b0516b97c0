/** Changes settings for a test, and restores them. */

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
export async function changeSettings(wanted: Values, own?: Api): Promise<Values> {
  const api = own ?? (await apiAs(plantUrl(), 'SUADMIN'));
  const all = await api<Setting[]>('GET', '/parametro/?pag=-1');
  const named = all.filter(({ codice }) => codice in wanted);
  for (const { id, codice, valore } of named)
    if (valore !== wanted[codice]) await api('PUT', `/parametro/${id}`, { valore: wanted[codice] });
  return Object.fromEntries(named.map(({ codice, valore }) => [codice, valore]));
}
