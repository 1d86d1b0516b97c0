/** The settings' values at hand without a query; read again when one is saved here, and every few seconds for other servers. */
import { createHash } from 'node:crypto';
import type { SettingOf } from '../../../schemas/access.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';

const REFRESH_MS = 5000;

/** What the licence opens is asked for like a setting, so that access may depend on it. */
const VALUES = `
  select codice, valore from parametro
  union all
  select 'LicenzaConnettori', case when num_api_enabled = 0 then '0' else '1' end from licenza
  union all
  select 'LicenzaMtbf', case when mtbf = 1 and coalesce(data_scadenza_mtbf >= (now() at time zone
    coalesce((select nullif(valore, '') from parametro where codice = 'FusoOrario'), 'Europe/Rome'))::date, true)
    then '1' else '0' end from licenza`;

/** Where and as whom mails are sent, and who vouches for people, is the super admin's business. */
export const PRIVATE = /^(Smtp|Sso)/;

/** Alike on every server; nothing of what is private can be told from it. */
function versionOf(values: Map<string, string>): string {
  const told = [...values].filter(([code]) => !PRIVATE.test(code)).sort();
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 12);
}

export interface CurrentSettings {
  setting: SettingOf;
  version(): string;
  rules: RulesByResource;
  close(): void;
}

/** One value as it is stored, for who has no settings at hand. */
export async function settingOf(database: Queryable, code: string): Promise<string | null> {
  const text = 'select valore from parametro where codice = $1';
  const { rows } = await database.query<{ valore: string | null }>(text, [code]);
  return rows[0]?.valore ?? null;
}

export async function currentSettings(database: Queryable): Promise<CurrentSettings> {
  let values = new Map<string, string>();
  let version = '';
  const reload = async (): Promise<void> => {
    const { rows } = await database.query<{ codice: string; valore: string | null }>(VALUES);
    values = new Map(rows.map((row) => [row.codice, row.valore ?? '']));
    version = versionOf(values);
  };
  await reload();
  const timer = setInterval(() => void reload().catch(() => undefined), REFRESH_MS);
  timer.unref();
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
          });
        },
      },
    },
    close: () => clearInterval(timer),
  };
}
