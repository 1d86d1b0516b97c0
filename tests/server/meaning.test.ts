/** Normalised input, the same in every family: trimmed codes, notations of flags, empty choices. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity, Row } from '../../schemas/entity.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

let demo: Plant;
let admin: Client;

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  for (const { customFields } of demo.schemas.entities) {
    const path = customFields && `/${demo.schemas.byName.get(customFields.definitions)!.resource}`;
    for (const { id, obbligatorio } of path ? (await admin.get(`${path}/?pag=-1`)).data : [])
      if (obbligatorio) await admin.put(`${path}/${id}`, { obbligatorio: 0 });
  }
});
afterAll(() => demo.close());

const BLANKS = '\u00A0 \u2003\t';

/** Copies a row with changes to unique values. */
async function like(entity: Entity, changes: Row): Promise<Row> {
  const { rows } = await demo.database.query<Row>(
    `select * from "${entity.table}" where ${entity.delete === 'soft' ? 'canc = 0' : 'true'} order by "${entity.id}" desc limit 1`,
  );
  const sent = entity.fields.filter(
    (field) => !field.readOnly && !field.virtual && !field.custom && rows[0]?.[field.name] !== undefined,
  );
  const own = sent.flatMap(({ name, kind, reference }) =>
    kind === 'file' || rows[0]![name] === null || reference?.resource === entity.resource
      ? []
      : [[name, rows[0]![name]]],
  );
  return { ...Object.fromEntries(own), ...changes };
}

/** Entities whose codes users type. */
const coded = (): Entity[] =>
  demo.schemas.entities.filter(
    (entity) =>
      entity.key?.join() === 'codice' &&
      entity.calls.includes('create') &&
      !entity.view &&
      !entity.field('codice')!.readOnly,
  );

describe('a code', () => {
  it('is stored without blanks at its ends, in every family, so that it has no duplicate [D2]', async () => {
    const families = coded();
    expect(families.length).toBeGreaterThan(10);
    for (const entity of families) {
      const path = `/${entity.resource}/`;
      const first = await admin.post(path, await like(entity, { codice: `${BLANKS}PX-1${BLANKS}` }));
      expect(first, `${entity.name}: ${JSON.stringify(first.errors)}`).toMatchObject({ status: 200 });
      expect(first.data.codice, entity.name).toBe('PX-1');
      const twin = await admin.post(path, await like(entity, { codice: `PX-1${BLANKS}` }));
      expect(twin, entity.name).toMatchObject({ status: 409, errors: { codice: expect.any(String) } });
    }
  });

  it('of blanks is missing: refused if required, and generated if the server generates codes', async () => {
    const families = coded();
    for (const entity of families) {
      const answer = await admin.post(`/${entity.resource}/`, await like(entity, { codice: BLANKS }));
      const given = answer.status === 200 && /\w/.test(answer.data.codice);
      if (!given)
        expect(answer, entity.name).toMatchObject({ status: 422, errors: { codice: expect.any(String) } });
    }
    const asset = await admin.post(
      '/oggetto/',
      await like(demo.schemas.byResource.get('oggetto')!, { codice: BLANKS }),
    );
    expect(asset).toMatchObject({ status: 422, errors: { codice: 'Questo campo è obbligatorio' } });
  });

  it('is found even if copied with blanks [D2]', async () => {
    const encoded = encodeURIComponent(`${BLANKS}PX-1${BLANKS}`);
    for (const query of [`filtro=${encoded}`, `codice=${encoded}`])
      expect((await admin.get(`/oggetto/?pag=1&${query}`)).data, query).toMatchObject([{ codice: 'PX-1' }]);
  });

  it('stored earlier with a blank stays until someone changes it: other changes of its row are no duplicate', async () => {
    const { data } = await admin.post('/cdc/', { codice: 'OLD', descrizione: 'Prima' });
    const twin = await admin.post('/cdc/', { codice: 'OLD-2', descrizione: 'Prima' });
    await demo.database.query("update cdc set codice = 'OLD ' where id = $1", [twin.data.id]);
    const form = { codice: 'OLD ', descrizione: 'Dopo' };
    expect((await admin.put(`/cdc/${twin.data.id}`, form)).data).toMatchObject(form);
    expect(await admin.put(`/cdc/${twin.data.id}`, { codice: ' OLD' })).toMatchObject({ status: 409 });
    expect(data.codice).toBe('OLD');
  });
});

