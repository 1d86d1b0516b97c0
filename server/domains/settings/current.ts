/**
 * The values of settings in memory. They are read again when a server of the plant saves a setting, and every few
 * seconds, in case its message was lost.
 */
import { createHash } from 'node:crypto';
import type { SettingOf } from '../../../schemas/access.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Topic } from '../../database/announcements.ts';
import type { Database, Queryable } from '../../database/engine.ts';

const REFRESH_MS = 5000;

/** The message has no values, because some are private. */
const CHANGED: Topic<'changed'> = {
  name: 'settings',
  accepts: (message) => message === 'changed',
};

/**
 * The query of all values. It includes the functions of the licence, so that access can depend on them like on a
 * setting.
 */
const VALUES = `
  select codice, valore from parametro
  union all
  select 'LicenzaConnettori', case when num_api_enabled = 0 then '0' else '1' end from licenza
  union all
  select 'LicenzaMtbf', case when mtbf = 1 and coalesce(data_scadenza_mtbf >= (now() at time zone
    coalesce((select nullif(valore, '') from parametro where codice = 'FusoOrario'), 'Europe/Rome'))::date, true)
    then '1' else '0' end from licenza`;

/** Settings only for the super administrator: the mail server and single sign-on. */
export const PRIVATE = /^(Smtp|Sso)/;

/** Returns a version that is the same on every server and does not depend on private settings. */
function versionOf(values: Map<string, string>): string {
  const visible = [...values].filter(([code]) => !PRIVATE.test(code)).sort();
  return createHash('sha256').update(JSON.stringify(visible)).digest('base64url').slice(0, 12);
}

export interface CurrentSettings {
  setting: SettingOf;
  version(): string;
  rules: RulesByResource;
  close(): void;
}

/** Reads one stored value, for callers without the settings in memory. */
export async function settingOf(database: Queryable, code: string): Promise<string | null> {
  const text = 'select valore from parametro where codice = $1';
  const { rows } = await database.query<{ valore: string | null }>(text, [code]);
  return rows[0]?.valore ?? null;
}

export async function currentSettings(database: Database): Promise<CurrentSettings> {
  let values = new Map<string, string>();
  let version = '';
  let changes = 0;
  const reload = async (): Promise<void> => {
    changes += 1;
    const change = changes;
    const { rows } = await database.query<{ codice: string; valore: string | null }>(VALUES);
    // A newer value was set in the meantime, or will be read soon.
    if (change !== changes) return;
    values = new Map(rows.map((row) => [row.codice, row.valore ?? '']));
    version = versionOf(values);
  };
  await reload();
  const reloadSoon = () => void reload().catch(() => undefined);
  const timer = setInterval(reloadSoon, REFRESH_MS);
  timer.unref();
  const { announcements } = database;
  const stopListening = announcements.listen(CHANGED, { received: reloadSoon, missed: reloadSoon });
  return {
    setting: (code) => values.get(code),
    version: () => version,
    rules: {
      parametro: {
        async afterWrite(row, _before, { transaction }) {
          transaction.afterCommit(() => {
            if (!row) return;
            values.set(String(row.codice), String(row.valore ?? ''));
            version = versionOf(values);
            announcements.announce(CHANGED, 'changed');
          });
        },
      },
    },
    close() {
      clearInterval(timer);
      stopListening();
    },
  };
}
