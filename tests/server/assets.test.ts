/** Rules of assets by their place in the tree: code, class, organisation, service; and deletion. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columns, type Row } from '../../schemas/entity.ts';
import { type Answer, type Client, type Plant, plant, VISITORS } from './plant/plant.ts';
import { everyField, LOCKED, REQUIRED, runScenarios, UNKNOWN } from './plant/scenario.ts';

const TOO_LONG = 'Valore troppo lungo';
const CLASS_BELOW = "La struttura delle classi non ammette questa classe sotto quella dell'oggetto padre";
const CLASS_ABOVE = 'La struttura delle classi non ammette gli oggetti figli sotto questa classe';
const ORGANISATION = "L'organizzazione deve essere quella dell'oggetto padre";
const STAYS = "L'oggetto padre è dismesso: anche questo resta dismesso";

let demo: Plant;
let admin: Client;
const ids: Record<string, number> = {};

const CLASSES = [
  'FABBR',
  'LINEA',
  'PRESSA',
  'MOTORE',
  'IMPIANTO',
  'MACCHINA',
  'COMPONENTE',
  'CONFEZ',
  'ESSIC',
];

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  for (const codice of CLASSES) ids[codice] = await demo.idOf('classe', { codice });
  for (const codice of ['FOL', 'PAR']) ids[codice] = await demo.idOf('organizzazione', { codice });
  ids.MEC = await demo.idOf('odl/classe', { codice: 'MEC' });
  ids.GUA = await demo.idOf('odl/tipoGuasto', { codice: 'GUA' });
  for (const codice of ['CON', 'IMP']) ids[codice] = await demo.idOf('reparto', { codice });
  for (const codice of ['FOL-L1', 'FOL-L1-PR', 'FOL-L1-PR-M1', 'PAR-L1', 'PAR-GF1', 'PAR-GF1-P1', 'FOL-L3'])
    ids[codice.replaceAll('-', '_')] = await demo.idOf('oggetto', { codice });
});
afterAll(() => demo.close());

/** A building has no place in the class structure. */
const plain = (more: Row = {}): Row => ({
  descrizione: 'Prova',
  id_classe: ids.IMPIANTO,
  id_organizzazione: ids.FOL,
  id_reparto: ids.CON,
  campo_str1: 'X',
  ...more,
});
const create = (row: Row, who = admin): Promise<Answer> => who.post('/oggetto/', row);
const change = (id: number, row: Row, who = admin): Promise<Answer> => who.put(`/oggetto/${id}`, row);

async function add(row: Row): Promise<number> {
  const answer = await create(row);
  expect(answer.status, JSON.stringify(answer.errors ?? answer.description)).toBe(200);
  return answer.data.id;
}

const read = async (id: number): Promise<Row> => (await admin.get(`/oggetto/${id}`)).data;
const history = async (id: number): Promise<Row[]> => (await admin.get(`/oggetto/${id}/storico/`)).data;

async function withSetting(codice: string, valore: string, act: () => Promise<void>): Promise<void> {
  const id = await demo.idOf('parametro', { codice });
  const before = (await admin.get(`/parametro/${id}`)).data.valore;
  expect((await admin.put(`/parametro/${id}`, { valore })).status).toBe(200);
  try {
    await act();
  } finally {
    await admin.put(`/parametro/${id}`, { valore: before });
  }
}

