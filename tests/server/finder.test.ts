/** The global search: visibility, order, and an entity added to it by one line in its file. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { machinePlant } from './plant/machines.ts';
import type { Client, Plant } from './plant/plant.ts';

const WORDS = {
  'x-routes': { list: '/conf-macchine', form: '/upd-macchina/:id?' },
  'x-delete': 'soft',
  'x-finder': { code: 'codice', words: ['nome', 'segreto'], fact: 'reparto' },
};
const PROPERTIES = {
  nome: { type: 'string', title: 'Name', 'x-title': { it: 'Nome' } },
  segreto: {
    type: 'string',
    title: 'Secret',
    'x-title': { it: 'Segreto' },
    'x-read': [{ role: 'SUADMIN' }],
  },
};

const MACHINES: [code: string, name: string, organisation: string, department: string][] = [
  ['TRX-1', 'tornio parallelo', 'FOL', 'CON'],
  ['TRX-10', 'tornio verticale', 'FOL', 'CON'],
  ['AB-TRX-1', 'piccolo', 'FOL', 'CON'],
  ['TRX-2', 'tornio di Parma', 'PAR', 'CON'],
  ['SCONTO-10%', 'non TRX-1 ma 100% tornio_x', 'FOL', 'CON'],
];

let demo: Plant;
let ids: Record<string, number>;
let close: () => Promise<void>;
beforeAll(async () => {
  const machines = MACHINES.map(([codice, nome, organisation, department]) => ({
    codice,
    nome,
    segreto: 'cassaforte',
    organisation,
    department,
  }));
  ({ demo, ids, close } = await machinePlant(WORDS, PROPERTIES, machines));
});
afterAll(() => close());

const find = async (who: Client, text: string): Promise<Row[]> => {
  const answer = await who.get(`/cerca/?q=${encodeURIComponent(text)}`);
  expect(answer.status, answer.description).toBe(200);
  return answer.data;
};
const hitsOf = async (who: Client, text: string, resource: string): Promise<Row[]> =>
  ((await find(who, text)).find(({ risorsa }) => risorsa === resource)?.righe as Row[]) ?? [];
const codesOf = async (who: Client, text: string): Promise<unknown[]> =>
  (await hitsOf(who, text, 'macchina')).map(({ codice }) => codice);

describe('an entity with x-finder in its file', () => {
  it('is found by code and words, with one fact; matching codes come first', async () => {
    const admin = await demo.as('SUADMIN');
    expect(await hitsOf(admin, 'TRX-1', 'macchina')).toEqual([
      { id: ids['TRX-1'], codice: 'TRX-1', testo: 'tornio parallelo cassaforte', fatto: 'Confezionamento' },
      expect.objectContaining({ codice: 'TRX-10' }),
      expect.objectContaining({ codice: 'AB-TRX-1' }),
      expect.objectContaining({ codice: 'SCONTO-10%' }),
    ]);
  });

  it.each([
    ['  trx-10\t', ['TRX-10']],
    ['parallelo  TORNIO', ['TRX-1']],
    ['10%', ['SCONTO-10%']],
    ['tornio_x', ['SCONTO-10%']],
    ['b-', ['AB-TRX-1']],
    ['niente di simile', []],
    ['   ', []],
    ["'; drop table odl --", []],
  ])('by %j', async (text, codes) => {
    expect(await codesOf(await demo.as('SUADMIN'), text)).toEqual(codes);
  });

  it('at once by its code and among the first of its list, and then whatever else', async () => {
    const admin = await demo.as('SUADMIN');
    const atOnce = async (text: string): Promise<unknown[]> => {
      const answer = await admin.get(`/cerca/?q=${encodeURIComponent(text)}&subito=1`);
      expect(answer.status, answer.description).toBe(200);
      const rows = (answer.data as Row[]).find(({ risorsa }) => risorsa === 'macchina')?.righe as Row[];
      return (rows ?? []).map(({ codice }) => codice);
    };
    for (const text of ['trx-10', 'parallelo tornio'])
      expect(await atOnce(text)).toEqual(await codesOf(admin, text));
    const mayBeMore = async (text: string): Promise<unknown[]> => {
      const { data } = await admin.get(`/cerca/?q=${encodeURIComponent(text)}&subito=1`);
      return (data as Row[]).filter(({ risorsa }) => risorsa === 'macchina').map(({ altre }) => altre);
    };
    // One letter is too short for the second search.
    expect(await mayBeMore('trx-10')).toEqual([1]);
    expect(await mayBeMore('tr')).toEqual([1]);
    expect(await mayBeMore('t')).toEqual([0]);
  });

  it('is found only by users who see it in the list', async () => {
    const reporter = await demo.as('RESP');
    expect(await codesOf(reporter, 'trx-2')).toEqual([]);
    expect(await codesOf(reporter, 'parma')).toEqual([]);
    expect(await codesOf(await demo.asUser('paolo.galli@officina.example'), 'tornio')).toEqual(['TRX-2']);
  });

  it('is not found by fields that the user may not read', async () => {
    const reporter = await demo.as('RESP');
    expect(await codesOf(reporter, 'cassaforte')).toEqual([]);
    expect(await hitsOf(reporter, 'TRX-10', 'macchina')).toEqual([
      expect.objectContaining({ testo: 'tornio verticale' }),
    ]);
  });

  it('is not found if deleted, and reports that there are more', async () => {
    const admin = await demo.as('SUADMIN');
    for (let n = 1; n <= 7; n++) {
      const made = await admin.post('/macchina/', {
        codice: `MANY-${n}`,
        id_organizzazione: 1,
        id_reparto: 1,
      });
      expect(made.status).toBe(200);
      if (n === 1) expect((await admin.del(`/macchina/${made.data.id}`)).status).toBe(200);
    }
    const found = (await find(admin, 'many')).find(({ risorsa }) => risorsa === 'macchina')!;
    expect((found.righe as Row[]).map(({ codice }) => codice)).toEqual(
      [2, 3, 4, 5, 6, 7].map((n) => `MANY-${n}`),
    );
    expect(found.altre).toBe(0);
    await admin.post('/macchina/', { codice: 'MANY-8', id_organizzazione: 1, id_reparto: 1 });
    expect((await find(admin, 'many')).find(({ risorsa }) => risorsa === 'macchina')!.altre).toBe(1);
  });
});

describe('the records of the plant', () => {
  const resources = async (who: Client, text: string): Promise<unknown[]> =>
    (await find(who, text)).map(({ risorsa }) => risorsa);

  it('people are found by users who may open them', async () => {
    const people = async (who: 'SUADMIN' | 'RIFTEC' | 'RESP'): Promise<unknown[]> =>
      (await hitsOf(await demo.as(who), 'galli paolo', 'utente')).map(({ testo }) => testo);
    expect(await people('SUADMIN')).toEqual(['Paolo Galli paolo.galli@officina.example']);
    expect(await people('RIFTEC')).toEqual([]);
    expect(await people('RESP')).toEqual([]);
  });

  it('parts are not found by requesters', async () => {
    const { rows } = await demo.database.query<{ codice: string }>(
      'select codice from ricambio where canc = 0 order by id limit 1',
    );
    expect(await resources(await demo.as('SUADMIN'), rows[0]!.codice)).toContain('ricambio');
    expect(await resources(await demo.as('RESP'), rows[0]!.codice)).not.toContain('ricambio');
  });

  it('finished and decommissioned records are found too', async () => {
    const admin = await demo.as('SUADMIN');
    const { rows } = await demo.database.query<{ codice: string; stato: string }>(
      `select o.codice, s.descrizione as stato from odl o join stato s on s.id = o.id_stato
       where s.id_tipo_stato_odl = 4 order by o.id limit 1`,
    );
    const [hit] = await hitsOf(admin, rows[0]!.codice, 'odl');
    expect(hit).toMatchObject({ codice: rows[0]!.codice, fatto: rows[0]!.stato });
    await demo.database.query(
      'update oggetto set dismesso = 1 where codice = (select min(codice) from oggetto where canc = 0)',
    );
    const dismissed = await demo.database.query<{ codice: string }>(
      'select codice from oggetto where dismesso = 1 limit 1',
    );
    expect((await hitsOf(admin, dismissed.rows[0]!.codice, 'oggetto'))[0]).toMatchObject(dismissed.rows[0]!);
  });

  it.each(['SUADMIN', 'SUPER', 'RESP', 'RIFTEC'] as const)(
    '%s finds no intervention outside their list',
    async (who) => {
      const client = await demo.as(who);
      const all = await client.get('/odl/?mostraChiusi=1&pag=-1');
      const seen = new Set(all.data.map(({ codice }: Row) => codice));
      const { rows } = await demo.database.query<{ codice: string }>('select codice from odl order by id');
      const some = rows.filter((_, index) => index % Math.ceil(rows.length / 12) === 0);
      for (const { codice } of some)
        expect(
          (await hitsOf(client, codice, 'odl')).some((hit) => hit.codice === codice),
          codice,
        ).toBe(seen.has(codice));
    },
  );

  it('nobody finds anything without a session', async () => {
    expect((await (await demo.as('nobody')).get('/cerca/?q=a')).status).toBe(401);
  });
});
