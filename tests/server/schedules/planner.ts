/** The workshop with schedules and maintenances of an administrator, and their interventions. */
import { expect } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { localTime } from '../../../server/plant/plant-time.ts';
import { type Workshop, workshop } from '../interventions/workshop.ts';
import type { Answer, Client } from '../plant/plant.ts';

export interface Planner extends Workshop {
  /** Creates a monthly schedule for everyone by default. */
  schedule(more?: Row): Promise<Row>;
  maintain(schedule: Row, more?: Row): Promise<Row>;
  generate(schedule: Row, start: string, end: string, who?: Client): Promise<Answer>;
  /** The interventions of a maintenance: original date, current date, state code. */
  made(maintenance: Row): Promise<{ id: number; ori: string; day: string; state: string }[]>;
  /** Waits until no background work is running. */
  quiet(): Promise<void>;
}

let counted = 0;

export async function planner(): Promise<Planner> {
  const shop = await workshop();
  const { admin, ids, demo } = shop;
  const good = (answer: Answer): Row => {
    expect(answer, JSON.stringify(answer.errors ?? answer.description)).toMatchObject({
      status: 200,
      result: 0,
    });
    return answer.data;
  };
  return {
    ...shop,
    async schedule(more = {}) {
      counted += 1;
      return good(
        await admin.post('/manutenzione/schedulazione/', {
          codice: `SCH-T${counted}`,
          descrizione: 'Lubrificazione',
          id_organizzazione: 1,
          id_reparto: 1,
          id_tipo_guasto: ids.PRE,
          id_tipo_odl: 2,
          frequenza: 1,
          unita_misura: 3,
          tipo_rinnovo: 1,
          interno: 1,
          priorita: 2,
          ...more,
        }),
      );
    },
    maintain: async (schedule, more = {}) =>
      good(
        await admin.post('/manutenzione/', {
          id_schedulazione: schedule.id,
          id_oggetto: ids['FOL-L1-CF'],
          data_inizio: '2026-01-31',
          ...more,
        }),
      ),
    generate: (schedule, start, end, who = admin) =>
      who.post(`/manutenzione/schedulazione/${schedule.id}/periodo/`, {
        id: schedule.id,
        descrizione: schedule.descrizione,
        data_generazione_start: start,
        data_generazione_end: end,
      }),
    async made(maintenance) {
      const { rows } = await demo.database.query<Row>(
        `select o.id, o.data_ori_manutenzione as ori, o.data_ordine, s.codice as state
         from odl o join stato s on s.id = o.id_stato where o.id_manutenzione = $1 order by o.data_ori_manutenzione, o.id`,
        [maintenance.id],
      );
      return rows.map(({ id, ori, data_ordine, state }) => ({
        id: id as number,
        ori: ori as string,
        day: localTime(data_ordine as string, () => undefined).slice(0, 10),
        state: state as string,
      }));
    },
    async quiet() {
      await expect
        .poll(
          async () => {
            const { rows } = await demo.database.query("select 1 from attivita where stato = 'in_corso'");
            return rows.length;
          },
          { timeout: 30_000 },
        )
        .toBe(0);
    },
  };
}
