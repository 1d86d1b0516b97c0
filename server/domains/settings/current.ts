/** The settings' values at hand without a query; read again when one is saved here, and every few seconds for other servers. */
import type { SettingOf } from '../../../schemas/access.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';

const REFRESH_MS = 5000;

export interface CurrentSettings {
  setting: SettingOf;
  rules: RulesByResource;
  close(): void;
}

export async function currentSettings(database: Queryable): Promise<CurrentSettings> {
  let values = new Map<string, string>();
  const reload = async (): Promise<void> => {
    const { rows } = await database.query<{ codice: string; valore: string | null }>(
      'select codice, valore from parametro',
    );
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
