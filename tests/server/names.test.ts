/** Names of roles, classes and places in the reader's language. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { ownPlant } from './plant/plant.ts';

const { demo, admin } = await ownPlant();

const first = async (path: string, language: 'it' | 'en'): Promise<Row> => {
  const { data } = await admin.get(path, { language });
  return Array.isArray(data) ? data[0] : data;
};

describe('names in two languages', () => {
  it.each([
    [
      'a role of people',
      '/utente/?pag=1&mail=admin%40officina.example',
      'ruolo',
      'Amministratore',
      'Administrator',
    ],
    ['a class of assets', '/oggetto/?pag=1&codice=FOL-L1-PR', 'classe', 'Pressa per pasta', 'Pasta press'],
    [
      'a department',
      '/oggetto/?pag=1&codice=FOL-L1&codice_esatto=1',
      'reparto',
      'Tutti i reparti',
      'All departments',
    ],
    [
      'an organisation',
      '/oggetto/?pag=1&codice=FOL-L1',
      'organizzazione',
      'Stabilimento di Foligno',
      'Foligno plant',
    ],
    ['a class of parts', '/ricambio/?pag=1&codice=CUS-6205', 'classe', 'Cuscinetti', 'Bearings'],
    [
      'a class of warehouses',
      '/magazzino/?pag=1&codice=MAG-FOL',
      'classe',
      'Magazzino centrale',
      'Central warehouse',
    ],
  ])('are returned by %s', async (_what, path, name, it, en) => {
    expect((await first(path, 'it'))[name]).toBe(it);
    expect((await first(path, 'en'))[name]).toBe(en);
  });

  it.each([
    ['/ruolo/?pag=1&filtro=shift lead', 'CAPOT'],
    ['/ruolo/?pag=1&filtro=Capotur', 'CAPOT'],
    ['/classe/?pag=1&filtro=pasta press', 'PRESSA'],
    ['/stato/?pag=1&all=1&filtro=Waiting', 'AR'],
    ['/reparto/?pag=1&descrizione=quality lab', 'LAB'],
  ])('are found by %s', async (path, code) => {
    expect((await first(path.replaceAll(' ', '%20'), 'en')).codice).toBe(code);
  });

  it('are next to the role in the token, which is in no language', async () => {
    const token = await demo.token('SUPER');
    const { user } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
    expect(user).toMatchObject({ ruolo: 'Amministratore', traduzioni_ruolo: { en: 'Administrator' } });
  });

  it('include those of custom fields: in the template of the class, on a record, in a report', async () => {
    const pump = (await admin.get('/oggetto/?pag=1&codice=FOL-CT1-P1')).data[0];
    const labels = async (language: 'it' | 'en'): Promise<string[]> =>
      (await admin.get(`/oggetto/${pump.id}`, { language })).data.campi.map(({ label }: Row) => label);
    expect(await labels('it')).toEqual(expect.arrayContaining(['Matricola', 'Portata (m³/h)']));
    expect(await labels('en')).toEqual(expect.arrayContaining(['Serial number', 'Flow rate (m³/h)']));
    const { data: definitions } = await admin.get(`/oggetto/template/${pump.id_classe}`, { language: 'en' });
    expect(definitions).toContainEqual(
      expect.objectContaining({ label: 'Matricola', traduzioni: { en: 'Serial number' } }),
    );
    const choices = '/camporeport/campo?provenienza=1&idClasseIntervento=-1';
    const offered = async (language: 'it' | 'en') =>
      (await admin.get(choices, { language })).data.map(({ descrizione }: Row) => descrizione);
    expect(await offered('it')).toContain('Causa del guasto');
    expect(await offered('en')).toContain('Cause of failure');
    const closed = (
      await admin.get('/odl/?pag=1&mostraChiusi=1&filtro=Fermo per rottura'.replaceAll(' ', '%20'))
    ).data[0];
    const printed = async (language: 'it' | 'en') =>
      (await admin.get(`/odl/${closed.id}/camporeport`, { language })).data.map(({ label }: Row) => label);
    expect(await printed('it')).toEqual(
      expect.arrayContaining(['Codice intervento', 'Componente sostituito']),
    );
    expect(await printed('en')).toEqual(expect.arrayContaining(['Intervention code', 'Replaced component']));
  });

  it('name a custom field in a refusal', async () => {
    const working = (await admin.get('/odl/?pag=1&filtro=Pacchi%20aperti')).data[0];
    const closed = await demo.idOf('stato', { codice: 'CH' });
    const refusal = await admin.put(`/odl/${working.id}`, { id_stato: closed }, { language: 'en' });
    expect(refusal.status).toBe(422);
    expect(Object.values(refusal.errors!).join(' ')).toContain('Cause of failure');
  });

  it('of every role, class, place, folder and custom field that the product or its demo plant brings', async () => {
    const { rows } = await demo.database.query<{ name: string }>(
      `select nome as name from ruolo where traduzioni->>'en' is null
       union all select descrizione from classe where traduzioni->>'en' is null
       union all select descrizione from odl_classe where traduzioni->>'en' is null
       union all select descrizione from ricambio_classe where traduzioni->>'en' is null
       union all select descrizione from magazzino_classe where traduzioni->>'en' is null
       union all select descrizione from stato where traduzioni->>'en' is null
       union all select descrizione from reparto where traduzioni->>'en' is null
       union all select descrizione from organizzazione where traduzioni->>'en' is null
       union all select label from oggetto_campo where traduzioni->>'en' is null
       union all select label from magazzino_campo where traduzioni->>'en' is null
       union all select label from ricambio_campo where traduzioni->>'en' is null
       union all select label from odl_campo where traduzioni->>'en' is null
       union all select label from camporeport where traduzioni->>'en' is null`,
    );
    expect(rows).toEqual([]);
  });
});