describe('an asset', () => {
  const row = {
    codice: 'SC-1',
    descrizione: 'Prova',
    id_classe: '{IMPIANTO}',
    id_organizzazione: '{FOL}',
    id_reparto: '{CON}',
    campo_str1: 'X',
  };
  runScenarios(() => demo, ids, [
    {
      name: 'needs class, organisation, department and description [asset-required]',
      call: 'POST /oggetto/',
      body: { codice: 'SC-0' },
      errors: everyField(REQUIRED, 'id_classe', 'id_organizzazione', 'id_reparto', 'descrizione'),
    },
    {
      name: 'needs a code [asset-code]',
      call: 'POST /oggetto/',
      body: { ...row, codice: '' },
      errors: { codice: REQUIRED },
    },
    {
      name: 'has a code of at most 20 characters, a description of 200 and notes of 500 [asset-code, asset-descr-200, asset-note-500]',
      call: 'POST /oggetto/',
      body: { ...row, codice: 'x'.repeat(21), descrizione: 'x'.repeat(201), note: 'x'.repeat(501) },
      errors: { codice: TOO_LONG, descrizione: TOO_LONG, note: TOO_LONG },
    },
    {
      name: 'accepts texts of the maximum length [asset-code, asset-descr-200, asset-note-500]',
      call: 'POST /oggetto/',
      body: { ...row, codice: 'x'.repeat(20), descrizione: 'x'.repeat(200), note: 'x'.repeat(500) },
      expected: { data: { dismesso: 0, num_interventi: 0, id_obj_padre: null } },
    },
    {
      name: 'is made by an administrator [asset-admin-actions]',
      as: 'SUPER',
      call: 'POST /oggetto/',
      body: row,
    },
    {
      name: 'has a unique code, whatever its case',
      call: 'POST /oggetto/',
      body: { ...row, codice: 'sc-1' },
      status: 409,
      errors: { codice: 'Esiste già un elemento con questo valore' },
    },
    {
      name: 'cannot change its code [asset-code]',
      call: 'PUT /oggetto/{FOL_L1}',
      body: { codice: 'ALTRO' },
      errors: { codice: LOCKED },
    },
    {
      name: 'needs an existing parent',
      call: 'POST /oggetto/',
      body: { ...row, codice: 'SC-2', id_obj_padre: 2_147_483_647 },
      errors: { id_obj_padre: UNKNOWN },
    },
    {
      name: 'has a critical-asset type, which only some see',
      call: 'PUT /oggetto/{FOL_L3}',
      body: { id_tipo_asset_critico: 1 },
      expected: { data: { tipo_asset_critico: 'Critico' } },
    },
    {
      name: 'shows the default intervention class and type of its organisation',
      call: 'GET /oggetto/{FOL_L1}',
      as: 'RIFTEC',
      expected: {
        data: {
          id_classe_intervento_default: '{MEC}',
          id_tipo_intervento_default: '{GUA}',
          cod_obj_padre: 'FOL',
        },
      },
    },
  ]);

  it.each(['RIFTEC', 'RESP'] as const)('is not written by %s [asset-admin-actions]', async (who) => {
    const client = await demo.as(who);
    expect((await create(plain({ codice: 'NO' }), client)).status).toBe(403);
    expect((await change(ids.FOL_L1!, { note: 'x' }, client)).status).toBe(403);
    expect((await client.del(`/oggetto/${ids.FOL_L1}`)).status).toBe(403);
  });

  it.each(VISITORS.filter((who) => who !== 'nobody'))('is listed by %s', async (who) => {
    const answer = await (await demo.as(who)).get('/oggetto/?pag=1');
    expect(answer).toMatchObject({ status: 200, max_rows: 30 });
    expect(answer.data.length).toBeGreaterThan(5);
  });
});

describe('without codes', () => {
  it('is optional if the plant says so, and an asset without code can be changed [asset-code]', async () => {
    await withSetting('ObjCodFacoltativo', '1', async () => {
      ids.one = await add(plain());
      ids.other = await add(plain({ codice: '' }));
      expect((await change(ids.one, { descrizione: 'Altra' })).data).toMatchObject({ codice: null });
    });
    expect((await create(plain())).errors).toEqual({ codice: REQUIRED });
    expect((await change(ids.other!, { note: 'ancora' })).status).toBe(200);
    const child = await add(plain({ codice: 'NC-1', id_obj_padre: ids.one }));
    expect(await read(child)).toMatchObject({
      padre: 'Altra',
      cod_obj_padre: null,
      descr_obj_padre: 'Altra',
    });
    const { data } = await admin.get(`/oggetto/percorso/${child}`);
    expect(data.map((row: Row) => row.descrizione)).toEqual(['Altra', 'Prova']);
  });
});

