/** Saved filters: owner, readers of shared ones, invalid values. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

let demo: Plant;
let planner: Client;
let technician: Client;

beforeAll(async () => {
  demo = await plant();
  [planner, technician] = [await demo.as('SUPER'), await demo.as('RIFTEC')];
});
afterAll(() => demo.close());

const ADDRESS = '/filtro-salvato/';
const VALUES = JSON.stringify({ filter: { priorita: '3' } });
const body = (more: Row = {}): Row => ({ nome: 'Urgenti', risorsa: 'odl', valori: VALUES, ...more });
const namesFor = async (client: Client, list = 'odl'): Promise<string[]> =>
  (await client.get(`${ADDRESS}?risorsa=${list}&pag=-1`)).data.map((row: Row) => row.nome);

describe('saved filters', () => {
  it('are private until an administrator shares them [list-filters]', async () => {
    const own = await planner.post(ADDRESS, body({ nome: 'Miei urgenti' }));
    expect(own).toMatchObject({ status: 200, data: { condiviso: 0, modificabile: 1 } });
    expect(await namesFor(technician)).not.toContain('Miei urgenti');
    expect((await technician.get(`${ADDRESS}${own.data.id}`)).status).toBe(404);
    const shared = await planner.put(`${ADDRESS}${own.data.id}`, { condiviso: 1 });
    expect(shared).toMatchObject({ status: 200, data: { condiviso: 1 } });
    const seen = await technician.get(`${ADDRESS}?risorsa=odl&nome=miei&pag=-1`);
    expect(seen.data).toMatchObject([{ nome: 'Miei urgenti', modificabile: 0, valori: VALUES }]);
    expect(seen.data[0].usr_ins).toMatch(/\w+ \w+/);
  });

  it('can be changed and deleted only by their authors', async () => {
    const { data } = await planner.post(ADDRESS, body({ nome: 'Del pianificatore', condiviso: 1 }));
    for (const answer of [
      await technician.put(`${ADDRESS}${data.id}`, { nome: 'Mio' }),
      await technician.del(`${ADDRESS}${data.id}`),
    ])
      expect(answer).toMatchObject({
        status: 403,
        description: 'Il filtro è di un altro utente: può cambiarlo solo chi lo ha salvato.',
      });
    expect((await planner.put(`${ADDRESS}${data.id}`, { nome: 'Altro nome' })).status).toBe(200);
    expect((await planner.del(`${ADDRESS}${data.id}`)).status).toBe(200);
    expect(await namesFor(planner)).not.toContain('Altro nome');
  });

  it('of former users can be deleted by the super admin, not changed', async () => {
    const admin = await demo.as('SUADMIN');
    const { data } = await planner.post(ADDRESS, body({ nome: 'Di chi se ne va', condiviso: 1 }));
    expect((await admin.del(`${ADDRESS}${data.id}`)).status).toBe(403);
    const mayDelete = async (who: typeof admin) => (await who.get(`${ADDRESS}${data.id}`)).data.eliminabile;
    expect(await mayDelete(admin)).toBe(0);
    const author = (await admin.get(`${ADDRESS}${data.id}`)).data.id_usr_ins;
    await demo.database.query('update utente set attivo = 0 where id = $1', [author]);
    expect(await mayDelete(admin)).toBe(1);
    expect(await mayDelete(technician)).toBe(0);
    expect((await admin.put(`${ADDRESS}${data.id}`, { nome: 'Mio' })).status).toBe(403);
    expect((await technician.del(`${ADDRESS}${data.id}`)).status).toBe(403);
    expect((await admin.del(`${ADDRESS}${data.id}`)).status).toBe(200);
    await demo.database.query('update utente set attivo = 1 where id = $1', [author]);
  });

  it('are shared by administrators only', async () => {
    const refused = await technician.post(ADDRESS, body({ condiviso: 1 }));
    expect(refused).toMatchObject({
      status: 422,
      errors: { condiviso: 'Il tuo ruolo non può modificare questo campo' },
    });
    const { status, data } = await technician.post(ADDRESS, body({ nome: 'Solo mio' }));
    expect(status).toBe(200);
    expect((await technician.put(`${ADDRESS}${data.id}`, { condiviso: 1 })).status).toBe(422);
    expect(await namesFor(planner)).not.toContain('Solo mio');
  });

  it('have unique names per user and list', async () => {
    expect((await planner.post(ADDRESS, body({ nome: 'Doppio' }))).status).toBe(200);
    expect((await technician.post(ADDRESS, body({ nome: 'Doppio' }))).status).toBe(200);
    expect((await planner.post(ADDRESS, body({ nome: 'Doppio', risorsa: 'oggetto' }))).status).toBe(200);
    const twin = await planner.post(ADDRESS, body({ nome: 'DOPPIO' }));
    expect(twin).toMatchObject({ status: 409, errors: { nome: expect.any(String) } });
  });

  it('belong to the requested list, which the user must see', async () => {
    const admin = await demo.as('SUADMIN');
    expect((await admin.post(ADDRESS, body({ nome: 'Tipi', risorsa: 'odl/tipoGuasto' }))).status).toBe(200);
    expect(await namesFor(admin)).not.toContain('Tipi');
    expect(await namesFor(admin, 'odl/tipoGuasto')).toEqual(['Tipi']);
    expect(
      (await admin.post(ADDRESS, body({ nome: 'Persone', risorsa: 'parametro', condiviso: 1 }))).status,
    ).toBe(200);
    expect(await namesFor(admin, 'parametro')).toEqual(['Persone']);
    expect(await namesFor(technician, 'parametro')).toEqual([]);
    for (const risorsa of ['parametro', 'inesistente'])
      expect(await technician.post(ADDRESS, body({ risorsa }))).toMatchObject({
        status: 422,
        errors: { risorsa: "L'elemento indicato non esiste" },
      });
  });

  it.each(['', 'filtro', '[]', '{}', '{"filter":[]}', 'null'])('are not %j', async (valori) => {
    const answer = await planner.post(ADDRESS, body({ valori }), { language: 'en' });
    expect(answer).toMatchObject({ status: 422, errors: { valori: expect.any(String) } });
  });

  it('come with the demo plant', async () => {
    expect(await namesFor(await demo.as('RESP'))).toContain('Priorità alta');
  });
});
