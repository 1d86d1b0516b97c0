/** Rows in use are not deleted unseen: the refusal counts the uses, and a replacement is possible [O1]. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { usesOf } from '../../schemas/uses.ts';
import { ownPlant } from './plant/plant.ts';

const { demo, admin } = await ownPlant();

const made = async (resource: string, row: Row): Promise<number> => {
  const { data, errors } = await admin.post(`/${resource}/`, row);
  expect(errors, JSON.stringify(errors)).toBeUndefined();
  const { id } = demo.schemas.byResource.get(resource)!;
  return data[id];
};

describe('whatever is chosen somewhere', () => {
  it('is refused deletion with the number of uses, in every family', async () => {
    let refused = 0;
    for (const entity of demo.schemas.entities.filter(({ calls }) => calls.includes('delete')))
      for (const { entity: other, field, stays } of usesOf(entity, demo.schemas.entities)) {
        if (stays) continue;
        const live = other.delete === 'soft' ? ' and u.canc = 0' : '';
        const { rows } = await demo.database.query<{ id: number; n: number }>(
          `select t."${entity.id}" as id, count(*)::int as n from "${entity.table}" t
           join "${other.table}" u on u."${field.name}" = t."${entity.id}"${live} group by 1 limit 1`,
        );
        const name = `${entity.resource} by ${other.resource}.${field.name}`;
        if (!rows[0] || entity.protect.length > 0) continue;
        const path = `/${entity.resource}/${rows[0].id}`;
        const use = { risorsa: other.resource, campo: field.name, quanti: rows[0].n, resta: 0 };
        if (!entity.hierarchy)
          expect((await admin.get(`${path}/utilizzi`)).data.utilizzi, name).toContainEqual(use);
        const answer = await admin.del(path, { language: 'it' });
        expect(answer, `${name}: ${answer.description}`).toMatchObject({ status: 409 });
        if (answer.description.startsWith('In uso')) refused++;
      }
    expect(refused).toBeGreaterThan(15);
  });
});

describe('a department', () => {
  it('is replaced by another: its references change, with their versions and history', async () => {
    const [old, other] = [
      await made('reparto', { codice: 'USE-A', descrizione: 'Prima' }),
      await made('reparto', { codice: 'USE-B', descrizione: 'Dopo' }),
    ];
    const asset = (await admin.get('/oggetto/?pag=1')).data[0].id;
    const before = (await admin.put(`/oggetto/${asset}`, { id_reparto: old })).data;
    expect(before.id_reparto).toBe(old);
    const user = await demo.idOf('utente', { mail: 'tecnico@officina.example' });
    for (const id_reparto of [old, other]) await admin.post(`/utente/${user}/reparto/`, { id_reparto });

    const refused = await admin.del(`/reparto/${old}`, { language: 'it' });
    expect(refused).toMatchObject({ status: 409, result: -1 });
    expect(refused.description).toMatch(/^In uso, quindi non eliminabile: \d+ ogget/);
    expect((await admin.del(`/reparto/${old}`, { language: 'en' })).description).toMatch(
      /^In use.*\d+ asset/,
    );
    for (const wrong of [old, 'x', 2_000_000_000])
      expect(await admin.del(`/reparto/${old}?sostituisci=${wrong}`)).toMatchObject({
        status: 422,
        errors: { sostituisci: expect.any(String) },
      });

    expect(await admin.del(`/reparto/${old}?sostituisci=${other}`)).toMatchObject({ status: 200 });
    expect((await admin.get(`/reparto/${old}`)).status).toBe(404);
    const { data: after } = await admin.get(`/oggetto/${asset}`);
    expect(after).toMatchObject({ id_reparto: other, versione: before.versione + 1 });
    const { data: history } = await admin.get(`/oggetto/${asset}/storico/`);
    expect(history[0].modifiche).toEqual([{ campo: 'id_reparto', da: old, a: other }]);
    expect(await demo.count(`utente_reparto where id_utente = ${user} and id_reparto = ${other}`)).toBe(1);
    expect(await demo.count(`utente_reparto where id_reparto = ${old}`)).toBe(0);
  });
});

describe('a class', () => {
  it('takes its custom fields along, and rows start empty where the replacement has another field', async () => {
    const [old, other] = [
      await made('magazzino/classe', { codice: 'USE-A', descrizione: 'Prima' }),
      await made('magazzino/classe', { codice: 'USE-B', descrizione: 'Dopo' }),
    ];
    const field = (id_classe: number, label: string) =>
      made('magazzino/campo', { id_classe, campo_tabella: 'campo_str14', label, obbligatorio: 0 });
    const definition = await field(old, 'Gas');
    await field(other, 'Colore');
    const store = (await admin.get('/magazzino/?pag=1')).data[0];
    await admin.put(`/magazzino/${store.id}`, { id_classe: old, campo_str14: 'Azoto' });
    expect(await admin.del(`/magazzino/classe/${old}`)).toMatchObject({ status: 409 });
    expect(await admin.del(`/magazzino/classe/${old}?sostituisci=${other}`)).toMatchObject({ status: 200 });
    const { data } = await admin.get(`/magazzino/${store.id}`);
    expect(data).toMatchObject({ id_classe: other, campo_str14: null });
    expect((await admin.get(`/magazzino/campo/${definition}`)).status).toBe(404);
  });
});

describe('an asset', () => {
  it('is put out of use instead of deleted, and past work still refers to it', async () => {
    const asset = (
      await demo.database.query<{ id: number }>(
        'select id_oggetto as id from manutenzione where canc = 0 order by 1 limit 1',
      )
    ).rows[0]!.id;
    const { data } = await admin.get(`/oggetto/${asset}/utilizzi/`);
    expect(data.sostituibile).toBe(0);
    expect(data.utilizzi).toContainEqual(expect.objectContaining({ risorsa: 'manutenzione', resta: 0 }));
    for (const use of data.utilizzi.filter(({ risorsa }: Row) => risorsa === 'odl'))
      expect(use.resta).toBe(1);
    const answer = await admin.del(`/oggetto/${asset}?sostituisci=1`);
    expect([409, 422]).toContain(answer.status);
  });
});

it('requires write access to all rows that refer to it', async () => {
  const technician = await demo.as('RIFTEC');
  expect((await technician.get('/reparto/1/utilizzi')).status).toBe(403);
  expect((await technician.del('/reparto/2?sostituisci=1')).status).toBe(403);
});
