/** react-admin's questions in the words of the API. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../dataProvider/http.ts';
import { pagesFor } from '../../dataProvider/pages.ts';
import { createDataProvider } from '../../dataProvider/provider.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';

vi.mock('../../dataProvider/http.ts', () => ({ call: vi.fn(), download: vi.fn() }));

const asked = vi.mocked(call);
const provider = createDataProvider(readSchemas().entities);
const reply = (data: unknown, more: object = {}) => ({ result: 0, description: '', data, ...more });
const list = { pagination: { page: 2, perPage: 30 }, sort: { field: 'codice', order: 'ASC' as const } };

beforeEach(() => asked.mockReset());

describe('a list', () => {
  it('asks for a page, sorted and filtered, and names rows by their own key', async () => {
    asked.mockResolvedValue(reply([{ id_costo: 4 }], { tot: 31, max_rows: 30 }));
    const answer = await provider.getList('costo', { ...list, filter: { codice: 'A', tipo: undefined } });
    expect(asked).toHaveBeenCalledExactlyOnceWith('/costo/', {
      query: { codice: 'A', orderByCol: 'codice', orderByDir: 'ASC', pag: '2', max_rows: '30' },
      signal: undefined,
    });
    expect(answer).toMatchObject({ data: [{ id_costo: 4, id: 4 }], total: 31 });
  });

  it('of a server with a page size of its own is put together', async () => {
    const page = (from: number) => Array.from({ length: 20 }, (_, index) => ({ id: from + index }));
    asked.mockImplementation(async (_path, request) =>
      reply(page((Number(request?.query?.pag) - 1) * 20 + 1), { tot: 100, max_rows: 20 }),
    );
    const { data } = await provider.getList('reparto', { ...list, filter: {} });
    expect(data.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, index) => 31 + index));
  });

  it('that is a tree answers its rows', async () => {
    asked.mockResolvedValue(reply({ lista: [{ id: 1 }], albero: [] }));
    const { data, total } = await provider.getList('classe/struttura', { ...list, filter: {} });
    expect([data, total]).toEqual([[{ id: 1 }], 1]);
  });
});

describe('pages of another size', () => {
  it.each([
    [1, 30, 30, undefined],
    [1, 30, 20, { pages: [1, 2], skip: 0 }],
    [2, 30, 20, { pages: [2, 3], skip: 10 }],
    [3, 10, 25, { pages: [1, 2], skip: 20 }],
    [1, 1000, 50, { pages: Array.from({ length: 20 }, (_, index) => index + 1), skip: 0 }],
  ])('page %i of %i rows from pages of %i', (page, perPage, size, wanted) => {
    expect(pagesFor(page, perPage, size)).toEqual(wanted);
  });
});

describe('single records', () => {
  it('are created in the collection and changed by the verb of the entity', async () => {
    asked.mockResolvedValue(reply({ id: 9 }));
    const created = await provider.create('reparto', { data: { codice: 'X' } });
    expect(created.data).toEqual({ codice: 'X', id: 9 });
    await provider.update('reparto', { id: 9, data: { codice: 'X' }, previousData: { id: 9 } });
    expect(asked.mock.calls.map(([path, request]) => [path, request?.method])).toEqual([
      ['/reparto/', 'POST'],
      ['/reparto/9', 'PUT'],
    ]);
  });

  it('are asked for together by their ids', async () => {
    asked.mockResolvedValue(reply([{ id: 1 }, { id: 2 }]));
    await provider.getMany('reparto', { ids: [1, 2] });
    expect(asked).toHaveBeenCalledWith('/reparto/', { query: { id: '1,2', pag: '-1' }, signal: undefined });
  });

  it('deleted one after the other tell how many went before a refusal', async () => {
    asked.mockResolvedValueOnce(reply(null)).mockRejectedValueOnce(new Error('in uso'));
    const refused = await provider.deleteMany('reparto', { ids: [1, 2, 3] }).catch((error) => error);
    expect(refused).toMatchObject({ message: 'in uso', done: [1] });
    expect(asked).toHaveBeenCalledTimes(2);
  });
});

describe('sub-collections', () => {
  it('stand below the record', async () => {
    asked.mockResolvedValue(reply([]));
    await provider.children('utente', { id: 3, path: 'reparto' });
    await provider.addChild('utente', { id: 3, path: 'reparto' }, { id_reparto: 5 });
    await provider.removeChild('utente', { id: 3, path: 'reparto' }, 5);
    expect(asked.mock.calls.map(([path, request]) => `${request?.method ?? 'GET'} ${path}`)).toEqual([
      'GET /utente/3/reparto/',
      'POST /utente/3/reparto/',
      'DELETE /utente/3/reparto/5',
    ]);
  });
});
