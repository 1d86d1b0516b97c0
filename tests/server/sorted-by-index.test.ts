/**
 * Lists sorted by an own value, or by the name of a referenced row, also with translations: each page equals the same
 * page of all rows sorted.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Entity, LANGUAGES, type Row } from '../../schemas/entity.ts';
import { readSchemas, SCHEMAS } from '../../schemas/read-schemas.ts';
import type { Page } from '../../server/database/list-page.ts';
import { type ListRequest, listStatement } from '../../server/database/list-query.ts';
import { indexSortOf } from '../../server/database/sorted-by-index.ts';
import { byDay } from '../runner/nightly.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

/** An entity that only a file describes. */
const NOTICES = {
  title: 'Notice',
  type: 'object',
  required: ['codice'],
  'x-title': { it: 'Avviso', its: 'Avvisi', ens: 'Notices' },
  'x-resource': 'avviso',
  'x-access': { read: 'session', write: 'session' },
  'x-delete': 'soft',
  'x-sort': ['codice', 'DESC'],
  'x-index': [
    ['scade', 'DESC'],
    ['grado', 'ASC'],
  ],
  'x-list': ['codice', 'testo', 'tipo_guasto', 'scade', 'grado'],
  properties: {
    codice: { type: 'string', maxLength: 20, title: 'Code', 'x-title': { it: 'Codice' } },
    testo: { type: 'string', maxLength: 100, title: 'Text', 'x-title': { it: 'Testo' } },
    id_tipo_guasto: {
      type: 'integer',
      title: 'Type',
      'x-title': { it: 'Tipo' },
      'x-ref': 'odl/tipoGuasto',
      'x-ref-text': 'tipo_guasto',
    },
    scade: { type: 'string', format: 'date', title: 'Until', 'x-title': { it: 'Fino a' } },
    grado: {
      type: 'string',
      title: 'Grade',
      'x-title': { it: 'Grado' },
      oneOf: ['b', 'C', 'a'].map((grade) => ({ const: grade, title: grade, 'x-title': { it: grade } })),
    },
  },
};
const folder = mkdtempSync(join(tmpdir(), 'officina-sorted-'));
writeFileSync(join(folder, 'notice.json'), JSON.stringify(NOTICES));

const schemas = readSchemas([SCHEMAS, folder]);
const notices = schemas.byResource.entity('avviso');
let demo: Plant;
beforeAll(async () => {
  demo = await plant([folder]);
  // Two types have the same name in Italian, one of them and another in English.
  await demo.database.query(`
    update odl_tipoguasto set traduzioni = case when id % 3 = 0 then jsonb_build_object('it', 'Uguale', 'en', '')
      when id % 3 = 1 then jsonb_build_object('en', 'Alike') end where id <= 6`);
  await demo.database.query(`
    insert into ${notices.table} (codice, testo, id_tipo_guasto, scade, grado, canc)
    select 'A' || n % 4, case when n % 5 > 0 then substr('àbÀB', n % 4 + 1, 1) || n % 3 end, nullif(n % 7, 0),
      case when n % 3 > 0 then date '2026-01-01' + n % 17 end, (array['a', null, 'b', 'C'])[n % 4 + 1], (n % 11 = 0)::int
    from generate_series(1, 150) n order by n % 13`);
});
afterAll(async () => {
  await demo.close();
  rmSync(folder, { recursive: true });
});

const DIRECTIONS = ['ASC', 'DESC'] as const;
/** How the list of an entity sorted by a column reads its pages by an index, in one of the directions. */
const byIndex = (entity: Entity, column: string) =>
  DIRECTIONS.map((direction) => indexSortOf(entity, schemas, [column, direction], 1)).find(Boolean);

/** The columns of an entity that are an own value with an index, or the name of another row. */
const namesOf = (entity: Entity): string[] =>
  entity.fields
    .flatMap(({ name, reference }) => [name, reference?.text])
    .filter((column) => column !== undefined)
    .filter((column) => byIndex(entity, column));
const sorted = schemas.entities
  .filter(({ view }) => !view)
  .flatMap((entity) => namesOf(entity).map((column): [string, string] => [entity.resource, column]));

const SIZES = byDay([7, 1, 45]);

/** The numbers of the pages to compare: the first and the last by day, and others by night. */
const pagesOf = (rows: number, size: number): readonly number[] => {
  const last = Math.max(1, Math.ceil(rows / size));
  return byDay([1, last, 2, 1 + (rows % 5)], 2);
};

