/**
 * Connectors: system users that call with a key. This file checks the keys, limits the calls, and records the last
 * use.
 */
import type { SettingOf } from '../../schemas/access.ts';
import { MINUTE_MS } from '../../schemas/durations.ts';
import type { Row } from '../../schemas/entity.ts';
import type { Database } from '../database/engine.ts';
import { todayIn } from '../plant/plant-time.ts';
import { Problem } from './problem.ts';
import { limitCalls } from './rate-limit.ts';

export type KeyState = 'nuova' | 'attiva' | 'scaduta' | 'revocata';

/** Returns the state of a key, which is still valid on its last date. */
export function stateOfKey({ revocata, prefisso, scadenza }: Row, today: string): KeyState {
  if (revocata) return 'revocata';
  if (!prefisso) return 'nuova';
  return typeof scadenza === 'string' && scadenza < today ? 'scaduta' : 'attiva';
}

export const isLive = (key: Row, today: string): boolean => stateOfKey(key, today) === 'attiva';

const CALLS_A_MINUTE = 600;
const RECORD_MS = MINUTE_MS;

/** Returns the limit in the settings. 0 means no limit. */
function callLimit(setting: SettingOf): number {
  const limit = Number(setting('ConnettoriLimite') || CALLS_A_MINUTE);
  return limit > 0 ? limit : Number.POSITIVE_INFINITY;
}

export interface Connectors {
  /** Returns the id of the system user whose key has this hash. Throws if the key calls too often. */
  userOf(hash: string): Promise<number | undefined>;
}

export function createConnectors(database: Database, setting: SettingOf): Connectors {
  const calls = limitCalls();
  const lastRecorded = new Map<number, number>();

  async function recordUse(id: number): Promise<void> {
    if ((lastRecorded.get(id) ?? 0) > Date.now() - RECORD_MS) return;
    lastRecorded.set(id, Date.now());
    await database.query('update chiave_api set ultimo_uso = now() where id = $1', [id]);
  }

  return {
    async userOf(hash) {
      const { rows } = await database.query<{ id: number; id_utente: number }>(
        `select id, id_utente from chiave_api
         where lower(hash) = $1 and revocata is null and (scadenza is null or scadenza >= $2::date)`,
        [hash, todayIn(setting)],
      );
      if (!rows[0]) return undefined;
      const wait = calls.take(rows[0].id, callLimit(setting));
      if (wait > 0)
        throw new Problem(429, 'too-many-calls', {
          params: { seconds: wait },
          headers: { 'retry-after': String(wait) },
        });
      await recordUse(rows[0].id);
      return rows[0].id_utente;
    },
  };
}
