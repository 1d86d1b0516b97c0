/** Lists sorted by the name of a referenced row: each page equals the same page of all rows sorted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity, Row } from '../../schemas/entity.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { type ListRequest, listStatement, type Page } from '../../server/database/list-query.ts';
import { textSortOf } from '../../server/database/sorted-by-name.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

const schemas = readSchemas();
let demo: Plant;
beforeAll(async () => {
  demo = await plant();
});
afterAll(() => demo.close());

/** The columns of an entity that are the indexed name of another row. */
const namesOf = (entity: Entity): string[] =>
  entity.fields.flatMap(({ reference }) =>
    reference?.text && textSortOf(entity, schemas, reference.text, 1) ? [reference.text] : [],
  );
const sorted = schemas.entities
  .filter(({ view }) => !view)
  .flatMap((entity) => namesOf(entity).map((column): [string, string] => [entity.resource, column]));

const SIZES = [1, 3, 7, 30, 45];

async function idsOf(entity: Entity, request: Partial<ListRequest>, page: Page): Promise<unknown[]> {
  const all: ListRequest = { query: {}, language: 'it', scopes: undefined, zone: 'Europe/Rome', ...request };
  const { text, values } = listStatement(entity, schemas, all, page);
  const { rows } = await demo.database.query<Row>(text, values);
  return rows.map((row) => row[entity.id]);
}

describe('a list sorted by the name of a referenced row', () => {
  it('has such columns in the entities that grow', () => {
    expect(sorted).toEqual(
      expect.arrayContaining([
        ['odl', 'oggetto'],
        ['odl', 'tecnico'],
      ]),
    );
  });

  it.each(sorted)('%s by %s: pages are those of all rows, in both directions', async (resource, column) => {
    const entity = schemas.byResource.entity(resource);
    const dimensions = Object.values(entity.scope);
    const everyone = [undefined, Object.fromEntries(dimensions.map((name) => [name, [2, 3]]))];
    for (const scopes of dimensions.length > 0 ? everyone : [undefined])
      for (const orderByDir of ['ASC', 'DESC']) {
        const request = { scopes, query: { orderByCol: column, orderByDir } };
        const all = await idsOf(entity, request, { size: 30, counted: false });
        for (const size of SIZES)
          for (const number of [1, 2, Math.max(1, Math.ceil(all.length / size)), 1 + (all.length % 5)])
            expect(await idsOf(entity, request, { number, size, counted: true })).toEqual(
              all.slice((number - 1) * size, number * size),
            );
      }
  });

  it('shows a technician the rows of their own reach, also filtered, with those without a name at the end', async () => {
    const technician: Client = await demo.as('RIFTEC');
    for (const column of ['oggetto', 'tecnico'])
      for (const direction of ['ASC', 'DESC'])
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
            for (const number of [1, 2, Math.ceil(all.length / size)])
              expect(await ids(`pag=${number}&max_rows=${size}`)).toEqual(
                all.slice((number - 1) * size, number * size),
              );
        }
    const last = (await technician.get('/odl/?pag=-1&orderByCol=tecnico&orderByDir=DESC')).data.at(-1);
    expect(last.id_tecnico).toBeNull();
  });
});
