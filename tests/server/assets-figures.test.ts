/** Figures of assets, and linked rows: parts, cost centres, interventions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { inDays } from './plant/days.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

let demo: Plant;
let admin: Client;
/** Local to the plant. */
const today = inDays(0);
const year = Number(today.slice(0, 4));

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
});
afterAll(() => demo.close());

const asset = (codice: string): Promise<number> => demo.idOf('oggetto', { codice });
const setting = async (codice: string, valore: string): Promise<void> => {
  const id = await demo.idOf('parametro', { codice });
  expect((await admin.put(`/parametro/${id}`, { valore })).status).toBe(200);
};

async function add(codice: string, more: Row = {}): Promise<number> {
  const answer = await admin.post('/oggetto/', {
    codice,
    descrizione: 'Prova',
    id_classe: await demo.idOf('classe', { codice: 'IMPIANTO' }),
    id_organizzazione: await demo.idOf('organizzazione', { codice: 'FOL' }),
    id_reparto: await demo.idOf('reparto', { codice: 'CON' }),
    campo_str1: 'X',
    ...more,
  });
  expect(answer.status).toBe(200);
  return answer.data.id;
}

interface Work {
  state?: string;
  type?: string;
  planned?: string;
  start?: string | null;
  end?: string | null;
  off?: number;
}