describe('the class', () => {
  it('must be allowed below the class of the parent', async () => {
    const row = plain({ codice: 'CL-1', id_classe: ids.MOTORE, id_obj_padre: ids.FOL_L1 });
    expect(await create(row)).toMatchObject({ status: 422, errors: { id_classe: CLASS_BELOW } });
    await add({ ...row, id_obj_padre: ids.FOL_L1_PR, campo_float1: 1 });
    expect((await create({ ...row, codice: 'CL-1E' }, await demo.as('SUPER'))).status).toBe(422);
  });

  it('may be any at the top, and any that is nobody’s child anywhere', async () => {
    await add(plain({ codice: 'CL-2', id_classe: ids.COMPONENTE }));
    await add(plain({ codice: 'CL-3', id_obj_padre: ids.FOL_L1_PR_M1 }));
  });

  it('is looked at when the asset moves, and not when it stays', async () => {
    const line = await add(plain({ codice: 'CL-4', id_classe: ids.LINEA }));
    const press = await add(plain({ codice: 'CL-5', id_classe: ids.PRESSA, id_obj_padre: line }));
    const building = await add(plain({ codice: 'CL-6', id_classe: ids.FABBR }));
    expect(await change(press, { id_obj_padre: building })).toMatchObject({
      status: 422,
      errors: { id_classe: CLASS_BELOW },
    });
    await demo.database.query('update oggetto set id_obj_padre = $1 where id = $2', [building, press]);
    expect((await change(press, { note: 'resta' })).status).toBe(200);
    await demo.database.query('update oggetto set id_obj_padre = $1 where id = $2', [line, press]);
  });

  it('can change to a class that fits parent and children', async () => {
    const line = await add(plain({ codice: 'CL-7', id_classe: ids.LINEA }));
    const machine = await add(plain({ codice: 'CL-8', id_classe: ids.PRESSA, id_obj_padre: line }));
    await add(plain({ codice: 'CL-9', id_classe: ids.MOTORE, id_obj_padre: machine, campo_float1: 1 }));
    expect((await change(machine, { id_classe: ids.CONFEZ })).data).toMatchObject({
      classe: 'Confezionatrice',
    });
    expect(await change(machine, { id_classe: ids.FABBR })).toMatchObject({
      status: 422,
      errors: { id_classe: CLASS_ABOVE },
    });
    expect((await change(machine, { id_classe: ids.MACCHINA })).errors).toEqual({
      id_classe: expect.stringContaining('La struttura delle classi'),
    });
  });

  it('can be chosen among those that fit', async () => {
    const codes = async (path: string): Promise<string[]> =>
      (await admin.get(path)).data.map((row: Row) => row.codice);
    const all = await codes('/classe/');
    expect(await codes('/classe/oggetto/')).toEqual(all);
    expect(await codes('/classe/oggetto/?idPadre=-1')).toEqual(all);
    const below = await codes(`/classe/oggetto/?idPadre=${ids.FOL_L1_PR}`);
    expect(below).toEqual(['FABBR', 'IMPIANTO', 'MOTORE', 'POMPA', 'RIDUTT', 'STRUM']);
    expect(await codes(`/classe/oggetto/${ids.FOL_L1_PR_M1}`)).toEqual(below);
    // It has a motor below it: a press may become a dryer, but not a switchboard.
    const press = await codes(`/classe/oggetto/${ids.FOL_L1_PR}`);
    expect(press).toContain('PRESSA');
    expect(press).not.toContain('QUADRO');
    expect(press).not.toContain('FABBR');
    const moved = await codes(`/classe/oggetto/${ids.FOL_L1_PR_M1}?idObjParent=${ids.FOL_L1}`);
    expect(moved).toContain('QUADRO');
    expect(moved).not.toContain('MOTORE');
    expect(await codes(`/classe/oggetto/${ids.FOL_L1_PR_M1}?idObjParent=-1`)).toEqual(all);
  });

  it.each([
    ['/classe/oggetto/?idPadre=abc', 400],
    ['/classe/oggetto/abc', 400],
    ['/classe/oggetto/2147483647', 404],
    ['/oggetto/padre/abc', 400],
    ['/oggetto/padre/-2', 400],
  ])('%s is answered with %i', async (path, status) => {
    expect((await admin.get(path)).status).toBe(status);
  });

  it('of an asset out of scope are not available', async () => {
    const reporter = await demo.as('RESP');
    expect((await reporter.get(`/classe/oggetto/${ids.PAR_L1}`)).status).toBe(404);
    for (const parent of [ids.PAR_L1, 2147483647])
      expect((await reporter.get(`/classe/oggetto/?idPadre=${parent}`)).status).toBe(404);
  });

  it('has its possible parents', async () => {
    const parents = async (classId: number, query = '', who = admin): Promise<Answer> =>
      who.get(`/oggetto/padre/${classId}?${query}`);
    const { data } = await parents(ids.PRESSA!);
    expect(new Set(data.map((row: Row) => row.classe))).toEqual(new Set(['Linea di produzione']));
    expect(data[0]).toEqual({
      id: expect.any(Number),
      id_classe: ids.LINEA,
      classe: 'Linea di produzione',
      codice: expect.any(String),
      descrizione: expect.any(String),
    });
    const page = await parents(ids.IMPIANTO!, 'pag=1&max_rows=5');
    expect(page.data).toHaveLength(5);
    expect(page.tot).toBe(await demo.count('oggetto where canc = 0 and dismesso = 0'));
    expect((await parents(-1)).data).toHaveLength(page.tot!);
    const codes = (await parents(ids.PRESSA!, 'filtro=linea%20pasta', await demo.as('RIFTEC'))).data;
    expect(codes.map((row: Row) => row.codice)).toEqual(['FOL-L1', 'FOL-L2', 'FOL-L3']);
  });
});

