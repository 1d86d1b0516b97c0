/** A plant with an asset of all organisations, for tests of rows linked to interventions. */
import type { Row } from '../../../schemas/entity.ts';
import type { Client } from '../plant/plant.ts';
import { type Store, store } from '../stock/store.ts';

export interface Works extends Store {
  machine: number;
  people: Record<'SUADMIN' | 'SUPER' | 'RESP' | 'RIFTEC', Client>;
  ids: Record<'SUADMIN' | 'SUPER' | 'RESP' | 'RIFTEC', number>;
  /** Creates an intervention in a state, by default without a technician and reported by the requester. */
  order(more?: Row & { state?: string }): Promise<number>;
  one(sql: string, values?: unknown[]): Promise<Row>;
}

const MAILS = {
  SUADMIN: 'superadmin@officina.example',
  SUPER: 'admin@officina.example',
  RESP: 'segnalatore@officina.example',
  RIFTEC: 'tecnico@officina.example',
};

const each = async <T>(make: (who: keyof typeof MAILS) => Promise<T>) =>
  Object.fromEntries(
    await Promise.all(Object.keys(MAILS).map(async (who) => [who, await make(who as keyof typeof MAILS)])),
  ) as Record<keyof typeof MAILS, T>;

export async function works(): Promise<Works> {
  const plant = await store();
  const { demo } = plant;
  const machine = await plant.asset('OGG-PROVA');
  const ids = await each((who) => demo.idOf('utente', { mail: MAILS[who] }));
  const one = async (sql: string, values: unknown[] = []): Promise<Row> =>
    (await demo.database.query<Row>(sql, values)).rows[0]!;
  return {
    ...plant,
    machine,
    ids,
    people: await each((who) => demo.as(who)),
    one,
    async order({ state, ...more } = {}) {
      const code = state ?? (more.id_tecnico ? 'AS' : 'AP');
      const id = await plant.intervention((more.id_oggetto as number) ?? machine, { state: code });
      const set = { id_tecnico: null, id_usr_ins: ids.RESP, ...more };
      const names = Object.keys(set);
      await demo.database.query(
        `update odl set ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')} where id = $1`,
        [id, ...Object.values(set)],
      );
      return id;
    },
  };
}
