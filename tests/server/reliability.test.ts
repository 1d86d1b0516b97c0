/** Reliability on a line of machines, with figures calculated by hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../../dataProvider/http.ts';
import type { Row } from '../../schemas/entity.ts';
import { sheetsOf } from '../files/workbooks.ts';
import { plantYear } from './plant/days.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

let demo: Plant;
let admin: Client;
const ids: Record<string, number> = {};
/** 90 days in the past, because the demo plant's own work is from this year. */
const RANGE = 'tipoPeriodo=P&periodo=2021-01-01,2021-03-31';

interface Work {
  state?: string;
  type?: string;
  planned?: string;
  start?: string;
  end?: string;
  off?: number;
}

async function work(
  asset: string,
  { state = 'CH', type = 'GUA', planned, start, end, off }: Work,
): Promise<void> {
  await demo.database.query(
    `insert into odl (codice, descrizione, id_oggetto, id_stato, id_tipo_guasto, data_ordine, data_inizio, data_fine, is_mtbf_disabled)
     values ('RL-' || (select count(*) from odl), 'x', $1, $2, $3, $4, $5, $6, $7)`,
    [
      ids[asset],
      await demo.idOf('stato', { codice: state }),
      await demo.idOf('odl/tipoGuasto', { codice: type }),
      planned ?? null,
      start ?? null,
      end ?? null,
      off ?? 0,
    ],
  );
}

async function add(name: string, classe: string, above: string | undefined, more: Row = {}): Promise<void> {
  const { data, description, errors } = await admin.post('/oggetto/', {
    codice: `RL-${name}`,
    descrizione: `Affidabile ${name}`,
    id_classe: await demo.idOf('classe', { codice: classe }),
    id_organizzazione: await demo.idOf('organizzazione', { codice: 'FOL' }),
    id_reparto: await demo.idOf('reparto', { codice: 'MUL' }),
    campo_str1: 'X',
    ...(above && { id_obj_padre: ids[above] }),
    ...more,
  });
  expect(data?.id, `${description} ${JSON.stringify(errors)}`).toEqual(expect.any(Number));
  ids[name] = data.id;
}

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  const ess = await demo.idOf('reparto', { codice: 'ESS' });
  await add('SITE', 'FABBR', undefined);
  await add('LINE', 'LINEA', 'SITE');
  await add('PRESS', 'PRESSA', 'LINE', {
    id_tipo_asset_critico: await demo.idOf('tipi-asset-critico', { codice: 'A' }),
  });
  await add('MOTOR', 'MOTORE', 'PRESS', { campo_float1: 11 });
  await add('DRYER', 'ESSIC', 'LINE', { id_reparto: ess, data_gestione_manutenzione: '2021-03-02' });
  await add('OLD', 'PRESSA', 'LINE', { dismesso: 1 });
  await add('QUIET', 'PRESSA', 'LINE');

  // The press: three failures of 4, 2 and 2 hours, two of them overlapping; the first ends in 2021 only in the
  // plant's time zone. That of the previous period ends an hour earlier.
  await work('PRESS', { start: '2020-12-31T19:30:00Z', end: '2020-12-31T23:30:00Z' });
  await work('PRESS', { start: '2021-02-01T08:00:00Z', end: '2021-02-01T10:00:00Z' });
  await work('PRESS', { planned: '2021-02-01T09:00:00Z', end: '2021-02-01T11:00:00Z' });
  await work('PRESS', { start: '2020-12-31T21:30:00Z', end: '2020-12-31T22:30:00Z' });
  // Rows that do not count, each for a different reason.
  const [start, end] = ['2021-02-10T08:00:00Z', '2021-02-10T18:00:00Z'];
  await work('PRESS', { start, end, type: 'PRE' });
  await work('PRESS', { start, end, off: 1 });
  await work('PRESS', { start, end, state: 'AN' });
  await work('PRESS', { start, state: 'IC' });
  await work('PRESS', { start });
  // The last instant of the range, and the first after it.
  await work('MOTOR', { start: '2021-03-30T21:59:00Z', end: '2021-03-31T21:59:00Z' });
  await work('MOTOR', { start: '2021-03-31T21:00:00Z', end: '2021-03-31T22:00:00Z' });
  // Before the dryer existed, and afterwards.
  await work('DRYER', { start: '2021-02-15T08:00:00Z', end: '2021-02-15T20:00:00Z' });
  await work('DRYER', { start: '2021-03-10T08:00:00Z', end: '2021-03-10T14:00:00Z' });
  await work('OLD', { start: '2021-01-05T08:00:00Z', end: '2021-01-05T10:00:00Z' });
});
afterAll(() => demo.close());