describe('the organisation', () => {
  it('is the parent’s, unless the parent belongs to all [asset-org-lock]', async () => {
    const row = plain({ codice: 'OR-1', id_organizzazione: ids.PAR });
    expect(await create({ ...row, id_obj_padre: ids.FOL_L1 })).toMatchObject({
      status: 422,
      errors: { id_organizzazione: ORGANISATION },
    });
    const shared = await add(plain({ codice: 'OR-2', id_organizzazione: 1 }));
    const below = await add({ ...row, id_obj_padre: shared });
    expect((await change(below, { id_organizzazione: ids.FOL })).status).toBe(200);
    const child = await add(plain({ codice: 'OR-3', id_obj_padre: below }));
    expect((await change(child, { id_organizzazione: ids.PAR })).errors).toEqual({
      id_organizzazione: ORGANISATION,
    });
  });

  it('is passed on to all assets below, with their history', async () => {
    const top = await add(plain({ codice: 'OR-4' }));
    const middle = await add(plain({ codice: 'OR-5', id_obj_padre: top }));
    const low = await add(plain({ codice: 'OR-6', id_obj_padre: middle }));
    const before = await read(low);
    expect((await change(top, { id_organizzazione: ids.PAR })).status).toBe(200);
    expect(await read(low)).toMatchObject({
      id_organizzazione: ids.PAR,
      versione: (before.versione as number) + 1,
    });
    expect((await history(low))[0]).toMatchObject({
      operazione: 'update',
      utente: 'Giulia Marchetti',
      modifiche: [{ campo: 'id_organizzazione', da: ids.FOL, a: ids.PAR }],
    });
    // For all organisations: rows below keep theirs, and may change it.
    expect((await change(top, { id_organizzazione: 1 })).status).toBe(200);
    expect(await read(low)).toMatchObject({ id_organizzazione: ids.PAR });
    expect((await change(middle, { id_organizzazione: ids.FOL })).status).toBe(200);
    expect(await read(low)).toMatchObject({ id_organizzazione: ids.FOL });
  });

  it('is refused if the assets below include invisible ones', async () => {
    const top = await add(plain({ codice: 'OR-7', id_organizzazione: 1 }));
    const parma = await add(plain({ codice: 'OR-8', id_obj_padre: top, id_organizzazione: ids.PAR }));
    const planner = await demo.asUser('elena.tosi@officina.example');
    const answer = await change(top, { id_organizzazione: ids.FOL }, planner);
    expect(answer).toMatchObject({ status: 403, result: -1 });
    expect(await read(parma)).toMatchObject({ id_organizzazione: ids.PAR });
  });
});

