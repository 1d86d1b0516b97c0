/** Trees: the closure table after every write, refused cycles, and each user's view. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { readSchemas, SCHEMAS } from '../../schemas/read-schemas.ts';
import { MAX_LEVELS } from '../../server/capabilities/hierarchy-closure.ts';
import type { Database } from '../../server/database/engine.ts';
import { lockFor } from '../../server/database/lock.ts';
import { migrate } from '../../server/database/migration.ts';
import { testDatabase } from './plant/database.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';
import { log, SERVER } from './plant/templates.ts';

interface Node {
  id: number;
  codice: string;
  is_selectable: number;
  nodes: Node[];
}

let demo: Plant;
let admin: Client;
let common: Row;

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  common = {
    id_classe: await demo.idOf('classe', { codice: 'IMPIANTO' }),
    id_organizzazione: await demo.idOf('organizzazione', { codice: 'FOL' }),
    id_reparto: await demo.idOf('reparto', { codice: 'CON' }),
    campo_str1: 'X',
  };
});
afterAll(() => demo.close());

const asset = (codice: string): Promise<number> => demo.idOf('oggetto', { codice });

async function add(codice: string, parent?: number, more: Row = {}): Promise<number> {
  const answer = await admin.post('/oggetto/', {
    ...common,
    codice,
    descrizione: `Prova ${codice}`,
    id_obj_padre: parent,
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.errors)).toBe(200);
  return answer.data.id;
}

/** Counts the pairs that only the parents or only the closure table has. */
async function differences(database: Database): Promise<number> {
  const truth = `
    with recursive up(antenato, discendente, distanza) as (
      select id, id, 0 from oggetto where canc = 0
      union all
      select o.id_obj_padre, u.discendente, u.distanza + 1 from up u join oggetto o on o.id = u.antenato
      where o.id_obj_padre is not null)
    select * from up`;
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from (
       ((${truth}) except select antenato, discendente, distanza from oggetto_discendenza)
       union all (select antenato, discendente, distanza from oggetto_discendenza except (${truth}))) d`,
  );
  return rows[0]!.count;
}

const shape = (nodes: Node[]): string =>
  nodes
    .map(({ codice, is_selectable, nodes: below }) => {
      const name = is_selectable === 1 ? codice : `(${codice})`;
      return below.length > 0 ? `${name}[${shape(below)}]` : name;
    })
    .join(' ');

const codesIn = (rows: Row[]): string[] => rows.map((row) => String(row.codice));

describe('the closure', () => {
  it('is made with the seeds', async () => {
    expect(await demo.count('oggetto_discendenza where distanza = 4')).toBeGreaterThan(0);
    expect(await differences(demo.database)).toBe(0);
  });

  it('follows rows that are added, moved and deleted', async () => {
    const top = await add('ZA');
    const middle = await add('ZA-1', top);
    const low = await add('ZA-1-1', middle);
    await add('ZA-1-1-1', low);
    expect(await differences(demo.database)).toBe(0);
    const other = await add('ZB');
    expect((await admin.put(`/oggetto/${middle}`, { id_obj_padre: other })).status).toBe(200);
    expect(await differences(demo.database)).toBe(0);
    expect(shape((await admin.get(`/oggetto/struttura/${other}`)).data.struttura)).toBe(
      'ZB[ZA-1[ZA-1-1[ZA-1-1-1]]]',
    );
    expect(shape((await admin.get(`/oggetto/struttura/${top}`)).data.struttura)).toBe('ZA');
    expect((await admin.put(`/oggetto/${middle}`, { id_obj_padre: null })).status).toBe(200);
    expect(await differences(demo.database)).toBe(0);
    expect((await admin.get(`/oggetto/percorso/${low}`)).data.map((row: Row) => row.codice)).toEqual([
      'ZA-1',
      'ZA-1-1',
    ]);
    expect((await admin.del(`/oggetto/${middle}`)).status).toBe(200);
    expect(await differences(demo.database)).toBe(0);
  });

  it('is filled for rows that were there before the word', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'officina-schemas-'));
    const database = await testDatabase();
    const schema = (hierarchy: object) => ({
      title: 'Place',
      type: 'object',
      required: ['nome'],
      'x-title': { it: 'Luogo', its: 'Luoghi', ens: 'Places' },
      'x-resource': 'luogo',
      'x-display': '{nome}',
      'x-access': { read: [{ role: 'SUADMIN' }], write: [{ role: 'SUADMIN' }] },
      ...hierarchy,
      properties: {
        nome: { type: 'string', title: 'Name', 'x-title': { it: 'Nome' } },
        id_sopra: { type: 'integer', title: 'Above', 'x-title': { it: 'Sopra' }, 'x-ref': 'luogo' },
      },
    });
    const migrated = async (hierarchy: object) => {
      writeFileSync(join(folder, 'place.json'), JSON.stringify(schema(hierarchy)));
      await migrate(database, readSchemas([SCHEMAS, folder]).entities, { log });
    };
    try {
      await migrated({});
      await database.query(
        "insert into luogo (id, nome, id_sopra) values (1, 'a', null), (2, 'b', 1), (3, 'c', 2), (4, 'x', null), (5, 'y', 4)",
      );
      // Rows in a cycle are below no root, and block nothing.
      await database.query('update luogo set id_sopra = 5 where id = 4');
      await migrated({ 'x-hierarchy': { parent: 'id_sopra', within: 'idLuogo' } });
      const { rows } = await database.query<Row>(
        'select antenato, discendente, distanza from luogo_discendenza order by discendente, distanza',
      );
      expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
        '1 1 0',
        '2 2 0',
        '1 2 1',
        '3 3 0',
        '2 3 1',
        '1 3 2',
        '4 4 0',
        '5 5 0',
      ]);
    } finally {
      await database.close();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a circle', () => {
  const BELOW_ITSELF = 'Un elemento non può stare sotto sé stesso né sotto un elemento che sta più in basso';

  it('is refused, of one row and of several', async () => {
    const top = await add('ZC');
    const low = await add('ZC-1-1', await add('ZC-1', top));
    for (const [id, parent] of [
      [top, top],
      [top, low],
    ])
      expect(await admin.put(`/oggetto/${id}`, { id_obj_padre: parent })).toMatchObject({
        status: 422,
        errors: { id_obj_padre: BELOW_ITSELF },
      });
    const english = await admin.put(`/oggetto/${top}`, { id_obj_padre: low }, { language: 'en' });
    expect(english.errors?.id_obj_padre).toMatch(/below itself/);
    expect(await differences(demo.database)).toBe(0);
  });

  it('cannot be closed to a circle by two users who move rows at once', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await add(`ZD${round}`), await add(`ZE${round}`)];
      const answers = await Promise.all([
        admin.put(`/oggetto/${one}`, { id_obj_padre: other }),
        admin.put(`/oggetto/${other}`, { id_obj_padre: one }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
    expect(await differences(demo.database)).toBe(0);
  });

  it('is not closed by rows added while others move', async () => {
    const [here, there] = [await add('ZF'), await add('ZG')];
    const moving = await add('ZF-1', here);
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, index) =>
        admin.post('/oggetto/', {
          ...common,
          codice: `ZF-1-${index}`,
          descrizione: 'x',
          id_obj_padre: moving,
        }),
      ),
      admin.put(`/oggetto/${moving}`, { id_obj_padre: there }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect(await differences(demo.database)).toBe(0);
    expect(await demo.count(`oggetto_discendenza where antenato = ${there}`)).toBe(10);
  });
});

describe.runIf(SERVER)('a row that is moved while the tree is locked', () => {
  it.each([
    ['parent', 'id_obj_padre'],
    ['organisation', 'id_organizzazione'],
    ['service', 'dismesso'],
  ])('is not locked before the tree: %s', async (name, column) => {
    const [row, other] = [await add(`LOCK-${name}`), await add(`LOCK-${name}-2`)];
    const values: Row = { id_obj_padre: other, id_organizzazione: 3, dismesso: 1 };
    let moved: Promise<unknown> | undefined;
    await demo.database.transaction(async (transaction) => {
      await lockFor(transaction, 'oggetto_discendenza');
      moved = admin.put(`/oggetto/${row}`, { [column]: values[column] });
      const waiting = async (): Promise<number> => {
        const { rows } = await demo.database.query<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return rows[0]!.n;
      };
      await expect.poll(waiting).toBeGreaterThan(0);
      // Who deletes or moves rows above it locks it after the tree.
      await transaction.query('select 1 from oggetto where id = $1 for update nowait', [row]);
    });
    expect(await moved).toMatchObject({ status: 200 });
    expect((await admin.get(`/oggetto/${row}`)).data).toMatchObject({ [column]: values[column] });
  });
});

describe('a deep tree', () => {
  it('has its limit, however a row gets there', async () => {
    let parent = await add('ZH0');
    const top = parent;
    for (let level = 2; level <= MAX_LEVELS; level++) parent = await add(`ZH${level}`, parent);
    const sentence = `La gerarchia può avere al massimo ${MAX_LEVELS} livelli`;
    const refused = { status: 422, errors: { id_obj_padre: sentence } };
    const added = await admin.post('/oggetto/', {
      ...common,
      codice: 'ZHX',
      descrizione: 'x',
      id_obj_padre: parent,
    });
    expect(added).toMatchObject(refused);
    expect(await demo.count("oggetto where codice = 'ZHX'")).toBe(0);
    const moved = await admin.put(`/oggetto/${top}`, { id_obj_padre: await add('ZI') });
    expect(moved).toMatchObject(refused);
    expect((await admin.get(`/oggetto/percorso/${parent}`)).data).toHaveLength(MAX_LEVELS);
    expect(await differences(demo.database)).toBe(0);
    expect((await admin.del(`/oggetto/${top}`)).status).toBe(200);
    expect(await demo.count("oggetto where codice like 'ZH%' and canc = 0")).toBe(0);
  });
});

describe('the filter for a row and all below it', () => {
  const list = async (query: string) => codesIn((await admin.get(`/oggetto/?pag=-1&${query}`)).data);

  it('limits list and exports to the subtree [asset-filters]', async () => {
    const line = await asset('FOL-L1-CF');
    const subtree = ['FOL-L1-CF', 'FOL-L1-CF-M1', 'FOL-L1-CF-N1', 'FOL-L1-CF-N1-M1', 'FOL-L1-CF-N1-R1'];
    expect(await list(`idOggetto=${line}`)).toEqual(subtree);
    expect((await admin.get(`/oggetto/?pag=1&idOggetto=${line}`)).tot).toBe(subtree.length);
    const csv = Buffer.from((await admin.get(`/oggetto/csv/?idOggetto=${line}`)).data, 'base64').toString();
    expect(csv.trim().split('\r\n')).toHaveLength(subtree.length + 1);
    expect(await list(`idOggetto=${line}&codice=M1`)).toEqual(['FOL-L1-CF-M1', 'FOL-L1-CF-N1-M1']);
  });

  it('accepts several rows, and -1 for none', async () => {
    const several = `idOggetto=${await asset('FOL-AC1')},${await asset('PAR-CT1')}`;
    expect(await list(several)).toEqual(['FOL-AC1', 'PAR-CT1', 'PAR-CT1-P1']);
    expect((await list('idOggetto=-1')).length).toBeGreaterThan(50);
    expect(await list('idOggetto=2147483647')).toEqual([]);
  });

  it.each(['abc', '1.5', '99999999999', "1' or 1=1", '-7'])('refuses %s', async (value) => {
    const answer = await admin.get(`/oggetto/?idOggetto=${encodeURIComponent(value)}`);
    expect(answer).toMatchObject({
      status: 400,
      description: 'Il filtro idOggetto non ha un valore valido.',
    });
  });
});

describe('the tree call', () => {
  it('answers the subtree of a row, with the row as root', async () => {
    const id = await asset('FOL-L2');
    const { data } = await admin.get(`/oggetto/struttura/${id}?all=1`);
    expect(data.id).toBe(id);
    expect(shape(data.struttura)).toBe(
      'FOL-L2[FOL-L2-CF[FOL-L2-CF-N1[FOL-L2-CF-N1-M1]] FOL-L2-ES FOL-L2-PL FOL-L2-PR[FOL-L2-PR-M1 FOL-L2-PR-R1]]',
    );
    expect(data.struttura[0]).toEqual({
      id,
      codice: 'FOL-L2',
      descrizione: 'Linea pasta corta',
      id_classe: await demo.idOf('classe', { codice: 'LINEA' }),
      // The values that a new row below it starts with.
      id_organizzazione: common.id_organizzazione,
      dismesso: 0,
      is_selectable: 1,
      nodes: expect.any(Array),
    });
  });

  it('of the documented call is also that of the levels, with all of its parameters', async () => {
    const [organisation, department] = [common.id_organizzazione, common.id_reparto];
    type Found = [code: string, selectable: number];
    for (const query of [
      '',
      '&dismesso=1',
      `&idOrganizzazione=${organisation}`,
      `&idOrganizzazione=${organisation}&idReparto=${department}`,
      `&idOrganizzazione=${organisation}&idReparto=${department}&dismesso=1&hideNonSelectableBranches=1`,
      '&idOrganizzazione=-1&idReparto=-1&dismesso=0',
    ]) {
      const below = async (id: number): Promise<Found[]> => {
        const { data } = await admin.get(`/oggetto/livello/${id}?pag=1&max_rows=1000${query}`);
        const found: Found[] = [];
        for (const node of data) {
          found.push([node.codice, node.is_selectable]);
          if (node.num_figli > 0) found.push(...(await below(node.id)));
        }
        return found;
      };
      const flat = (nodes: Node[]): Found[] =>
        nodes.flatMap((node): Found[] => [[node.codice, node.is_selectable], ...flat(node.nodes)]);
      const { data } = await admin.get(`/oggetto/struttura/0?all=1${query}`);
      expect(flat(data.struttura).sort(), query).toEqual((await below(0)).sort());
    }
  });

  it('returns the whole tree for 0, without decommissioned rows unless requested', async () => {
    const whole = async (query: string) => (await admin.get(`/oggetto/struttura/0?all=1${query}`)).data;
    const { struttura, id } = await whole('');
    expect(id).toBe(0);
    const sites = struttura.filter((node: Node) => ['BOL', 'FOL', 'PAR'].includes(node.codice));
    expect(sites.map((node: Node) => node.codice)).toEqual(['BOL', 'FOL', 'PAR']);
    expect(shape(sites)).not.toContain('PAR-GF1');
    expect(shape((await whole('&dismesso=1')).struttura)).toContain('PAR-GF1[PAR-GF1-P1]');
  });

  it('contains a decommissioned row that is requested by its id', async () => {
    const { data } = await admin.get(`/oggetto/struttura/${await asset('PAR-GF1')}`);
    expect(shape(data.struttura)).toBe('PAR-GF1');
  });

  it('marks only rows of the requested organisation and department as selectable', async () => {
    const parma = await demo.idOf('organizzazione', { codice: 'PAR' });
    const packing = await demo.idOf('reparto', { codice: 'CON' });
    const tree = async (query: string) =>
      shape((await admin.get(`/oggetto/struttura/${await asset('PAR')}?${query}`)).data.struttura);
    expect(await tree(`idOrganizzazione=${parma}&idReparto=${packing}`)).toBe(
      'PAR[(PAR-AC1) (PAR-CT1)[(PAR-CT1-P1)] PAR-L1[PAR-L1-CF[PAR-L1-CF-N1[PAR-L1-CF-N1-M1]] (PAR-L1-ES) (PAR-L1-PL) (PAR-L1-PR)[(PAR-L1-PR-M1) (PAR-L1-PR-R1)]]]',
    );
    expect(await tree(`idOrganizzazione=${parma}&idReparto=${packing}&hideNonSelectableBranches=1`)).toBe(
      'PAR[PAR-L1[PAR-L1-CF[PAR-L1-CF-N1[PAR-L1-CF-N1-M1]]]]',
    );
    const foligno = await demo.idOf('organizzazione', { codice: 'FOL' });
    expect(await tree(`idOrganizzazione=${foligno}&hideNonSelectableBranches=1`)).toBe('');
    expect(await tree('idOrganizzazione=1&idReparto=-1&hideNonSelectableBranches=1')).not.toContain('(');
  });

  it.each(['abc', '-1', '1.5', '99999999999'])('refuses %s as a row', async (id) => {
    expect((await admin.get(`/oggetto/struttura/${id}`)).status).toBe(400);
    expect((await admin.get(`/oggetto/livello/${id}`)).status).toBe(400);
  });

  it.each(['struttura', 'livello', 'percorso'])('returns 404 for a missing row: %s', async (call) => {
    expect((await admin.get(`/oggetto/${call}/2147483647`)).status).toBe(404);
    const deleted = await add(`ZJ-${call}`.slice(0, 20));
    await admin.del(`/oggetto/${deleted}`);
    expect((await admin.get(`/oggetto/${call}/${deleted}`)).status).toBe(404);
  });

  it('refuses an organisation that is none', async () => {
    expect((await admin.get('/oggetto/struttura/0?idOrganizzazione=abc')).status).toBe(400);
  });
});

describe('a level', () => {
  it('has the rows below a row in pages, each with how many are below it', async () => {
    const id = await asset('FOL-L1');
    const answer = await admin.get(`/oggetto/livello/${id}?pag=1&max_rows=3`);
    expect(answer).toMatchObject({ tot: 5, max_rows: 3 });
    expect(answer.data.map((row: Row) => [row.codice, row.num_figli])).toEqual([
      ['FOL-L1-CF', 2],
      ['FOL-L1-ES', 3],
      ['FOL-L1-PL', 1],
    ]);
    expect(Object.keys(answer.data[0]).sort()).toEqual([
      'codice',
      'descrizione',
      'dismesso',
      'id',
      'id_classe',
      'id_organizzazione',
      'is_selectable',
      'num_figli',
    ]);
    expect(codesIn((await admin.get(`/oggetto/livello/${id}?pag=2&max_rows=3`)).data)).toEqual([
      'FOL-L1-PR',
      'FOL-L1-QE',
    ]);
  });

  it('of 0 contains the top rows, in the requested order', async () => {
    const sites = async (query: string) =>
      codesIn((await admin.get(`/oggetto/livello/0?${query}`)).data).filter((code) =>
        ['BOL', 'FOL', 'PAR'].includes(code),
      );
    expect(await sites('')).toEqual(['BOL', 'FOL', 'PAR']);
    expect(await sites('sort=descrizione,DESC')).toEqual(['PAR', 'FOL', 'BOL']);
    expect(await sites('orderByCol=codice&orderByDir=DESC')).toEqual(['PAR', 'FOL', 'BOL']);
    expect(await sites('orderByCol=password')).toEqual(['BOL', 'FOL', 'PAR']);
  });

  it('counts only visible rows below a row', async () => {
    const of = async (query: string) =>
      (await admin.get(`/oggetto/livello/${await asset('PAR')}?${query}`)).data.find(
        (row: Row) => row.codice === 'PAR-GF1',
      );
    expect(await of('')).toBeUndefined();
    expect(await of('dismesso=1')).toMatchObject({ dismesso: 1, num_figli: 1 });
  });
});

describe('the search in the tree', () => {
  it('finds rows by code and description, each with its path', async () => {
    const answer = await admin.get('/oggetto/albero-cerca?filtro=elevatore');
    expect(answer).toMatchObject({ tot: 2, max_rows: 30 });
    const [belt] = answer.data;
    expect(belt.codice).toBe('FOL-L2-CF-N1');
    expect(belt.num_figli).toBe(1);
    expect(belt.percorso).toEqual([
      { id: await asset('FOL'), nome: 'FOL - Stabilimento di Foligno' },
      { id: await asset('FOL-L2'), nome: 'FOL-L2 - Linea pasta corta' },
      { id: await asset('FOL-L2-CF'), nome: 'FOL-L2-CF - Confezionatrice pasta corta' },
      { id: belt.id, nome: 'FOL-L2-CF-N1 - Nastro elevatore confezionatrice' },
    ]);
    expect(
      codesIn((await admin.get('/oggetto/albero-cerca?filtro=MOTORE&max_rows=2&pag=2')).data),
    ).toHaveLength(2);
  });

  it('finds nothing for an empty text, and escapes % and _', async () => {
    expect(await admin.get('/oggetto/albero-cerca')).toMatchObject({ status: 200, data: [], tot: 0 });
    expect((await admin.get('/oggetto/albero-cerca?filtro=%25')).data).toEqual([]);
    expect((await admin.get(`/oggetto/albero-cerca?filtro=${encodeURIComponent('\u0000')}`)).status).toBe(
      400,
    );
  });
});

describe('a user with limited scope', () => {
  /** Foligno; packing and pallets only. */
  const reporter = () => demo.as('RESP');

  it('sees the rows above their own as a path, not selectable', async () => {
    const { data } = await (await reporter()).get(`/oggetto/struttura/${await asset('FOL')}`);
    expect(shape(data.struttura)).toBe(
      'FOL[FOL-L1[FOL-L1-CF[FOL-L1-CF-M1 FOL-L1-CF-N1[FOL-L1-CF-N1-M1 FOL-L1-CF-N1-R1]] FOL-L1-PL[FOL-L1-PL-M1]] FOL-L2[FOL-L2-CF[FOL-L2-CF-N1[FOL-L2-CF-N1-M1]] FOL-L2-PL] FOL-L3]',
    );
    const andrea = await demo.asUser('alessandro.deluca@officina.example');
    // Cold rooms of two plants; the plants belong to all of their departments.
    expect(shape((await andrea.get(`/oggetto/struttura/${await asset('FOL')}`)).data.struttura)).toContain(
      'FOL-GF1[FOL-GF1-C1[FOL-GF1-C1-M1] FOL-GF1-P1]',
    );
  });

  it('sees the same in levels, search and paths', async () => {
    const client = await reporter();
    const press = await add('ZK', await asset('FOL-L1-PR'), { id_classe: common.id_classe });
    const [line, machine] = [await asset('FOL-L1'), await asset('FOL-L1-PR')];
    const level = (await client.get(`/oggetto/livello/${line}`)).data;
    expect(level.map((row: Row) => [row.codice, row.is_selectable, row.num_figli])).toEqual([
      ['FOL-L1-CF', 1, 2],
      ['FOL-L1-PL', 1, 1],
      ['FOL-L1-PR', 0, 1],
    ]);
    expect(codesIn((await client.get(`/oggetto/livello/${machine}`)).data)).toEqual(['ZK']);
    const way = (await client.get(`/oggetto/percorso/${press}`)).data;
    expect(way.map((row: Row) => [row.codice, row.is_selectable])).toEqual([
      ['FOL', 1],
      ['FOL-L1', 1],
      ['FOL-L1-PR', 0],
      ['ZK', 1],
    ]);
    expect(codesIn((await client.get('/oggetto/albero-cerca?filtro=pressa')).data)).toEqual([]);
    expect((await client.get(`/oggetto/${machine}`)).status).toBe(404);
    const tops = codesIn((await client.get('/oggetto/livello/0')).data);
    expect(tops).toContain('FOL');
    expect(tops).not.toContain('PAR');
    await admin.del(`/oggetto/${press}`);
    expect(codesIn((await client.get(`/oggetto/livello/${line}`)).data)).not.toContain('FOL-L1-PR');
  });

  it('sees no branch without visible rows', async () => {
    const client = await reporter();
    for (const call of ['struttura', 'livello', 'percorso'])
      expect((await client.get(`/oggetto/${call}/${await asset('PAR-L1')}`)).status).toBe(404);
    const within = await client.get(`/oggetto/?pag=1&idOggetto=${await asset('PAR')}`);
    expect(within).toMatchObject({ data: [], tot: 0 });
  });

  it('cannot delete a subtree with invisible rows', async () => {
    const planner = await demo.asUser('elena.tosi@officina.example');
    const top = await add('ZL', undefined, { id_organizzazione: 1 });
    const parma = await demo.idOf('organizzazione', { codice: 'PAR' });
    await add('ZL-1', top, { id_organizzazione: parma });
    expect(await planner.del(`/oggetto/${top}`)).toMatchObject({
      status: 403,
      description: expect.stringMatching(/^Sotto questo elemento ce ne sono/),
    });
    expect(await demo.count(`oggetto where id = ${top} and canc = 0`)).toBe(1);
  });

  it('cannot decommission a subtree with invisible rows', async () => {
    const planner = await demo.asUser('elena.tosi@officina.example');
    const top = await add('ZN', undefined, { id_organizzazione: 1 });
    const parma = await demo.idOf('organizzazione', { codice: 'PAR' });
    const far = await add('ZN-1', top, { id_organizzazione: parma });
    expect(await planner.put(`/oggetto/${top}`, { dismesso: 1 })).toMatchObject({
      status: 403,
      description: expect.stringMatching(/^Sotto questo elemento ce ne sono/),
    });
    expect(await demo.count(`oggetto where id in (${top}, ${far}) and dismesso = 1`)).toBe(0);
    expect((await admin.put(`/oggetto/${top}`, { dismesso: 1 })).status).toBe(200);
    expect(await demo.count(`oggetto where id in (${top}, ${far}) and dismesso = 1`)).toBe(2);
  });

  it('cannot put a row below an invisible one', async () => {
    const planner = await demo.asUser('elena.tosi@officina.example');
    const row = { ...common, codice: 'ZM', descrizione: 'x', id_obj_padre: await asset('PAR-L1') };
    expect(await planner.post('/oggetto/', row)).toMatchObject({
      status: 422,
      errors: { id_obj_padre: "L'elemento indicato non esiste" },
    });
  });
});
