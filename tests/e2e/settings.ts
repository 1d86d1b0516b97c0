/** Changes settings for a test, and restores them. */
import { apiAs } from './api.ts';
import { plantUrl } from './plant-url.ts';

interface Setting {
  id: number;
  codice: string;
  valore: string | null;
}

type Values = Record<string, string | null>;

/** Signs the super admin in, which ends their other sessions. Returns the previous values. */
export async function changeSettings(wanted: Values): Promise<Values> {
  const api = await apiAs(plantUrl(), 'SUADMIN');
  const all = await api<Setting[]>('GET', '/parametro/?pag=-1');
  const named = all.filter(({ codice }) => codice in wanted);
  for (const { id, codice, valore } of named)
    if (valore !== wanted[codice]) await api('PUT', `/parametro/${id}`, { valore: wanted[codice] });
  return Object.fromEntries(named.map(({ codice, valore }) => [codice, valore]));
}