const ask = async (query: string, who = admin): Promise<Row & { objects: Row[] }> => {
  const { data, description, status } = await who.get(`/mtbf-mttr/?${query}`);
  expect(status, description).toBe(200);
  return data;
};
const named = (objects: Row[]): string[] => objects.map(({ codice }) => String(codice).slice(3));
const among = (objects: Row[], name: string): Row => objects.find(({ id }) => id === ids[name])!;
const below = ({ children }: Row): Row[] => children as Row[];

describe('the ranking', () => {
  it('as a list has single assets, the worst first [mtbf-order-values] [mtbf-row] [mtbf-filters] [mtbf-units]', async () => {
    const { start_date, end_date, objects } = await ask(`${RANGE}&viewType=list`);
    expect([start_date, end_date]).toEqual(['2021-01-01', '2021-03-31']);
    expect(named(objects)).toEqual(['DRYER', 'PRESS', 'MOTOR']);
    expect(among(objects, 'PRESS')).toMatchObject({
      name: 'RL-PRESS - Affidabile PRESS',
      name_organizzazione: 'Stabilimento di Foligno',
      name_classe: 'Pressa per pasta',
      total: 3,
      downtime: 8,
      period_days: 90,
      mtbf: 29.89,
      mttr: 2.67,
      availability: 99.63,
      total_prec: 1,
      mtbf_prec: 89.96,
      mttr_prec: 1,
      start_date_prec: '2020-10-03',
      end_date_prec: '2020-12-31',
      mtbf_low: null,
    });
    expect(among(objects, 'MOTOR')).toMatchObject({
      total: 1,
      mtbf: 89,
      mttr: 24,
      availability: 98.89,
      total_prec: 0,
      mtbf_prec: null,
    });
    const longest = await ask(`${RANGE}&viewType=list&orderBy=MTTR&numberOfSortedObjects=2`);
    expect(named(longest.objects)).toEqual(['MOTOR', 'DRYER']);
  });

  it('counts an asset from the day on which it was there', async () => {
    const { objects } = await ask(`${RANGE}&viewType=list`);
    expect(among(objects, 'DRYER')).toMatchObject({
      total: 1,
      start_date: '2021-03-02',
      period_days: 30,
      mtbf: 29.75,
      mttr: 6,
    });
  });

  it('has no days in a period before the asset existed', async () => {
    const none = { start_date_prec: null, end_date_prec: null };
    const { objects } = await ask(`${RANGE}&viewType=list`);
    expect(among(objects, 'DRYER')).toMatchObject({ ...none, mtbf_prec: null, total_prec: 0 });
    expect((await admin.get(`/mtbf-mttr/${ids.DRYER}?${RANGE}`)).data).toMatchObject({
      ...none,
      start_date: '2021-03-02',
      period_days_prec: 0,
    });
    const earlier = 'tipoPeriodo=P&periodo=2021-01-01,2021-02-28';
    expect((await admin.get(`/mtbf-mttr/${ids.DRYER}?${earlier}`)).data).toMatchObject({
      ...none,
      start_date: null,
      end_date: null,
      period_days: 0,
    });
    const { data } = await admin.get(`/mtbf-mttr/xlsx/?${RANGE}&viewType=list`);
    const [{ rows } = { rows: [] }] = await sheetsOf(Buffer.from(bytesOf(data.data)));
    const [headers] = rows as [string[]];
    const row = rows.find(([, name]) => String(name).includes('DRYER'))!;
    expect(row[headers.indexOf('Prima: dal')] ?? null).toBeNull();
  });

  it('in the tree view includes assets below, also decommissioned ones [mtbf-row] [mtbf-type-enabled] [mtbf-disabled-excluded]', async () => {
    const { objects } = await ask(RANGE);
    expect(named(objects)).toEqual(['SITE']);
    const [line] = below(objects[0]!) as [Row];
    // 90 days less 39 hours, because two failures of the press overlap by an hour; six failures; 2 x 88.375 / 23.685
    // and / 5.226.
    const figures = { total: 6, downtime: 39, mtbf: 14.73, mttr: 6.5, mtbf_low: 7.46, mtbf_high: 33.82 };
    expect(line).toMatchObject({ id: ids.LINE, ...figures, total_prec: 1, has_children: 1 });
    expect(objects[0]).toMatchObject(figures);
    expect(named(below(line))).toEqual(['PRESS', 'DRYER']);
    const press = among(below(line), 'PRESS');
    expect(press).toMatchObject({ total: 4, downtime: 31, mtbf: 22.18, mttr: 7.75 });
    expect(named(below(press))).toEqual(['MOTOR']);
    const motor = below(press)[0]!;
    expect(motor).toMatchObject({ total: 1, has_children: 0 });
    expect(motor).not.toHaveProperty('children');
  });

  it('opens level by level', async () => {
    const { objects } = await ask(`${RANGE}&livelli=1`);
    expect(objects).toEqual([expect.objectContaining({ id: ids.SITE, has_children: 1, total: 6 })]);
    expect(objects[0]).not.toHaveProperty('children');
    const opened = await ask(`${RANGE}&livelli=1&idPadre=${ids.LINE}&numberOfSortedObjects=1`);
    expect(named(opened.objects)).toEqual(['PRESS', 'DRYER']);
  });

  it('contains the requested assets, each below its nearest visible parent [mtbf-filters]', async () => {
    const [linea, motore, pressa] = await Promise.all(
      ['LINEA', 'MOTORE', 'PRESSA'].map((codice) => demo.idOf('classe', { codice })),
    );
    const { objects } = await ask(`${RANGE}&idClasseObj=${linea},${motore}`);
    expect(named(objects)).toEqual(['LINE']);
    expect(named(below(objects[0]!))).toEqual(['MOTOR']);
    expect(named((await ask(`${RANGE}&idClasseObj=${pressa}`)).objects)).toEqual(['PRESS']);
    const all = await ask(`${RANGE}&idClasseObj=${pressa}&dismesso=1&orderBy=MTTR`);
    expect(named(all.objects)).toEqual(['PRESS', 'OLD']);
    const critical = await demo.idOf('tipi-asset-critico', { codice: 'A' });
    expect(named((await ask(`${RANGE}&viewType=list&idTipoAssetCritico=${critical}`)).objects)).toEqual([
      'PRESS',
    ]);
    const organisation = await demo.idOf('organizzazione', { codice: 'PAR' });
    expect((await ask(`${RANGE}&idOrganizzazione=${organisation}`)).objects).toEqual([]);
    const department = await demo.idOf('reparto', { codice: 'ESS' });
    expect(named((await ask(`${RANGE}&idReparto=${department}`)).objects)).toEqual(['DRYER']);
  });

  it('contains and counts only assets that the user sees', async () => {
    expect((await ask(RANGE, await demo.asUser('paolo.galli@officina.example'))).objects).toEqual([]);
    const dryer = await ask(RANGE, await demo.asUser('andrea.barbieri@officina.example'));
    expect(named(dryer.objects)).toEqual(['DRYER']);
    const parma = await demo.asUser('paolo.galli@officina.example');
    for (const path of ['', '/interventi', '/mesi'])
      expect((await parma.get(`/mtbf-mttr/${ids.PRESS}${path}`)).status).toBe(404);
  });

  it('is a sheet too, each row with its level', async () => {
    const { data } = await admin.get(`/mtbf-mttr/xlsx/?${RANGE}`);
    expect(data.filename).toBe('mtbf-mttr-2021-01-01-2021-03-31.xlsx');
    const [{ rows } = { rows: [] }] = await sheetsOf(Buffer.from(bytesOf(data.data)));
    expect(rows.map(([level, name]) => [level, name])).toEqual([
      ['Livello', 'Oggetto'],
      [1, 'RL-SITE - Affidabile SITE'],
      [2, 'RL-LINE - Affidabile LINE'],
      [3, 'RL-PRESS - Affidabile PRESS'],
      [4, 'RL-MOTOR - Affidabile MOTOR'],
      [3, 'RL-DRYER - Affidabile DRYER'],
    ]);
    expect(rows[3]!.slice(8, 12)).toEqual([4, 31, 22.18, 7.75]);
  });
});

