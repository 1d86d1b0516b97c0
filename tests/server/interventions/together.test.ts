/** Many users at one intervention: no errors, no lost writes, no unfinished items after closing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkStock } from '../../../server/domains/stock/check.ts';
import { formOf } from '../../files/sample-files.ts';
import { drawn } from '../../files/signature.ts';
import type { Answer } from '../plant/plant.ts';
import { type Works, works } from './works.ts';

let plant: Works;
let tipo: number;
let warehouse: number;
const state: Record<string, number> = {};
beforeAll(async () => {
  plant = await works();
  const { demo } = plant;
  for (const codice of ['IC', 'CH']) state[codice] = await demo.idOf('stato', { codice });
  tipo = await demo.idOf('costo/tipo-costo', { descrizione: 'Manodopera' });
  warehouse = await plant.warehouse();
  await demo.database.query('update controllo set canc = 1');
  await demo.database.query(
    `insert into stato_struttura (id_stato_padre, id_stato, id_ruolo, id_tipo_intervento)
     select a.id, b.id, -1, -1 from stato a, stato b where a.codice = 'CH' and b.codice = 'IC' on conflict do nothing`,
  );
});
afterAll(() => plant.close());

async function checklist(): Promise<number> {
  const { admin } = plant;
  const { id } = (await admin.post('/checklist/', { descrizione: 'Insieme' })).data;
  for (const [ordine, descrizione] of ['Olio', 'Cinghia', 'Ripari'].entries()) {
    const item = (await admin.post('/checklist/voce/', { descrizione })).data.id;
    await admin.post('/checklist/relazione/', { id_checklist: id, id_voce: item, obbligatoria: '1', ordine });
  }
  return id;
}

it('works at the same time on its states, checklist, parts, costs, signatures and reports', async () => {
  const { admin } = plant;
  const [odl, part] = [await plant.order({ state: 'IC' }), await plant.part()];
  await plant.move(part, warehouse, 100);
  await plant.demo.database.query("update stato set richiedi_firma_rapportino = 1 where codice = 'CH'");
  expect((await admin.put(`/odl/${odl}`, { id_checklist: await checklist() })).status).toBe(200);
  const items: number[] = (await admin.get(`/odl/${odl}/checklist/`)).data.map(
    (item: { id: number }) => item.id,
  );
  const reserved = (await admin.post(`/odl/${odl}/prenotazione/`, { id_ricambio: part, quantita: 50 })).data
    .id;
  const form = await formOf([['firma.png', drawn()]], 'signature');
  const withdrawal = { id_ricambio: part, quantita: -1, id_magazzino: warehouse, id_ubicazione: null };
  const acts: (() => Promise<Answer>)[] = [
    () => admin.put(`/odl/${odl}`, { id_stato: state.CH }),
    () => admin.put(`/odl/${odl}`, { id_stato: state.IC }),
    ...items.flatMap((item) => [
      () => admin.put(`/odl/${odl}/checklist/${item}`, { checked: 1 }),
      () => admin.put(`/odl/${odl}/checklist/${item}`, { checked: 0 }),
    ]),
    () => admin.post(`/odl/${odl}/ricambio/`, withdrawal),
    () => admin.post(`/odl/${odl}/ricambio/`, { ...withdrawal, quantita: 1 }),
    () => admin.put(`/odl/${odl}/prenotazione/${reserved}`, { quantita: 60 }),
    () => admin.post(`/odl/${odl}/costo/`, { descrizione: 'x', tipo, quantita: 1, costo: 1, flag: 1 }),
    () => admin.post(`/commento/intervento/${odl}`, { testo: 'x' }),
    () => admin.send('POST', `/rapportini/firme/tecnico/odl/${odl}`, form),
    () => admin.post(`/rapportini/odl/${odl}/stato/${state.CH}`, {}),
  ];
  const rounds = 4;
  const counted = { cost: 0, closed: 0 };
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(acts.map((act) => act()));
    const broken = answers.filter(({ status }) => status >= 500);
    expect(broken).toEqual([]);
    counted.cost += answers.at(-4)!.status === 200 ? 1 : 0;
    counted.closed += answers[0]!.result === 0 ? 1 : 0;
    const open = await plant.demo.count(
      `odl o join stato s on s.id = o.id_stato join odl_checklist c on c.id_odl = o.id
       where o.id = ${odl} and s.id_tipo_stato_odl = 4 and c.obbligatoria = 1 and c.checked = 0`,
    );
    expect(open).toBe(0);
  }
  expect(await plant.demo.count(`odl_costo where id_odl = ${odl}`)).toBe(counted.cost);
  expect((await checkStock(plant.demo.database)).differences).toEqual([]);
  const { data } = await admin.get(`/odl/${odl}`);
  expect(data).toMatchObject({ totale_attivo: counted.cost, num_commenti: rounds, is_firmato_tecnico: 1 });
  expect(await plant.demo.count(`rapportini where id_odl = ${odl} and concluso is null`)).toBeLessThanOrEqual(
    1,
  );
});
