/** The demo plant's stock: an example of everything. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { checkStock } from '../../../server/domains/stock/check.ts';
import { type Client, type Plant, plant } from '../plant/plant.ts';

let demo: Plant;
let admin: Client;
beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUPER');
});
afterAll(() => demo.close());

it('has parts in several warehouses, some of them low, and a ledger that agrees', async () => {
  const parts = await admin.get('/ricambio/?pag=1&max_rows=1000');
  expect(parts.tot).toBeGreaterThanOrEqual(40);
  expect(new Set(parts.data.map((row: Row) => row.classe)).size).toBeGreaterThan(5);
  const low = (await admin.get('/ricambio/?pag=-1&sottoScorta=1')).data;
  expect(low.length).toBeGreaterThan(0);
  expect(low.length).toBeLessThan(parts.tot! / 3);
  for (const { id } of (await admin.get('/magazzino/?pag=-1')).data as Row[]) {
    expect((await admin.get(`/magazzino/${id}/giacenze-totali/`)).data.length).toBeGreaterThan(0);
    expect((await admin.get(`/magazzino/${id}/ubicazione/`)).data.length).toBeGreaterThan(0);
  }
  const { differences, movements } = await checkStock(demo.database);
  expect(differences).toEqual([]);
  expect(movements).toBeGreaterThan(80);
});

it('shows parts on assets, reserved for interventions and recommended', async () => {
  const used = (await admin.get('/ricambio/?groupByPart=1&pag=1')).data as Row[];
  expect(used.length).toBeGreaterThan(5);
  const machine = await admin.get(`/ricambio/?idOggetto=${used[0]!.id_oggetto}`);
  expect(machine.data.length).toBeGreaterThan(0);
  expect(await demo.count('prenotazione')).toBeGreaterThan(2);
  expect(await demo.count('oggetto_ricambi_consigliati')).toBeGreaterThan(5);
  const reserved = (await admin.get('/ricambio/?pag=-1')).data as Row[];
  expect(reserved.some((row) => Number(row.disponibile) < Number(row.giacenza))).toBe(true);
});

it('counts the parts of a machine with those of the assets below it', async () => {
  const { rows } = await demo.database.query<{ antenato: number }>(
    `select c.antenato from movimentazione v join odl o on o.id = v.id_odl
     join oggetto_discendenza c on c.discendente = o.id_oggetto and c.antenato <> c.discendente
     where not exists (select 1 from odl p join movimentazione w on w.id_odl = p.id where p.id_oggetto = c.antenato)
     order by c.antenato limit 1`,
  );
  const root = rows[0]!.antenato;
  const found = async (query: string) =>
    (await admin.get(`/ricambio/?idOggetto=${root}&${query}`)).data.length;
  expect(await found('aggiungiFigli=0')).toBe(0);
  expect(await found('aggiungiFigli=1')).toBeGreaterThan(0);
  expect(await found('aggiungiFigli=1&groupByPart=0')).toBeGreaterThan(0);
});