describe('one asset', () => {
  const one = async (name: string, query = ''): Promise<Row> =>
    (await admin.get(`/mtbf-mttr/${ids[name]}?${RANGE}${query}`)).data;

  it('has the same figures as the ranking, alone and with assets below [mtbf-summary]', async () => {
    expect(await one('PRESS')).toMatchObject({
      period_days: 90,
      total: 3,
      mtbf: 29.89,
      mttr: 2.67,
      total_prec: 1,
      mtbf_prec: 89.96,
    });
    const line = (await ask(RANGE)).objects.flatMap(below)[0]!;
    const summary = await one('LINE', '&viewType=tree');
    for (const name of [
      'total',
      'downtime',
      'mtbf',
      'mttr',
      'availability',
      'mtbf_low',
      'mtbf_high',
      'total_prec',
      'mtbf_prec',
    ])
      expect(summary[name], name).toBe(line[name]);
    expect(await one('LINE')).toMatchObject({ total: 0, mtbf: null, mttr: null });
    expect(await one('OLD')).toMatchObject({ total: 1, mttr: 2 });
    expect(await one('QUIET')).toMatchObject({
      total: 0,
      mtbf: null,
      mttr: null,
      availability: 100,
      esclusi: [],
    });
  });

  it('lists interventions that do not count, with the reason', async () => {
    const { esclusi } = await one('PRESS');
    const reasons = ['tipo', 'escluso', 'annullato', 'aperto', 'senza_fine'];
    expect(esclusi).toEqual(reasons.map((motivo) => ({ motivo, total: 1 })));
    expect((await one('LINE', '&viewType=tree')).esclusi).toContainEqual({ motivo: 'prima', total: 1 });
    const path = `/mtbf-mttr/${ids.PRESS}/interventi/?${RANGE}`;
    const counted = await admin.get(path);
    expect(counted.tot).toBe(3);
    expect(counted.data.map(({ ore }: Row) => ore)).toEqual([2, 2, 4]);
    const excluded = await admin.get(`${path}&esito=esclusi`);
    expect(excluded.data.map(({ motivo }: Row) => motivo).sort()).toEqual([...reasons].sort());
    const [open] = (await admin.get(`${path}&motivo=aperto`)).data;
    expect(open).toMatchObject({ motivo: 'aperto', ore: null, oggetto: 'RL-PRESS - Affidabile PRESS' });
    expect((await admin.get(`${path}&precedente=1`)).data).toEqual([expect.objectContaining({ ore: 1 })]);
    const paged = await admin.get(`${path}&viewType=tree&max_rows=2&pag=2`);
    expect(paged).toMatchObject({ tot: 4, max_rows: 2 });
    expect(paged.data).toHaveLength(2);
    expect(await admin.get(`${path}&max_rows=2&pag=7`)).toMatchObject({ data: [], tot: 3 });
  });

  it('with assets below is down once while several of them are, in every reply [mtbf-row] [mtbf-summary]', async () => {
    await add('DUO', 'LINEA', undefined);
    for (const side of ['LEFT', 'RIGHT', 'THIRD']) await add(side, 'PRESSA', 'DUO');
    // 80 and 60 days of 90, overlapping; two days adjacent to them, and one alone in the next month.
    await work('LEFT', { start: '2019-01-01T00:00:00Z', end: '2019-03-22T00:00:00Z' });
    await work('RIGHT', { start: '2019-01-21T00:00:00Z', end: '2019-03-22T00:00:00Z' });
    await work('THIRD', { start: '2019-03-21T00:00:00Z', end: '2019-03-23T00:00:00Z' });
    await work('THIRD', { planned: '2019-02-01T00:00:00Z', end: '2019-02-02T00:00:00Z' });
    const range = 'tipoPeriodo=P&periodo=2019-01-01,2019-03-31';
    const figures = { total: 4, downtime: 81 * 24, mtbf: 2.25, mttr: 486, availability: 10 };
    const { objects } = await ask(range);
    expect(named(objects)).toEqual(['DUO']);
    expect(objects[0]).toMatchObject(figures);
    const path = `/mtbf-mttr/${ids.DUO}`;
    const whole = (await admin.get(`${path}?${range}&viewType=tree`)).data;
    expect(whole).toMatchObject({ ...figures, has_children: 1, sovrapposte: 62 * 24, stimati: 1 });
    expect((await admin.get(`${path}?${range}`)).data).toMatchObject({ total: 0, mtbf: null });
    const months = (await admin.get(`${path}/mesi?${range}&viewType=tree`)).data;
    expect(months.map(({ downtime }: Row) => downtime)).toEqual([0, 24, 81 * 24]);
    // Without rows below, both scopes give the same result.
    const third = `/mtbf-mttr/${ids.THIRD}?${range}`;
    const alone = (await admin.get(third)).data;
    expect(alone).toMatchObject({ total: 2, downtime: 72, has_children: 0, sovrapposte: 0, stimati: 1 });
    expect((await admin.get(`${third}&viewType=tree`)).data).toEqual({ ...alone, viewType: 'tree' });
    const worked = (await admin.get(`${path}/interventi/?${range}&viewType=tree`)).data;
    expect(worked.map(({ stimato }: Row) => stimato)).toEqual([0, 0, 0, 1]);
  });

  it('month by month', async () => {
    const months = async (name: string): Promise<Row[]> =>
      (await admin.get(`/mtbf-mttr/${ids[name]}/mesi?${RANGE}`)).data;
    expect(await months('PRESS')).toEqual([
      { mese: '2021-01', period_days: 31, total: 1, downtime: 4, mtbf: 30.83, mttr: 4, availability: 99.46 },
      { mese: '2021-02', period_days: 28, total: 2, downtime: 4, mtbf: 13.92, mttr: 2, availability: 99.4 },
      { mese: '2021-03', period_days: 31, total: 0, downtime: 0, mtbf: null, mttr: null, availability: 100 },
    ]);
    expect(await months('DRYER')).toEqual([
      expect.objectContaining({ mese: '2021-03', period_days: 30, total: 1 }),
    ]);
  });

  it('has the same figures on its own page and in the list', async () => {
    const id = await demo.idOf('oggetto', { codice: 'FOL-L1-PR' });
    // On the first day of a year, the demo plant has no failure in it.
    ids['FOL-L1-PR'] = id;
    await work('FOL-L1-PR', {
      start: new Date(Date.now() - 60_000).toISOString(),
      end: new Date().toISOString(),
    });
    const { mtbf, mttr, total } = (await admin.get(`/mtbf-mttr/${id}`)).data;
    expect(total).toBeGreaterThan(0);
    expect((await admin.get(`/oggetto/${id}`)).data).toMatchObject({ mtbf, mttr });
  });
});