async function idsOf(entity: Entity, request: Partial<ListRequest>, page: Page): Promise<unknown[]> {
  const all: ListRequest = { query: {}, language: 'it', scopes: undefined, zone: 'Europe/Rome', ...request };
  const { text, values } = listStatement(entity, schemas, all, page);
  const { rows } = await demo.database.query<Row>(text, values);
  return rows.map((row) => row[entity.id]);
}

describe('a list that is sorted by an index', () => {
  it('has such columns in the entities that grow', () => {
    expect(sorted).toEqual(
      expect.arrayContaining([
        ['odl', 'oggetto'],
        ['odl', 'tecnico'],
        ['odl', 'descrizione'],
        ['odl', 'stato'],
        ['odl', 'priorita'],
        ['odl', 'data_fine'],
        ['avviso', 'scade'],
        ['avviso', 'grado'],
        ['avviso', 'codice'],
        ['avviso', 'testo'],
        ['avviso', 'tipo_guasto'],
      ]),
    );
  });

  it.each(sorted)('%s by %s: pages are those of all rows, in both directions', async (resource, column) => {
    const entity = schemas.byResource.entity(resource);
    const dimensions = Object.values(entity.scope);
    const everyone = [undefined, Object.fromEntries(dimensions.map((name) => [name, [2, 3]]))];
    const languages = byIndex(entity, column)?.few ? LANGUAGES : LANGUAGES.slice(0, 1);
    const requests = (dimensions.length > 0 ? everyone : [undefined]).flatMap((scopes) =>
      languages.map((language) => ({ scopes, language })),
    );
    for (const { scopes, language } of requests)
      for (const orderByDir of DIRECTIONS) {
        const request = { scopes, language, query: { orderByCol: column, orderByDir } };
        const all = await idsOf(entity, request, { size: 30, counted: false });
        for (const size of SIZES)
          for (const number of pagesOf(all.length, size))
            expect(await idsOf(entity, request, { number, size, counted: true })).toEqual(
              all.slice((number - 1) * size, number * size),
            );
      }
  });

  it('shows a technician the rows of their own reach, also filtered, with those without a name at the end', async () => {
    const technician: Client = await demo.as('RIFTEC');
    for (const column of [
      'oggetto',
      'tecnico',
      'stato',
      'tipo_guasto',
      'descrizione',
      'priorita',
      'data_fine',
    ])
      for (const direction of DIRECTIONS)
        for (const filter of [
          '',
          'mostraChiusi=1',
          'mostraChiusi=1&priorita=2',
          'filtroOggetto=a&filtro=e',
        ]) {
          const query = `/odl/?orderByCol=${column}&orderByDir=${direction}&${filter}`;
          const ids = async (page: string) =>
            (await technician.get(`${query}&${page}`)).data.map(({ id }: Row) => id);
          const all = await ids('pag=-1');
          expect(all.length).toBeGreaterThan(2);
          for (const size of SIZES)
            for (const number of pagesOf(all.length, size))
              expect(await ids(`pag=${number}&max_rows=${size}`)).toEqual(
                all.slice((number - 1) * size, number * size),
              );
        }
    // The plan of the open list reads only the open states.
    const open = (await technician.get('/odl/?pag=1&orderByCol=stato')).data.map(({ id }: Row) => id);
    expect(
      (await technician.get('/odl/?pag=1&tot=10001&orderByCol=stato')).data.map(({ id }: Row) => id),
    ).toEqual(open);
    const last = (await technician.get('/odl/?pag=-1&orderByCol=tecnico&orderByDir=DESC')).data.at(-1);
    expect(last.id_tecnico).toBeNull();
  });

  it.each(['SUADMIN', 'SUPER', 'RIFTEC', 'RESP'] as const)(
    'has the pages and the number of all rows for %s, of late work and of other lists',
    async (role) => {
      const user = await demo.as(role);
      for (const filter of [
        'scaduti=1',
        'nonScaduti=1',
        'mostraChiusi=1',
        'scaduti=1&priorita=2',
        'filtro=e',
      ])
        for (const column of ['data_ordine', 'priorita', 'data_fine', 'stato'])
          for (const direction of DIRECTIONS) {
            const query = `/odl/?orderByCol=${column}&orderByDir=${direction}&${filter}`;
            const all = (await user.get(`${query}&pag=-1`)).data.map(({ id }: Row) => id);
            for (const number of pagesOf(all.length, 7))
              for (const most of ['', '&tot=10001']) {
                const page = await user.get(`${query}&pag=${number}&max_rows=7${most}`);
                expect(page.data.map(({ id }: Row) => id)).toEqual(all.slice((number - 1) * 7, number * 7));
                expect(page.tot).toBe(all.length);
              }
          }
    },
  );
});