describe('a decommissioned asset', () => {
  it('has decommissioned children, which stay so [asset-dismesso-inherit]', async () => {
    const row = plain({ codice: 'DI-1', id_organizzazione: ids.PAR, id_obj_padre: ids.PAR_GF1, dismesso: 0 });
    const child = await add(row);
    expect(await read(child)).toMatchObject({ dismesso: 1 });
    expect(await change(child, { dismesso: 0 })).toMatchObject({ status: 422, errors: { dismesso: STAYS } });
    expect((await change(child, { dismesso: 1, note: 'x' })).status).toBe(200);
  });

  it('takes all assets below out of service, with their history, and puts none back', async () => {
    const top = await add(plain({ codice: 'DI-2' }));
    const middle = await add(plain({ codice: 'DI-3', id_obj_padre: top }));
    const low = await add(plain({ codice: 'DI-4', id_obj_padre: middle }));
    const sibling = await add(plain({ codice: 'DI-5' }));
    expect((await change(top, { dismesso: 1 })).status).toBe(200);
    expect([
      (await read(middle)).dismesso,
      (await read(low)).dismesso,
      (await read(sibling)).dismesso,
    ]).toEqual([1, 1, 0]);
    expect((await history(low))[0]).toMatchObject({ modifiche: [{ campo: 'dismesso', da: 0, a: 1 }] });
    expect(await change(low, { dismesso: 0 })).toMatchObject({ errors: { dismesso: STAYS } });
    expect((await change(top, { dismesso: 0 })).status).toBe(200);
    expect((await read(middle)).dismesso).toBe(1);
    expect((await change(middle, { dismesso: 0 })).status).toBe(200);
    expect((await change(low, { dismesso: 0 })).status).toBe(200);
    expect((await read(low)).dismesso).toBe(0);
  });

  it('takes a moved asset, and all below it, out of service', async () => {
    const dismissed = await add(plain({ codice: 'DI-6', dismesso: 1 }));
    const moved = await add(plain({ codice: 'DI-7' }));
    const low = await add(plain({ codice: 'DI-8', id_obj_padre: moved }));
    expect((await change(moved, { id_obj_padre: dismissed, dismesso: 0 })).data).toMatchObject({
      dismesso: 1,
    });
    expect((await read(low)).dismesso).toBe(1);
    expect((await change(moved, { id_obj_padre: null, dismesso: 0 })).data).toMatchObject({ dismesso: 0 });
  });

  it('leaves no child in service, even if children are added at the same time', async () => {
    const top = await add(plain({ codice: 'DI-9' }));
    const middle = await add(plain({ codice: 'DI-10', id_obj_padre: top }));
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) =>
        create(plain({ codice: `DI-10-${index}`, id_obj_padre: middle })),
      ),
      change(top, { dismesso: 1 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200));
    expect(await demo.count("oggetto where codice like 'DI-10%' and dismesso = 0")).toBe(0);
  });

  it('is listed only on request [asset-filters]', async () => {
    const listed = async (query: string) =>
      (await admin.get(`/oggetto/?pag=-1&codice=PAR-GF1&${query}`)).data.map((row: Row) => row.codice);
    expect(await listed('')).toEqual([]);
    expect(await listed('dismesso=0')).toEqual([]);
    expect(await listed('dismesso=1')).toEqual(['PAR-GF1', 'PAR-GF1-P1']);
    expect(await listed('dismesso=true&searchExactCode=1')).toEqual(['PAR-GF1']);
    expect(await listed(`id=${ids.PAR_GF1}`)).toEqual(['PAR-GF1']);
    expect((await admin.get('/oggetto/?dismesso=forse')).status).toBe(400);
  });
});

describe('the list', () => {
  const codes = async (query: string, who = admin): Promise<string[]> =>
    (await who.get(`/oggetto/?pag=-1&${query}`)).data.map((row: Row) => row.codice);

  it('finds a code as it is, whatever its case [asset-filters]', async () => {
    expect((await codes('filtro=fol-l1')).length).toBeGreaterThan(5);
    expect(await codes('filtro=fol-l1&searchExactCode=1')).toEqual(['FOL-L1']);
    expect(await codes('codice=Fol-L1&searchExactCode=1')).toEqual(['FOL-L1']);
    expect(await codes('codice=FOL-L&searchExactCode=1')).toEqual([]);
    expect((await codes('searchExactCode=1')).length).toBeGreaterThan(50);
  });

  it('is filtered by class, organisation, department and custom fields [asset-filters]', async () => {
    const motors = await codes(`idClasse=${ids.MOTORE}&organizzazione=${ids.PAR}`);
    expect(motors).toEqual(['PAR-L1-CF-N1-M1', 'PAR-L1-PR-M1']);
    expect(await codes(`idClasse=${ids.MOTORE}&organizzazione=${ids.PAR}&reparto=${ids.IMP}`)).toEqual([
      'PAR-L1-PR-M1',
    ]);
    expect(await codes(`idClasse=${ids.MOTORE}&campo_str2=marelli`)).toEqual(['FOL-L3-PR-M1']);
    expect(await codes(`idClasse=${ids.MOTORE}&campo_float1Da=100`)).toEqual([
      'FOL-GF1-C1-M1',
      'FOL-L2-PR-M1',
    ]);
  });

  it('has the asset of a parent by its names', async () => {
    const { data } = await admin.get('/oggetto/?pag=1&codice=FOL-L1-PR-M1');
    expect(data[0]).toMatchObject({
      classe: 'Motore elettrico',
      organizzazione: 'Stabilimento di Foligno',
      cod_obj_padre: 'FOL-L1-PR',
      descr_obj_padre: 'Pressa pasta lunga',
      campi: expect.arrayContaining([expect.objectContaining({ label: 'Potenza (kW)', valore: 90 })]),
    });
  });

  it('is available as a sheet to all users who see it', async () => {
    const reply = await (await demo.as('RIFTEC')).get('/oggetto/download/?filtro=FOL-L1');
    expect(reply.status).toBe(200);
    expect(reply.data.filename).toMatch(/^oggetti-\d{4}-\d{2}-\d{2}\.xlsx$/);
    expect(Buffer.from(reply.data.data, 'base64').subarray(0, 2).toString()).toBe('PK');
  });
});

