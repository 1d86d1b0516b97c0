/** The number at a tab is that of its list, also for users who see some organisations or departments. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { type Client, ownPlant } from './plant/plant.ts';

const { demo, admin } = await ownPlant();
const technician = await demo.as('RIFTEC');
/** An administrator of one plant. */
const manager = await demo.asUser('paolo.galli@officina.example');

// Outside of the technician's organisation: parts used on an asset in it, and a warehouse.
await demo.database.query(`
  update ricambio set id_organizzazione = (select id from organizzazione where codice = 'PAR') where id in (
    select v.id_ricambio from movimentazione v join odl o on o.id = v.id_odl
      join organizzazione g on g.id = o.id_organizzazione where g.codice = 'FOL' order by v.id limit 1)`);
await demo.database.query(`
  update magazzino set id_organizzazione = (select id from organizzazione where codice = 'PAR')
  where id = (select id_magazzino_da from movimentazione where id_magazzino_da is not null order by id desc limit 1)`);

const rowsOf = async (who: Client, resource: string, query = ''): Promise<Row[]> =>
  (await who.get(`/${resource}/?pag=-1${query}`)).data;
const total = async (who: Client, path: string): Promise<number | undefined> =>
  (await who.get(`${path}&pag=1&max_rows=1`)).tot;

/** Returns the numbers at the tab and of the list, and whether an administrator has a greater number. */
async function compared(who: Client, resource: string, name: string, list: (id: unknown) => string) {
  const rows = await rowsOf(who, resource);
  const all = new Map((await admin.get(`/${resource}/?pag=-1`)).data.map((row: Row) => [row.id, row[name]]));
  const atTabs = rows.map((row) => [row.codice, row[name]]);
  const ofLists = await Promise.all(rows.map(async (row) => [row.codice, await total(who, list(row.id))]));
  return { atTabs, ofLists, isLimited: rows.some((row) => Number(row[name]) < Number(all.get(row.id))) };
}

describe('the number at the tab of', () => {
  it.each([
    ['interventions of a part', 'ricambio', 'num_interventi', (id: unknown) => `/odl/?idRicambio=${id}`],
    [
      'movements of a part',
      'ricambio',
      'movimentazioni',
      (id: unknown) => `/ricambio/${id}/movimentazioni/?`,
    ],
    [
      'recommended parts',
      'oggetto',
      'num_ricambi_consigliati',
      (id: unknown) => `/ricambio/?idOggettoForConsigliati=${id}`,
    ],
    ['parts used', 'oggetto', 'num_ricambi', (id: unknown) => `/ricambio/?groupByPart=1&idOggetto=${id}`],
  ])('%s is the number of its rows', async (_what, resource, name, list) => {
    const { atTabs, ofLists, isLimited } = await compared(
      name === 'movimentazioni' ? manager : technician,
      resource,
      name,
      list,
    );
    expect(atTabs).toEqual(ofLists);
    expect(isLimited).toBe(true);
  });

  it('interventions of a part also sorts', async () => {
    const rows = await rowsOf(technician, 'ricambio', '&orderByCol=num_interventi&orderByDir=DESC');
    const numbers = rows.map((row) => Number(row.num_interventi));
    expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
  });
});