describe('the period', () => {
  const year = plantYear();

  it('is the current year by default, compared with the previous one [mtbf-defaults]', async () => {
    const data = await ask('');
    expect(data).toMatchObject({
      start_date: `${year}-01-01`,
      start_date_prec: `${year - 1}-01-01`,
      end_date_prec: `${year - 1}-12-31`,
    });
    expect(String(data.end_date).slice(0, 4)).toBe(String(year));
    expect(data.objects.length).toBeLessThanOrEqual(5);
    expect(await ask('tipoPeriodo=Y&anno=2021')).toMatchObject({
      start_date: '2021-01-01',
      end_date: '2021-12-31',
    });
  });

  it.each([
    ['anno=1', 'anno', `L'anno deve essere fra 1900 e ${year}`],
    ['anno=9999', 'anno', `L'anno deve essere fra 1900 e ${year}`],
    ['anno=abc', 'anno', `L'anno deve essere fra 1900 e ${year}`],
    [
      'tipoPeriodo=P&periodo=2021-03-31,2021-01-01',
      'periodo',
      'La fine del periodo non può essere prima del suo inizio',
    ],
    [
      'tipoPeriodo=P&periodo=0001-01-01,2021-01-01',
      'periodo',
      'Il periodo è fatto di due date valide, fra il 1900 e il 2100',
    ],
    [
      'tipoPeriodo=P&periodo=2021-01-01,9999-12-31',
      'periodo',
      'Il periodo è fatto di due date valide, fra il 1900 e il 2100',
    ],
    [
      'tipoPeriodo=P&periodo=2021-02-30,2021-03-01',
      'periodo',
      'Il periodo è fatto di due date valide, fra il 1900 e il 2100',
    ],
    ['tipoPeriodo=P', 'periodo', 'Il periodo è fatto di due date valide, fra il 1900 e il 2100'],
    ['tipoPeriodo=P&periodo=2099-01-01,2099-02-01', 'periodo', 'Il periodo non è ancora cominciato'],
    [
      'tipoPeriodo=P&anno=2021&periodo=2021-01-01,2021-02-01',
      'periodo',
      'Si sceglie un anno oppure un periodo, non entrambi',
    ],
    [
      'tipoPeriodo=Y&periodo=2021-01-01,2021-02-01',
      'periodo',
      'Si sceglie un anno oppure un periodo, non entrambi',
    ],
    ['numberOfSortedObjects=0', 'numberOfSortedObjects', 'Il numero di oggetti deve essere fra 1 e 1000'],
  ])(
    '%s is refused with a message [mtbf-year-clears-range] [mtbf-period-clears-year]',
    async (query, field, sentence) => {
      for (const path of ['/mtbf-mttr/', '/mtbf-mttr/xlsx/'])
        expect(await admin.get(`${path}?${query}`, { language: 'it' })).toMatchObject({
          status: 422,
          result: -1,
          description: sentence,
          errors: { [field]: sentence },
        });
    },
  );

  it('is refused for a single asset too, and so is an unknown choice', async () => {
    for (const path of ['', '/interventi', '/mesi'])
      expect((await admin.get(`/mtbf-mttr/${ids.PRESS}${path}?anno=9999`)).status).toBe(422);
    for (const query of ['orderBy=X', 'viewType=X', 'idClasseObj=x', 'idOrganizzazione=0'])
      expect((await admin.get(`/mtbf-mttr/?${query}`)).status, query).toBe(400);
    for (const query of ['esito=x', 'motivo=x'])
      expect((await admin.get(`/mtbf-mttr/${ids.PRESS}/interventi?${query}`)).status, query).toBe(400);
    expect((await admin.get('/mtbf-mttr/99999999')).status).toBe(404);
  });

  it('may be very long, or one day', async () => {
    expect((await ask('tipoPeriodo=P&periodo=1900-01-01,2100-12-31')).objects.length).toBeGreaterThan(0);
    const day = await ask('tipoPeriodo=P&periodo=2021-02-01,2021-02-01&viewType=list');
    expect(day.objects).toEqual([
      expect.objectContaining({
        id: ids.PRESS,
        period_days: 1,
        total: 2,
        mttr: 2,
        mtbf: 0.42,
        availability: 83.33,
      }),
    ]);
    const { data } = await admin.get(
      `/mtbf-mttr/${ids.PRESS}/mesi?tipoPeriodo=P&periodo=1900-01-01,2021-02-01`,
    );
    expect(data).toHaveLength(60);
  });
});

it('is for administrators and technicians, while it is licensed [mtbf-feature-visible] [menu-mtbf]', async () => {
  const [tech, reporter] = [await demo.as('RIFTEC'), await demo.as('RESP')];
  expect((await tech.get(`/mtbf-mttr/?${RANGE}`)).status).toBe(200);
  expect((await reporter.get(`/mtbf-mttr/?${RANGE}`)).status).toBe(403);
  await demo.database.query('update licenza set mtbf = 0');
  await expect.poll(async () => (await tech.get(`/mtbf-mttr/?${RANGE}`)).status).toBe(403);
  await demo.database.query('update licenza set mtbf = 1');
});
