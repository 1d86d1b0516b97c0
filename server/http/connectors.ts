/** Connectors: system users that call with a key. Which keys work, how often each may call, when it last did. */
import type { SettingOf } from '../../schemas/access.ts';
import type { Row } from '../../schemas/entity.ts';
import type { Database } from '../database/engine.ts';
import { todayIn } from './plant-time.ts';
import { Problem } from './problem.ts';
import { limitCalls } from './rate-limit.ts';

export type KeyState = 'nuova' | 'attiva' | 'scaduta' | 'revocata';

/** The last day still counts. */
export function stateOfKey({ revocata, prefisso, scadenza }: Row, today: string): KeyState {
  if (revocata) return 'revocata';
  if (!prefisso) return 'nuova';
  return typeof scadenza === 'string' && scadenza < today ? 'scaduta' : 'attiva';
}

export const isLive = (key: Row, today: string): boolean => stateOfKey(key, today) === 'attiva';

const CALLS_A_MINUTE = 600;
const NOTED_MS = 60_000;

/** The setting, when it is a number; 0 limits nothing. */
function mostCalls(setting: SettingOf): number {
  const most = Number(setting('ConnettoriLimite') || CALLS_A_MINUTE);
  return most > 0 ? most : Number.POSITIVE_INFINITY;
}

export interface Connectors {
  /** The id of the system user whose key has this hash; refuses when it calls too often. */
  userOf(hash: string): Promise<number | undefined>;
}

export function createConnectors(database: Database, setting: SettingOf): Connectors {
  const calls = limitCalls();
  const noted = new Map<number, number>();

  async function note(id: number): Promise<void> {
    if ((noted.get(id) ?? 0) > Date.now() - NOTED_MS) return;
    noted.set(id, Date.now());
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
      const wait = calls.take(rows[0].id, mostCalls(setting));
      if (wait > 0)
        throw new Problem(429, 'too-many-calls', {
          params: { seconds: wait },
          headers: { 'retry-after': String(wait) },
        });
      await note(rows[0].id);
      return rows[0].id_utente;
    },
  };
}