async function work(oggetto: number, { state = 'CH', type = 'GUA', planned, start, end, off = 0 }: Work) {
  const { rows } = await demo.database.query<{ id: number }>(
    `insert into odl (descrizione, id_oggetto, id_stato, id_tipo_guasto, data_ordine, data_inizio, data_fine, is_mtbf_disabled)
     values ('x', $1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      oggetto,
      await demo.idOf('stato', { codice: state }),
      await demo.idOf('odl/tipoGuasto', { codice: type }),
      planned ?? null,
      start ?? null,
      end ?? null,
      off,
    ],
  );
  return rows[0]!.id;
}

describe('the counters of an asset', () => {
  it('count its interventions, the parts recommended and those used', async () => {
    const id = await add('FG-1');
    const of = async (): Promise<Row> => (await admin.get(`/oggetto/${id}`)).data;
    expect(await of()).toMatchObject({ num_interventi: 0, num_ricambi_consigliati: 0, num_ricambi: 0 });
    const intervention = await work(id, { state: 'AP' });
    const parts: number[] = [];
    for (const codice of ['FG-R1', 'FG-R2']) {
      const { rows } = await demo.database.query<{ id: number }>(
        `insert into ricambio (codice, descrizione, id_classe, id_organizzazione, id_reparto)
         select $1, 'Cuscinetto', (select min(id) from ricambio_classe), 1, 1 returning id`,
        [codice],
      );
      parts.push(rows[0]!.id);
      expect(
        (await admin.post(`/oggetto/${id}/ricambi-consigliati/`, { id_ricambio: parts.at(-1) })).status,
      ).toBe(200);
    }
    const { rows } = await demo.database.query<{ id: number }>(
      `insert into magazzino (codice, descrizione, id_classe, id_organizzazione, id_reparto)
       select 'FG-M', 'Prova', (select min(id) from magazzino_classe), 1, 1 returning id`,
    );
    for (const quantity of [1, 2])
      await demo.database.query(
        'insert into movimentazione (id_ricambio, id_magazzino_da, id_odl, quantita) values ($1, $2, $3, $4)',
        [parts[0], rows[0]!.id, intervention, quantity],
      );
    expect(await of()).toMatchObject({ num_interventi: 1, num_ricambi_consigliati: 2, num_ricambi: 1 });
    const { data } = await admin.get('/oggetto/?pag=1&codice=FG-1');
    expect(data[0]).toMatchObject({ num_interventi: 1, num_ricambi_consigliati: 2, num_ricambi: 1 });
    await demo.database.query('update ricambio set canc = 1 where id = $1', [parts[1]]);
    expect(await of()).toMatchObject({ num_ricambi_consigliati: 1 });
    expect((await admin.get(`/oggetto/${id}/ricambi-consigliati/`)).data).toHaveLength(1);
  });
});

describe('recommended parts', () => {
  it('are added and removed by administrators, each once [asset-admin-actions]', async () => {
    const id = await asset('FOL-L1-PR');
    const { rows } = await demo.database.query<{ id: number }>(
      `insert into ricambio (codice, descrizione, id_classe, id_organizzazione, id_reparto)
       select 'RC-R1', 'Guarnizione', (select min(id) from ricambio_classe), 1, 1 returning id`,
    );
    const part = rows[0]!.id;
    const path = `/oggetto/${id}/ricambi-consigliati/`;
    for (const who of ['RIFTEC', 'RESP'] as const)
      expect((await (await demo.as(who)).post(path, { id_ricambio: part })).status).toBe(403);
    const administrator = await demo.as('SUPER');
    expect((await administrator.post(path, { id_ricambio: part })).data).toMatchObject({ id_ricambio: part });
    expect(await administrator.post(path, { id_ricambio: part })).toMatchObject({
      status: 409,
      description: 'Il ricambio è già fra quelli consigliati per questo oggetto. Sceglierne un altro.',
      errors: { id_ricambio: 'Esiste già un elemento con questo valore' },
    });
    expect((await administrator.post(path, {})).errors).toEqual({
      id_ricambio: 'Questo campo è obbligatorio',
    });
    expect((await administrator.post(path, { id_ricambio: 2_147_483_647 })).status).toBe(422);
    expect((await administrator.get(path)).data).toContainEqual(
      expect.objectContaining({ id_ricambio: part }),
    );
    expect((await administrator.del(`${path}${part}`)).status).toBe(200);
    expect((await administrator.del(`${path}${part}`)).status).toBe(404);
  });

  it('are of an asset within reach', async () => {
    const reporter = await demo.as('RESP');
    expect((await reporter.get(`/oggetto/${await asset('PAR-L1')}/ricambi-consigliati/`)).status).toBe(404);
  });
});

describe('reliability', () => {
  const of = async (id: number, who = admin): Promise<Row> => {
    const { mtbf, mttr } = (await who.get(`/oggetto/${id}`)).data;
    return { mtbf, mttr };
  };
  /** Days of this year until today, in the plant. */
  const days = (): number => Math.round((Date.parse(today) - Date.parse(`${year}-01-01`)) / 86_400_000) + 1;
  const rounded = (value: number): number => Math.round(value * 100) / 100;

  it('counts closed failures of types that count [mtbf-type-enabled, mtbf-disabled-excluded, mtbf-units]', async () => {
    const id = await add('MT-1');
    expect(await of(id)).toEqual({ mtbf: null, mttr: null });
    const start = `${year}-01-01T06:00:00Z`;
    await work(id, { start, end: `${year}-01-01T09:00:00Z` });
    expect(await of(id)).toEqual({ mtbf: rounded(days() - 3 / 24), mttr: 3 });
    // Open, no failure, deleted, in another year.
    await work(id, { start, end: `${year}-01-01T20:00:00Z`, state: 'IC' });
    await work(id, { start, end: `${year}-01-01T20:00:00Z`, type: 'PRE' });
    await work(id, { start, end: `${year}-01-01T20:00:00Z`, off: 1 });
    await work(id, { start: `${year - 1}-06-01T06:00:00Z`, end: `${year - 1}-06-01T09:00:00Z` });
    expect(await of(id)).toEqual({ mtbf: rounded(days() - 3 / 24), mttr: 3 });
    // Without a start, it counts from the planned date.
    await work(id, { planned: `${year}-01-01T08:00:00Z`, end: `${year}-01-01T09:30:00Z` });
    expect(await of(id)).toEqual({ mtbf: rounded((days() - 4.5 / 24) / 2), mttr: 2.25 });
  });

  it('begins when the asset was there', async () => {
    const id = await add('MT-2', {
      data_installazione: `${year - 2}-01-01`,
      data_gestione_manutenzione: today,
    });
    await work(id, { start: `${year}-01-01T06:00:00Z`, end: `${year}-01-01T07:00:00Z` });
    const noon = `${today}T10:00:00Z`;
    await work(id, { start: noon, end: `${today}T16:00:00Z` });
    const expected = today === `${year}-01-01` ? { mtbf: 0.35, mttr: 3.5 } : { mtbf: 0.75, mttr: 6 };
    expect(await of(id)).toEqual(expected);
  });

  it('is on list and record for administrators and technicians, while licensed', async () => {
    const id = await asset('FOL-L1-PR');
    await work(id, { start: `${year}-01-01T06:00:00Z`, end: `${year}-01-01T07:00:00Z` });
    const reporter = await demo.as('RESP');
    for (const who of ['SUADMIN', 'SUPER', 'RIFTEC'] as const)
      expect(await of(id, await demo.as(who))).toEqual({ mtbf: expect.anything(), mttr: expect.anything() });
    const [seen] = (await reporter.get('/oggetto/?pag=1&codice=FOL-L1-CF')).data;
    expect(seen).not.toHaveProperty('mtbf');
    expect(seen).not.toHaveProperty('id_tipo_asset_critico');
    const [listed] = (await admin.get('/oggetto/?pag=1&codice=FOL-L1-PR&searchExactCode=1')).data;
    expect(listed.mttr).toBeGreaterThan(0);
  });
});

describe('without a licence', () => {
  it('are neither returned by reads nor by a creation', async () => {
    await demo.database.query('update licenza set mtbf = 0');
    const planner = await demo.as('SUPER');
    const names = async () => Object.keys((await planner.get(`/oggetto/${await asset('FOL')}`)).data);
    await expect.poll(names).not.toContain('mtbf');
    const { data, description } = await planner.post('/oggetto/', {
      codice: 'FG-LIC',
      descrizione: 'Senza licenza',
      id_classe: await demo.idOf('classe', { codice: 'FABBR' }),
      id_organizzazione: 1,
      id_reparto: 1,
      campo_str1: 'X',
    });
    expect(data?.codice, description).toBe('FG-LIC');
    expect(data).not.toHaveProperty('id_tipo_asset_critico');
    await demo.database.query('update licenza set mtbf = 1');
    await expect.poll(names).toContain('mtbf');
  });
});

describe('the assets of a cost centre', () => {
  it('are listed with the filters of assets, linked once and unlinked [cdc-required]', async () => {
    const centre = await demo.idOf('cdc', { codice: '4300' });
    const path = `/cdc/${centre}/oggetti/`;
    const codes = async (query = ''): Promise<string[]> =>
      (await admin.get(`${path}?${query}`)).data.map((row: Row) => row.codice);
    expect(await codes()).toEqual(['FOL-AC1', 'FOL-AC2', 'PAR-AC1']);
    expect(await codes('filtro=parma')).toEqual(['PAR-AC1']);
    expect(await codes(`idOggetto=${await asset('FOL')}`)).toEqual(['FOL-AC1', 'FOL-AC2']);
    expect(await codes('codice=fol-ac1&searchExactCode=1')).toEqual(['FOL-AC1']);
    const [first] = (await admin.get(`${path}?pag=1&max_rows=1`)).data;
    expect(first).toMatchObject({
      id_oggetto: await asset('FOL-AC1'),
      oggetto: 'FOL-AC1 - Compressore a vite 1',
    });

    const extra = await asset('FOL-GF1-C1');
    expect(await admin.post(path, {})).toMatchObject({
      status: 422,
      errors: { id_oggetto: 'Questo campo è obbligatorio' },
    });
    expect((await admin.post(path, { id_oggetto: extra })).status).toBe(200);
    expect(await admin.post(path, { id_oggetto: extra })).toMatchObject({
      status: 409,
      description: "L'oggetto è già abbinato a questo centro di costo. Sceglierne un altro.",
    });
    expect(await codes('filtro=frigo')).toEqual(['FOL-GF1-C1']);
    expect((await admin.del(`${path}${extra}`)).status).toBe(200);
    expect((await admin.del(`${path}${extra}`)).status).toBe(404);
    expect(await codes('filtro=frigo')).toEqual([]);
  });

  it('disappear with the asset', async () => {
    const [centre, id] = [await demo.idOf('cdc', { codice: '4300' }), await add('CC-1')];
    await admin.post(`/cdc/${centre}/oggetti/`, { id_oggetto: id });
    await admin.del(`/oggetto/${id}`);
    const { data } = await admin.get(`/cdc/${centre}/oggetti/?dismesso=1`);
    expect(data.map((row: Row) => row.codice)).not.toContain('CC-1');
  });

  it('belong to a centre that is there', async () => {
    expect((await admin.get('/cdc/2147483647/oggetti/')).status).toBe(404);
  });
});

describe('the cost centres of an asset', () => {
  it('are a lookup for all users, while the full list is for few', async () => {
    const reporter = await demo.as('RESP');
    const { data } = await reporter.get(`/cdc/?id_oggetto=${await asset('FOL-L1-CF')}`);
    expect(data.map((row: Row) => row.codice)).toEqual(['1400']);
    expect((await reporter.get(`/cdc/?id_oggetto=${await asset('FOL')}`)).data).toEqual([]);
    const named = await reporter.get(`/cdc/?id=${data[0].id}&pag=-1`);
    expect(named.data.map((row: Row) => row.codice)).toEqual(['1400']);
    expect((await reporter.get('/cdc/')).status).toBe(403);
    expect((await admin.get('/cdc/?id_oggetto=abc')).status).toBe(400);
    expect((await admin.get('/cdc/?pag=-1')).data.length).toBeGreaterThan(15);
  });

  it('are written by administrators while the settings say so [menu-cost-centres]', async () => {
    const centre = await demo.idOf('cdc', { codice: '4300' });
    const administrator = await demo.as('SUPER');
    await setting('VisConfAdmin', '1');
    await setting('VisCostCentersSup', '0');
    expect((await administrator.get(`/cdc/${centre}/oggetti/`)).status).toBe(403);
    await setting('VisCostCentersSup', '1');
    expect((await administrator.get(`/cdc/${centre}/oggetti/`)).status).toBe(200);
  });
});

describe('the list of interventions', () => {
  const assetsOf = async (who: Client, query = ''): Promise<Set<string>> => {
    const answer = await who.get(`/odl/?pag=-1&mostraChiusi=1${query}`);
    expect(answer.status).toBe(200);
    return new Set(answer.data.map((row: Row) => String(row.oggetto).split(' - ')[0]));
  };

  it('returns the visible interventions on assets', async () => {
    const all = await assetsOf(admin);
    expect(all).toContain('PAR-L1-CF');
    const technician = await assetsOf(await demo.as('RIFTEC'));
    expect(technician).toContain('FOL-L1-PR');
    expect([...technician].filter((code) => code.startsWith('PAR') || code.startsWith('BOL'))).toEqual([]);
    const reporter = await assetsOf(await demo.as('RESP'));
    expect(reporter).toContain('FOL-L1-CF');
    expect(reporter).not.toContain('FOL-L1-PR');
  });

  it('returns those of one asset, and counts the rows it returns', async () => {
    const id = await asset('FOL-L1-CF');
    expect(await assetsOf(admin, `&idOggetto=${id}`)).toEqual(new Set(['FOL-L1-CF']));
    const parma = await asset('PAR-L1-CF');
    expect(await (await demo.as('RESP')).get(`/odl/?pag=1&idOggetto=${parma}`)).toMatchObject({
      data: [],
      tot: 0,
    });
  });
});
