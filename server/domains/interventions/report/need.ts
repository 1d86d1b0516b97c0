/** Whether the job report that a state asks for is there. */
import type { SettingOf } from '../../../../schemas/access.ts';

/** As JSON, the states for which the intervention $1 has a report that still counts. */
export const REPORTED = `
  (select coalesce(json_agg(p.id_stato), '[]') from rapportini p where p.id_odl = $1 and p.concluso is null)`;

export const reportsChecked = (setting: SettingOf): boolean => setting('RappValidCambioStat') === '1';
