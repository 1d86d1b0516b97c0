/** A plant with its own parts and warehouses, for tests of stock. */
import { expect } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { type Answer, type Client, type Plant, plant } from '../plant/plant.ts';

export interface Store {
  demo: Plant;
  admin: Client;
  /** Creates a part or a warehouse, by default for all organisations. */
  part(more?: Row): Promise<number>;
  warehouse(more?: Row): Promise<number>;
  location(warehouse: number, description: string): Promise<number>;
  /** Loads, or unloads a negative quantity; throws on an unexpected reply. */
  move(part: number, warehouse: number, quantity: number, more?: Row): Promise<Answer>;
  stock(part: number, query?: string): Promise<Row[]>;
  asset(code: string, more?: Row): Promise<number>;
  /** Creates an intervention on an asset, open by default. */
  intervention(asset: number, more?: { state?: string; when?: string; code?: string }): Promise<number>;
  close(): Promise<void>;
}

let number = 0;

/** Creates a class without required fields. */
async function classOf(admin: Client, resource: string, definitions: string): Promise<number> {
  const answer = await admin.post(`/${resource}/`, { codice: `T-${++number}`, descrizione: 'Prova' });
  expect(answer.status, answer.description).toBe(200);
  for (const { id, obbligatorio, id_classe } of (await admin.get(`/${definitions}/?pag=-1`)).data as Row[])
    if (obbligatorio === 1 && id_classe === -1)
      expect((await admin.put(`/${definitions}/${id}`, { obbligatorio: 0 })).status).toBe(200);
  return answer.data.id;
}

export async function store(): Promise<Store> {
  const demo = await plant();
  const admin = await demo.as('SUADMIN');
  const classes = {
    part: await classOf(admin, 'ricambio/classe', 'ricambio/campo'),
    warehouse: await classOf(admin, 'magazzino/classe', 'magazzino/campo'),
    asset: await classOf(admin, 'classe', 'oggetto/campo'),
  };
  const made = async (path: string, row: Row): Promise<number> => {
    const answer = await admin.post(path, { id_organizzazione: 1, id_reparto: 1, ...row });
    expect(answer.status, JSON.stringify(answer.errors ?? answer.description)).toBe(200);
    return answer.data.id;
  };
  const row = (prefix: string, id_classe: number, more: Row = {}): Row => {
    const codice = `${prefix}-${String(++number).padStart(4, '0')}`;
    return { codice, descrizione: `Prova ${codice}`, id_classe, ...more };
  };
  return {
    demo,
    admin,
    part: (more) => made('/ricambio/', { ...row('R', classes.part), unita_di_misura: 'pz', ...more }),
    warehouse: (more) => made('/magazzino/', row('M', classes.warehouse, more)),
    async location(warehouse, descrizione) {
      const answer = await admin.post(`/magazzino/${warehouse}/ubicazione/`, { descrizione });
      expect(answer.status, answer.description).toBe(200);
      return answer.data.id;
    },
    move: (part, id_magazzino, quantita, more = {}) =>
      admin.post(`/ricambio/${part}/giacenza/`, { id_ricambio: part, id_magazzino, quantita, ...more }),
    stock: async (part, query = '') => (await admin.get(`/ricambio/${part}/giacenza/${query}`)).data,
    asset: (codice, more) => made('/oggetto/', { ...row('O', classes.asset), codice, ...more }),
    async intervention(asset, { state = 'AP', when = '2026-03-10T08:00:00Z', code } = {}) {
      const { rows } = await demo.database.query<{ id: number }>(
        `insert into odl (codice, descrizione, id_oggetto, id_stato, id_tipo_guasto, data_ordine)
         select $1::text, 'Lavoro ' || $1::text, $2, s.id, (select min(id) from odl_tipoguasto where codice <> '*'), $4
         from stato s where s.codice = $3 returning id`,
        [code ?? `ODL-T-${++number}`, asset, state, when],
      );
      return rows[0]!.id;
    },
    close: () => demo.close(),
  };
}