describe('a flag', () => {
  const YES = [1, '1', true, 'true'];
  const NO = [0, '0', false, 'false'];
  let user: number;
  beforeAll(async () => {
    user = await demo.idOf('utente', { mail: 'tecnico@officina.example' });
    await admin.post('/magazzino/campo/', {
      id_classe: -1,
      campo_tabella: 'campo_boolean9',
      label: 'Ignifugo',
      obbligatorio: 0,
    });
  });

  it('is accepted in any of the usual notations, also as a custom field [W9]', async () => {
    const id = await demo.idOf('magazzino', {
      canc: 0,
      codice: (await admin.get('/magazzino/')).data[0].codice,
    });
    for (const [values, stored] of [
      [YES, 1],
      [NO, 0],
    ] as const)
      for (const value of values) {
        expect(
          (await admin.put(`/utente/${user}`, { is_email_enabled: value })).data,
          String(value),
        ).toMatchObject({
          is_email_enabled: stored,
        });
        expect((await admin.put(`/magazzino/${id}`, { campo_boolean9: value })).data).toMatchObject({
          campo_boolean9: stored,
        });
        const setting = await demo.idOf('parametro', { codice: 'OdlConTimestamp' });
        expect((await admin.put(`/parametro/${setting}`, { valore: value })).data.valore).toBe(
          String(stored),
        );
      }
    expect((await admin.put(`/magazzino/${id}`, { campo_boolean9: null })).data.campo_boolean9).toBeNull();
    await admin.put(`/utente/${user}`, { is_email_enabled: 1 });
  });

  it('is accepted as a filter in any of them [W9]', async () => {
    const countFor = async (value: unknown) => (await admin.get(`/utente/?pag=1&attivo=${value}`)).tot;
    for (const values of [YES, NO])
      expect(new Set(await Promise.all(values.map(countFor))).size, String(values)).toBe(1);
    expect(await countFor('-1')).toBe((await admin.get('/utente/?pag=1')).tot);
  });

  it('is never neither, and nothing but yes or no [W9]', async () => {
    for (const value of [null, '', 2, 'sì', {}])
      expect(await admin.put(`/utente/${user}`, { attivo: value }), String(value)).toMatchObject({
        status: 422,
        errors: { attivo: expect.any(String) },
      });
  });
});

describe('required values', () => {
  it.each([
    ['manutenzione/schedulazione', ['unita_misura', 'interno', 'frequenza']],
    ['camporeport', ['provenienza', 'ordine', 'campo']],
  ])('are checked before defaults are applied: %s', async (resource, names) => {
    const entity = demo.schemas.byResource.get(resource)!;
    const changes = entity.field('codice') ? { codice: 'REQ-1' } : {};
    for (const name of names) {
      const { [name]: _left, ...rest } = await like(entity, changes);
      expect(await admin.post(`/${resource}/`, rest), name).toMatchObject({
        status: 422,
        errors: { [name]: 'Questo campo è obbligatorio' },
      });
    }
  });
});

describe('-1', () => {
  it.each([
    ['/odl/', 'tipoFrequenza'],
    ['/odl/', 'idRicambio'],
    ['/manutenzione/schedulazione/', 'tipoFrequenza'],
    ['/manutenzione/schedulazione/', 'unitaMisura'],
    ['/odl/', 'priorita'],
    ['/odl/', 'idTecnico'],
    ['/ricambio/', 'idsRicambi'],
    ['/ricambio/', 'idClasse'],
    ['/ricambio/', 'magazzino'],
    ['/magazzino/', 'idClasse'],
    ['/oggetto/', 'idClasse'],
    ['/oggetto/', 'criticita'],
  ])('is nothing chosen: %s by %s', async (path, name) => {
    const all = await admin.get(`${path}?pag=1`);
    const answer = await admin.get(`${path}?pag=1&${name}=-1`);
    expect(answer, answer.description).toMatchObject({ status: 200, tot: all.tot });
  });
});