describe('deleting', () => {
  it('deletes all assets below, each with its history [asset-delete]', async () => {
    const top = await add(plain({ codice: 'CA-1' }));
    const low = await add(
      plain({
        codice: 'CA-3',
        data_installazione: '2020-02-29',
        id_obj_padre: await add(plain({ codice: 'CA-2', id_obj_padre: top })),
      }),
    );
    expect((await admin.del(`/oggetto/${top}`)).status).toBe(200);
    expect(await demo.count("oggetto where codice like 'CA-%' and canc = 1")).toBe(3);
    expect((await admin.get(`/oggetto/${low}`)).status).toBe(404);
    const [last] = await history(low);
    expect(last).toMatchObject({ operazione: 'delete', utente: 'Giulia Marchetti' });
    expect(last!.modifiche).toEqual(
      expect.arrayContaining([
        { campo: 'codice', da: 'CA-3', a: null },
        { campo: 'data_installazione', da: '2020-02-29', a: null },
        { campo: 'dismesso', da: 0, a: null },
      ]),
    );
    const changedFields = (last!.modifiche as Row[]).map(({ campo }) => campo);
    const inOrder = columns(demo.schemas.byResource.get('oggetto')!).map(({ name }) => name);
    expect(changedFields).toEqual(inOrder.filter((name) => changedFields.includes(name)));
    // The codes are available again.
    await add(plain({ codice: 'CA-1' }));
  });

  it('is refused while an intervention is open on it or below it', async () => {
    const top = await add(plain({ codice: 'CA-4' }));
    const low = await add(plain({ codice: 'CA-5', id_obj_padre: top }));
    const state = (codice: string) => demo.idOf('stato', { codice });
    const type = await demo.idOf('odl/tipoGuasto', { codice: 'GUA' });
    await demo.database.query(
      "insert into odl (codice, descrizione, id_oggetto, id_stato, id_tipo_guasto) values ('TST-1', 'x', $1, $2, $3)",
      [low, await state('SO'), type],
    );
    for (const id of [top, low])
      expect(await admin.del(`/oggetto/${id}`)).toMatchObject({
        status: 409,
        description:
          'Ci sono interventi aperti su questo oggetto o sotto di esso: TST-1. Chiuderli o annullarli prima di eliminarlo.',
      });
    expect(await demo.count(`oggetto where id in (${top}, ${low}) and canc = 0`)).toBe(2);
    for (const code of ['CH', 'AN']) {
      await demo.database.query("update odl set id_stato = $1 where codice = 'TST-1'", [await state(code)]);
      expect((await admin.del(`/oggetto/${code === 'CH' ? low : top}`)).status).toBe(200);
    }
  });

  it('at the same time as an addition below leaves nothing below a deleted asset', async () => {
    const top = await add(plain({ codice: 'CA-6' }));
    const middle = await add(plain({ codice: 'CA-7', id_obj_padre: top }));
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) =>
        create(plain({ codice: `CA-7-${index}`, id_obj_padre: middle })),
      ),
      admin.del(`/oggetto/${top}`),
    ]);
    expect(answers.at(-1)!.status).toBe(200);
    for (const { status } of answers) expect([200, 422]).toContain(status);
    expect(await demo.count("oggetto where codice like 'CA-7%' and canc = 0")).toBe(0);
  });
});
