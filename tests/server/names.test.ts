/** What the plant calls its roles, classes and places: in the language of who asks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { type Client, type Plant, plant } from './plant.ts';

let demo: Plant;
let admin: Client;

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
});
afterAll(() => demo.close());

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
  ])('tell %s', async (_what, path, name, it, en) => {
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

  it('stand beside the role in the token, which is of no language', async () => {
    const token = await demo.token('SUPER');
    const { user } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
    expect(user).toMatchObject({ ruolo: 'Amministratore', traduzioni_ruolo: { en: 'Administrator' } });
  });

  it('of every role, class, place and folder that the product or its demo plant brings', async () => {
    const { rows } = await demo.database.query<{ name: string }>(
      `select nome as name from ruolo where traduzioni->>'en' is null
       union all select descrizione from classe where traduzioni->>'en' is null
       union all select descrizione from odl_classe where traduzioni->>'en' is null
       union all select descrizione from ricambio_classe where traduzioni->>'en' is null
       union all select descrizione from magazzino_classe where traduzioni->>'en' is null
       union all select descrizione from stato where traduzioni->>'en' is null
       union all select descrizione from reparto where traduzioni->>'en' is null
       union all select descrizione from organizzazione where traduzioni->>'en' is null`,
    );
    expect(rows).toEqual([]);
  });
});
