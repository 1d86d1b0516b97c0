/** Whether the job report required by a state exists. */
import type { SettingOf } from '../../../../schemas/access.ts';

/** SQL of a JSON array with the states for which intervention $1 has a current report. */
export const REPORTED = `
  (select coalesce(json_agg(p.id_stato), '[]') from rapportini p where p.id_odl = $1 and p.concluso is null)`;

export const reportsChecked = (setting: SettingOf): boolean => setting('RappValidCambioStat') === '1';
