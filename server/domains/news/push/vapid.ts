/** The keys with which the plant identifies itself to push services (VAPID), made once and stored. */
import type { Queryable } from '../../../database/engine.ts';
import { onlyRow } from '../../../database/rows.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const CODE = 'push/vapid';

/** Returns the keys. If two servers create keys at the same time, those stored first are valid. */
export async function vapidKeys(queryable: Queryable): Promise<VapidKeys> {
  const stored = await storedKeys(queryable);
  if (stored[0]) return JSON.parse(stored[0].valore);
  const { default: webPush } = await import('web-push');
  await queryable.query('insert into segreto (codice, valore) values ($1, $2) on conflict do nothing', [
    CODE,
    JSON.stringify(webPush.generateVAPIDKeys()),
  ]);
  return JSON.parse(onlyRow(await storedKeys(queryable)).valore);
}

const storedKeys = async (queryable: Queryable): Promise<{ valore: string }[]> =>
  (await queryable.query<{ valore: string }>('select valore from segreto where codice = $1', [CODE])).rows;
