/** The schedules of the demo plant, linked to the interventions they generated. All of them are generated already. */

import type { Row } from '../../schemas/entity.ts';
import type { Transaction } from '../database/engine.ts';
import { onlyRow } from '../database/rows.ts';
import demo from './data/demo-schedules.json' with { type: 'json' };
import { dayFrom } from './demo-day.ts';
import type { Seeder } from './seeder.ts';

const LINK = `
  update odl o set id_tipo_odl = s.id_tipo_odl, id_schedulazione = s.id, id_manutenzione = m.id,
    data_ori_manutenzione = (o.data_ordine at time zone 'UTC')::date
  from manutenzione m join manutenzione_schedulazione s on s.id = m.id_schedulazione
  where m.id = $1 and o.id_oggetto = m.id_oggetto and o.descrizione = any($2::text[]) and o.id_manutenzione is null`;

export async function seedSchedules(
  transaction: Transaction,
  seeder: Seeder,
  now = new Date(),
): Promise<void> {
  const schedules = demo.schedules.map(({ periodo, ...row }): Row => {
    const [start, end] = periodo?.map((days) => dayFrom(now, days)) ?? [null, null];
    return { ...row, data_generazione_start: start, data_generazione_end: end };
  });
  await seeder.add({ resource: 'manutenzione/schedulazione', rows: schedules });
  const maintenances = demo.maintenances.map(({ giorno, lavori: _lavori, ...row }): Row => {
    const period = schedules.find(({ codice }) => codice === row.id_schedulazione);
    return { ...row, data_inizio: dayFrom(now, giorno), data_generata: period?.data_generazione_end };
  });
  const key = ['id_schedulazione', 'id_oggetto'];
  await seeder.add({ resource: 'manutenzione', key, rows: maintenances });
  for (const { id_schedulazione, id_oggetto, lavori } of demo.maintenances) {
    const { rows } = await transaction.query<{ id: number }>(
      'select min(id) as id from manutenzione where id_schedulazione = $1 and id_oggetto = $2',
      [
        await seeder.id('manutenzione/schedulazione', id_schedulazione),
        await seeder.id('oggetto', id_oggetto),
      ],
    );
    await transaction.query(LINK, [onlyRow(rows).id, lavori]);
  }
}
