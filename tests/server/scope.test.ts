/** Rows of other organisations and departments are invisible to users without a link to them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { machinePlant } from './plant/machines.ts';
import type { Client, Plant } from './plant/plant.ts';

const places: Record<string, [string, string]> = {
  PACKING: ['FOL', 'CON'],
  PALLETS: ['FOL', 'PAL'],
  MILL: ['FOL', 'MUL'],
  PARMA: ['PAR', 'CON'],
  FOLIGNO: ['FOL', '*'],
  ANYWHERE: ['*', '*'],
  'ANY-PACKING': ['*', 'CON'],
};

let demo: Plant;
let admin: Client;
let ids: Record<string, number>;
let close: () => Promise<void>;
beforeAll(async () => {
  const machines = Object.entries(places).map(([codice, [organisation, department]]) => ({
    codice,
    organisation,
    department,
  }));
  ({ demo, ids, close } = await machinePlant({ 'x-traits': ['csv', 'history'] }, {}, machines));
  admin = await demo.as('SUADMIN');
});
afterAll(() => close());

const seenBy = async (who: Client, query = ''): Promise<string[]> => {
  const answer = await who.get(`/macchina/?pag=1${query}`);
  expect(answer.tot).toBe(answer.data.length);
  return answer.data.map((row: Row) => String(row.codice)).sort();
};

const SEEN: [string, (demo: Plant) => Promise<Client>, string[]][] = [
  ['a super administrator', (plant) => plant.as('SUADMIN'), Object.keys(places)],
  ['who has * and *', (plant) => plant.as('SUPER'), Object.keys(places)],
  [
    'who has one organisation and *',
    (plant) => plant.as('RIFTEC'),
    Object.keys(places).filter((code) => code !== 'PARMA'),
  ],
  [
    'who has one organisation and two departments',
    (plant) => plant.as('RESP'),
    ['PACKING', 'PALLETS', 'FOLIGNO', 'ANYWHERE', 'ANY-PACKING'],
  ],
  [
    'who has two organisations',
    (plant) => plant.asUser('paolo.galli@officina.example'),
    ['PARMA', 'ANYWHERE', 'ANY-PACKING'],
  ],
];

describe('rows seen by', () => {
  it.each(SEEN)('%s', async (_name, client, expected) => {
    expect(await seenBy(await client(demo))).toEqual([...expected].sort());
  });

  it('without an organisation: only rows of all organisations', async () => {
    const mail = 'federico.pellegrini@officina.example';
    const id = await demo.idOf('utente', { mail });
    await demo.database.query('delete from utente_organizzazione where id_utente = $1', [id]);
    expect(await seenBy(await demo.asUser(mail))).toEqual(['ANYWHERE']);
  });

  it('without any organisation or department: none, and none is made [R2]', async () => {
    const mail = 'federico.pellegrini@officina.example';
    const id = await demo.idOf('utente', { mail });
    for (const dimension of ['organizzazione', 'reparto'])
      for (const link of (await admin.get(`/utente/${id}/${dimension}/`)).data)
        await admin.del(`/utente/${id}/${dimension}/${link[`id_${dimension}`]}`);
    const nobody = await demo.asUser(mail);
    expect(await seenBy(nobody)).toEqual([]);
    expect((await nobody.get(`/macchina/${ids.ANYWHERE}`)).status).toBe(404);
    const everywhere = { id_organizzazione: 1, id_reparto: 1 };
    expect(await nobody.post('/macchina/', { codice: 'Y', ...everywhere })).toMatchObject({ status: 403 });
    expect(await demo.count("macchina where codice = 'Y'")).toBe(0);
  });

  it('a filter does not reveal rows out of scope', async () => {
    const reporter = await demo.as('RESP');
    const parma = await demo.idOf('organizzazione', { codice: 'PAR' });
    expect(await seenBy(reporter, `&id_organizzazione=${parma}`)).toEqual([]);
  });

  it('an export has the same rows as the list', async () => {
    const text = Buffer.from((await (await demo.as('RESP')).get('/macchina/csv/')).data, 'base64').toString();
    expect(text).toContain('PACKING');
    expect(text).not.toContain('PARMA');
    expect(text).not.toContain('MILL');
  });
});

describe('a row out of scope', () => {
  it.each(['PARMA', 'MILL'])('does not exist for a requester: %s', async (code) => {
    const reporter = await demo.as('RESP');
    const path = `/macchina/${ids[code]}`;
    expect((await reporter.get(path)).status).toBe(404);
    expect((await reporter.put(path, { codice: 'MIA' })).status).toBe(404);
    expect((await reporter.del(path)).status).toBe(404);
    expect((await reporter.get(`${path}/storico/`)).status).toBe(404);
    expect((await admin.get(path)).data.codice).toBe(code);
  });

  it('is not made, and none is moved there', async () => {
    const reporter = await demo.as('RESP');
    const [organisation, department] = [
      await demo.idOf('organizzazione', { codice: 'PAR' }),
      await demo.idOf('reparto', { codice: 'CON' }),
    ];
    const made = await reporter.post('/macchina/', {
      codice: 'X',
      id_organizzazione: organisation,
      id_reparto: department,
    });
    expect(made).toMatchObject({
      status: 403,
      description: "L'organizzazione o il reparto non sono fra i tuoi.",
    });
    const moved = await reporter.put(`/macchina/${ids.PACKING}`, { id_organizzazione: organisation });
    expect(moved.status).toBe(403);
    expect(await demo.count("macchina where codice = 'X'")).toBe(0);
  });

  it('becomes visible when the user is given its organisation', async () => {
    const mail = 'elena.tosi@officina.example';
    const planner = await demo.asUser(mail);
    expect(await seenBy(planner)).not.toContain('PARMA');
    const [id, parma] = [
      await demo.idOf('utente', { mail }),
      await demo.idOf('organizzazione', { codice: 'PAR' }),
    ];
    await admin.post(`/utente/${id}/organizzazione/`, { id_organizzazione: parma });
    expect(await seenBy(planner)).toContain('PARMA');
    await admin.del(`/utente/${id}/organizzazione/${parma}`);
    expect(await seenBy(planner)).not.toContain('PARMA');
  });
});

describe('organisations and departments themselves', () => {
  const codes = (rows: Row[]): string[] => rows.map((row) => String(row.codice)).sort();

  it('are offered to users within their scope', async () => {
    const reporter = await demo.as('RESP');
    expect(codes((await reporter.get('/reparto/')).data)).toEqual(['CON', 'PAL']);
    expect(codes((await reporter.get('/organizzazione/')).data)).toEqual(['FOL']);
  });

  it('include the row that means all, on request', async () => {
    const reporter = await demo.as('RESP');
    expect(codes((await reporter.get('/reparto/?showRepAll=1')).data)).toEqual(['*', 'CON', 'PAL']);
    expect(codes((await reporter.get('/organizzazione/?showOrgAll=1')).data)).toEqual(['*', 'FOL']);
  });
});

it('a new entity file is a table, calls, access and a description', async () => {
  const described = (await admin.get('/info/openapi-specification/')).data;
  expect(Object.keys(described.paths)).toEqual(
    expect.arrayContaining(['/api/cmms/macchina/', '/api/cmms/macchina/{id}/', '/api/cmms/macchina/csv/']),
  );
  expect((await admin.get('/schema/')).data.machine['x-resource']).toBe('macchina');
});
