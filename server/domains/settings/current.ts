/** The settings' values at hand without a query; read again when one is saved here, and every few seconds for other servers. */
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

export interface CurrentSettings {
  setting: SettingOf;
  rules: RulesByResource;
  close(): void;
}

export async function currentSettings(database: Queryable): Promise<CurrentSettings> {
  let values = new Map<string, string>();
  const reload = async (): Promise<void> => {
    const { rows } = await database.query<{ codice: string; valore: string | null }>(VALUES);
    values = new Map(rows.map((row) => [row.codice, row.valore ?? '']));
  };
  await reload();
  const timer = setInterval(() => void reload().catch(() => undefined), REFRESH_MS);
  timer.unref();
  return {
    setting: (code) => values.get(code),
    rules: {
      parametro: {
        async afterWrite(row, _before, { transaction }) {
          transaction.afterCommit(() => {
            if (row) values.set(String(row.codice), String(row.valore ?? ''));
          });
        },
      },
    },
    close: () => clearInterval(timer),
  };
}
