/**
 * Values that the database keeps of referenced rows (x-kept), and its counts (x-counts) agree with the rows after all
 * writes, for interventions and for an entity that only a file describes.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countedBy, foldCounts, wrongKept } from '../../../server/database/counts.ts';
import type { Queryable } from '../../../server/database/engine.ts';
import { allTables } from '../../../server/database/migration.ts';
import { onlyRow } from '../../../server/database/rows.ts';
import { type Plant, plant } from '../plant/plant.ts';
import { SERVER } from '../plant/templates.ts';

const VISITS = {
  title: 'Visit',
  type: 'object',
  required: ['nome'],
  'x-title': { it: 'Visita', its: 'Visite', ens: 'Visits' },
  'x-resource': 'visita',
  'x-access': { read: 'session', write: 'session' },
  'x-delete': 'soft',
  'x-counts': [['id_classe'], ['giorno', 'id_classe']],
  'x-index': [['id_classe', 'nome']],
  'x-sort': ['id_classe', 'ASC'],
  properties: {
    nome: { type: 'string', title: 'Name', 'x-title': { it: 'Nome' } },
    giorno: { type: 'string', format: 'date-time', title: 'Day', 'x-title': { it: 'Giorno' } },
    id_oggetto: {
      type: 'integer',
      title: 'Asset',
      'x-title': { it: 'Oggetto' },
      'x-ref': 'oggetto',
      'x-ref-text': 'oggetto',
      'x-ref-fields': { id_classe: 'id_classe' },
    },
    id_classe: {
      type: 'integer',
      title: 'Class',
      'x-title': { it: 'Classe' },
      'x-ref': 'classe',
      'x-computed': true,
      'x-kept': true,
      'x-hidden': true,
    },
  },
};

let demo: Plant;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'officina-kept-'));
  writeFileSync(join(folder, 'visit.json'), JSON.stringify(VISITS));
  demo = await plant([folder]);
});
afterAll(async () => {
  await demo.close();
  rmSync(folder, { recursive: true });
});

const misses = (queryable: Queryable = demo.database) => wrongKept(queryable, demo.schemas.entities);

/** Changes the plant in a transaction that leaves no trace. */
const tried = (work: (transaction: Queryable) => Promise<void>): Promise<void> =>
  expect(
    demo.database.transaction(async (transaction) => {
      await work(transaction);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone') as Promise<void>;

const number = async (queryable: Queryable, sql: string): Promise<number> =>
  onlyRow((await queryable.query<{ n: number }>(`select (${sql})::int as n`)).rows).n;

/** A generator of numbers below a limit, the same for the same seed. */
const chance = (seed: number) => {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return (state >> 8) % limit;
  };
};

const ANY_ASSET = (n: number): string =>
  `(select id from oggetto order by id limit 1 offset ${n} % (select count(*) from oggetto))`;
const ANY = (table: string, n: number): string =>
  `(select id from ${table} order by id limit 1 offset ${n} % (select count(*) from ${table}))`;

/** Statements as calls, imports, seeds and people at a console write them. */
const CHANGES: ((n: number) => string)[] = [
  (n) => `insert into visita (nome, giorno, id_oggetto)
    select 'V' || g, timestamptz '2026-03-28 22:30Z' + g * interval '7 hours', ${ANY_ASSET(n)} from generate_series(1, 1 + ${n % 4}) g`,
  (n) => `update visita set id_oggetto = ${ANY_ASSET(n)} where id % 3 = ${n % 3}`,
  (n) => `update visita set id_oggetto = null where id % 11 = ${n % 11}`,
  (n) => `update visita set canc = 1 - canc where id % 5 = ${n % 5}`,
  (n) => `update visita set giorno = giorno + interval '1 day' where id % 4 = ${n % 4}`,
  (n) => `update visita set id_classe = -5 where id % 7 = ${n % 7}`,
  (n) => `delete from visita where id % 9 = ${n % 9}`,
  (n) => `update oggetto set id_classe = ${ANY('classe', n)} where id % 4 = ${n % 4}`,
  (n) => `update oggetto set id_organizzazione = ${ANY('organizzazione', n)} where id % 6 = ${n % 6}`,
  (n) =>
    `update oggetto set id_reparto = ${ANY('reparto', n)}, id_organizzazione = ${ANY('organizzazione', n + 1)} where id % 8 = ${n % 8}`,
  (n) => `update odl set id_oggetto = ${ANY_ASSET(n)} where id % 5 = ${n % 5}`,
  (n) => `update odl set id_stato = ${ANY('stato', n)}, data_fine = now() where id % 4 = ${n % 4}`,
  (n) => `update odl set note = 'x' where id % 2 = ${n % 2}`,
];

describe('kept values and counts', () => {
  it('agree with the rows of a new plant', async () => {
    expect(await misses()).toEqual([]);
  });

  it.each([1, 2, 3])('agree after random changes and foldings, series %d', async (seed) => {
    const below = chance(seed);
    await tried(async (transaction) => {
      for (let step = 0; step < 60; step++) {
        const change = CHANGES[below(CHANGES.length)]!(below(1000));
        await transaction.query(change);
        if (below(5) === 0) await foldCounts(transaction, demo.schemas.entities);
        expect(await misses(transaction), change).toEqual([]);
      }
      expect(await number(transaction, 'select count(*) from visita')).toBeGreaterThan(0);
    });
  });

  it('are found when somebody has damaged them', async () => {
    const entity = demo.schemas.byResource.entity('odl');
    const counts = countedBy(entity, ['id_stato', 'id_organizzazione', 'id_reparto']);
    await tried(async (transaction) => {
      await transaction.query(
        `update ${counts} set righe = righe + 1 where riga = (select min(riga) from ${counts})`,
      );
      await transaction.query('alter table visita disable trigger all');
      await transaction.query(
        `insert into visita (nome, id_oggetto, id_classe) values ('X', ${ANY_ASSET(1)}, null)`,
      );
      expect(await misses(transaction)).toEqual([
        { table: 'visita', rows: 1 },
        { table: counts.replaceAll('"', ''), rows: 1 },
        ...[expect.objectContaining({ rows: 1 }), expect.objectContaining({ rows: 1 })],
      ]);
      // A row without a reference has no copy.
      await transaction.query("insert into visita (nome, id_classe) values ('Y', 5)");
      await transaction.query('alter table visita enable trigger all');
      const keepers = allTables(demo.schemas.entities).flatMap((table) => table.keepers ?? []);
      for (const statement of keepers.flatMap(({ rows }) => rows)) await transaction.query(statement);
      expect(await misses(transaction)).toEqual([]);
    });
  });

  it('folding leaves one row for each combination', async () => {
    const entity = demo.schemas.byResource.entity('visita');
    const counts = countedBy(entity, ['id_classe']);
    await tried(async (transaction) => {
      for (let n = 0; n < 4; n++)
        await transaction.query(`insert into visita (nome, id_oggetto) values ('X', ${ANY_ASSET(1)})`);
      expect(await number(transaction, `select count(*) from ${counts}`)).toBe(4);
      expect(await foldCounts(transaction, demo.schemas.entities)).toBeGreaterThanOrEqual(3);
      expect(await number(transaction, `select count(*) from ${counts}`)).toBe(1);
      await transaction.query('delete from visita');
      await foldCounts(transaction, demo.schemas.entities);
      expect(await number(transaction, `select count(*) from ${counts}`)).toBe(0);
      expect(await misses(transaction)).toEqual([]);
    });
  });

  it('are in lists, records, filters and sorts, with nothing but the file', async () => {
    const admin = await demo.as('SUADMIN');
    const asset = (await admin.get('/oggetto/?pag=1&max_rows=1')).data[0];
    const made = await admin.post('/visita/', { nome: 'Prima', id_oggetto: asset.id });
    expect(made.data).toMatchObject({ id_classe: asset.id_classe });
    expect((await admin.get(`/visita/${made.data.id}`)).data.id_classe).toBe(asset.id_classe);
    const listed = await admin.get(`/visita/?pag=1&id_classe=${asset.id_classe}`);
    expect(listed).toMatchObject({ tot: 1, data: [{ nome: 'Prima', id_classe: asset.id_classe }] });
    expect((await admin.get('/visita/?pag=1&id_classe=99999')).tot).toBe(0);
    // A client cannot set a kept value.
    await admin.put(`/visita/${made.data.id}`, { id_classe: 99_999 });
    expect((await admin.get(`/visita/${made.data.id}`)).data.id_classe).toBe(asset.id_classe);
    await admin.del(`/visita/${made.data.id}`);
    expect((await admin.get('/visita/?pag=1')).tot).toBe(0);
    expect(await misses()).toEqual([]);
  });

  it('count exactly what a list counts, for all users', async () => {
    for (const family of ['SUADMIN', 'SUPER', 'RIFTEC', 'RESP'] as const) {
      const client = await demo.as(family);
      for (const query of [
        '',
        '&mostraChiusi=1',
        '&idStato=1',
        '&mostraChiusi=1&organizzazione=2',
        '&idStato=5,6',
      ]) {
        const { tot, data } = await client.get(`/odl/?pag=1&max_rows=1000${query}`);
        expect([family, query, tot]).toEqual([family, query, data.length]);
      }
    }
  });

  it('follow a branch of the tree that is moved, and its organisation', async () => {
    const admin = await demo.as('SUADMIN');
    const [{ id_organizzazione, id_reparto, id_classe }] = (await admin.get('/oggetto/?pag=1&max_rows=1'))
      .data;
    const add = async (codice: string, id_obj_padre: number | null): Promise<number> => {
      const row = {
        campo_str1: 'X',
        codice,
        descrizione: codice,
        id_organizzazione,
        id_reparto,
        id_classe,
        id_obj_padre,
      };
      const answer = await admin.post('/oggetto/', row);
      expect(answer.status, answer.description).toBe(200);
      return answer.data.id;
    };
    const top = await add('KEPT-1', null);
    const middle = await add('KEPT-2', top);
    const leaf = await add('KEPT-3', middle);
    const other = await add('KEPT-4', null);
    const rows = (id: number) =>
      number(
        demo.database,
        `select count(*) from oggetto_discendenza where discendente = ${id} and id_organizzazione = ${id_organizzazione}`,
      );
    expect([await rows(leaf), await misses()]).toEqual([3, []]);
    expect((await admin.put(`/oggetto/${middle}`, { id_obj_padre: other })).status).toBe(200);
    expect([await rows(leaf), await misses()]).toEqual([3, []]);
    const elsewhere = await number(
      demo.database,
      `select min(id) from organizzazione where id not in (1, ${id_organizzazione})`,
    );
    await demo.database.query(`update oggetto set id_organizzazione = ${elsewhere} where id = ${leaf}`);
    expect([await rows(leaf), await misses()]).toEqual([0, []]);
  });

  /** An asset with its class, another class, and the statements that move it there and visit it. */
  async function moving() {
    const asset = await number(demo.database, 'select min(id) from oggetto');
    const from = await number(demo.database, `select id_classe from oggetto where id = ${asset}`);
    const to = await number(demo.database, `select min(id) from classe where id <> ${from}`);
    return {
      to,
      write: (name: string) => `insert into visita (nome, id_oggetto) values ('${name}', ${asset})`,
      move: `update oggetto set id_classe = ${to} where id = ${asset}`,
      async undo() {
        await demo.database.query('delete from visita');
        await demo.database.query(`update oggetto set id_classe = ${from} where id = ${asset}`);
      },
    };
  }

  const someoneWaits = () =>
    expect
      .poll(() =>
        number(
          demo.database,
          "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        ),
      )
      .toBeGreaterThan(0);

  it.runIf(SERVER)(
    'stay right when a row is written after its asset has moved, and before that is committed',
    async () => {
      const { database } = demo;
      const { to, write, move, undo } = await moving();
      let visited: Promise<unknown> | undefined;
      await database.transaction(async (transaction) => {
        await transaction.query(move);
        visited = database.query(write('between'));
        await someoneWaits();
      });
      await visited;
      expect(await misses()).toEqual([]);
      expect(await number(database, `select count(*) from visita where id_classe = ${to}`)).toBe(1);
      await undo();
    },
  );

  it.runIf(SERVER)('stay right when a row is written while its asset moves', async () => {
    const { database } = demo;
    const { to, write, move, undo } = await moving();
    let wrote = (): void => undefined;
    const written = new Promise<void>((go) => {
      wrote = go;
    });
    // The first writer has read the old class when the asset moves, and ends later; the second one comes after the move began.
    const first = database.transaction(async (transaction) => {
      await transaction.query(write('first'));
      wrote();
      await someoneWaits();
    });
    await written;
    await Promise.all([first, database.query(move), database.query(write('second'))]);
    expect(await misses()).toEqual([]);
    expect(await number(database, `select count(*) from visita where id_classe = ${to}`)).toBe(2);
    await undo();
  });
});
