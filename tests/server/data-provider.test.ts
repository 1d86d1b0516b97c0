/** Calls of react-admin against the real application, through the browser's data provider. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Sent } from '../../dataProvider/outbox-order.ts';
import { createDataProvider, type OfficinaProvider, recordAddress } from '../../dataProvider/provider.ts';
import { isAhead } from '../../dataProvider/sent.ts';
import { COUNT_CAP } from '../../schemas/paging.ts';
import { type Plant, plant } from './plant/plant.ts';

let demo: Plant;
let provider: OfficinaProvider;

/** Provides a browser's storage with the session, and a fetch that reaches the application without a port. */
async function browser(token: string): Promise<void> {
  const storage = new Map([['officina.access_token', token]]);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? [...storage.values()][0] ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
    removeItem: (name: string) => storage.delete(name),
  });
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const url = new URL(address, 'http://officina.test');
    const reply = await demo.app.server.inject({
      method: method as 'GET',
      url: url.pathname + url.search,
      headers: Object.fromEntries(new Headers(headers)),
      payload: body as string | undefined,
    });
    return new Response(reply.body, {
      status: reply.statusCode,
      headers: { 'content-type': 'application/json' },
    });
  });
}

beforeAll(async () => {
  demo = await plant();
  await browser(await demo.token('SUADMIN'));
  provider = createDataProvider(demo.schemas.entities);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await demo.close();
});

const sort = { field: 'codice', order: 'ASC' as const };
const page = (number: number, perPage: number) => ({
  pagination: { page: number, perPage },
  sort,
  filter: {},
});

describe('a list', () => {
  it('is paged, sorted, and has rows identified by their own key [api-list-reply]', async () => {
    const first = await provider.getList('costo', page(1, 10));
    const second = await provider.getList('costo', page(2, 10));
    expect(first.data).toHaveLength(10);
    expect(first.total).toBe(await demo.count('costo where canc = 0'));
    expect(first.data.map(({ id, id_costo }) => id === id_costo)).not.toContain(false);
    const codes = [...first.data, ...second.data].map(({ codice }) => codice);
    expect(new Set(codes).size).toBe(20);
  });

  it('of a page counts its rows as far as users read, unless they page or ask further', async () => {
    // In portions: on a slow machine one statement for all takes longer than a statement may.
    const inPortions = async (statement: string): Promise<void> => {
      for (let from = 1; from <= COUNT_CAP + 20; from += 1000)
        await demo.database.query(statement, [from, Math.min(from + 999, COUNT_CAP + 20)]);
    };
    await inPortions(`
      insert into costo (codice, descrizione, id_organizzazione, id_reparto, tipo, costo_unitario)
      select 'CAP-' || n, 'Capped', 1, 1, 1, n from generate_series($1::int, $2::int) n`);
    const total = async (number: number, meta?: object) =>
      (await provider.getList('costo', { ...page(number, 30), meta })).total;
    const all = await demo.count('costo where canc = 0');
    expect(all).toBeGreaterThan(COUNT_CAP);
    expect(await total(1, { capped: true })).toBe(COUNT_CAP);
    expect(await total(333, { capped: true })).toBe(COUNT_CAP);
    expect(await total(334, { capped: true })).toBe(all);
    expect(await total(1)).toBe(all);
    await inPortions(
      "delete from costo where codice in (select 'CAP-' || n from generate_series($1::int, $2::int) n)",
    );
  });

  it('of more rows than one page may have is joined from several pages', async () => {
    const { data, total } = await provider.getList('costo', page(1, 5000));
    expect(data).toHaveLength(total!);
  });

  it('that is a tree answers its rows', async () => {
    const { data } = await provider.getList('classe/struttura', {
      ...page(1, 1000),
      sort: { field: 'id', order: 'ASC' },
    });
    expect(data).toHaveLength(await demo.count('classe_struttura'));
  });

  it('has no order or page if none is requested', async () => {
    const { data } = await provider.getList('costo', { filter: {} } as never);
    const asIs = await provider.getList('costo', {
      pagination: { page: 1, perPage: 30 },
      sort: { field: '', order: 'ASC' },
      filter: {},
    });
    expect(data.map(({ id }) => id)).toEqual(asIs.data.map(({ id }) => id));
  });

  it('of rows of a record is the list with that filter', async () => {
    const { data, total } = await provider.getManyReference('costo', {
      ...page(1, 30),
      target: 'codice',
      id: 'MO-MEC',
      filter: { tipo: undefined },
    });
    expect(data.map(({ codice }) => codice)).toEqual(['MO-MEC']);
    expect(total).toBe(1);
  });

  it('is filtered by the typed text', async () => {
    const { data } = await provider.getList('costo', {
      ...page(1, 30),
      filter: { codice: 'MO-MEC', tipo: undefined },
    });
    expect(data.map(({ codice }) => codice)).toEqual(['MO-MEC']);
  });
});

describe('single records', () => {
  it('are created, changed, read together and deleted', async () => {
    const created = await provider.create('reparto', { data: { codice: 'DP1', descrizione: 'Prova' } });
    const { id } = created.data;
    const changed = await provider.update('reparto', {
      id,
      data: { descrizione: 'Cambiato' },
      previousData: created.data,
    });
    expect(changed.data).toMatchObject({ id, codice: 'DP1', descrizione: 'Cambiato' });
    const { data } = await provider.getMany('reparto', { ids: [1, id] });
    expect(data.map((row) => row.id).sort()).toEqual([1, id].sort());
    expect((await provider.history('reparto', id)).map(({ operazione }) => operazione)).toEqual([
      'update',
      'create',
    ]);
    await provider.delete('reparto', { id, previousData: changed.data });
    await expect(provider.getOne('reparto', { id })).rejects.toMatchObject({ status: 404 });
  });

  it('refused carry the sentence of each field', async () => {
    const refused = await provider
      .create('reparto', { data: { descrizione: 'Senza codice' } })
      .catch((error) => error);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { codice: 'Questo campo è obbligatorio' } },
    });
  });

  it('deleted one after the other report how many succeeded before a refusal', async () => {
    const made = await provider.create('reparto', { data: { codice: 'DP2', descrizione: 'Prova' } });
    const refused = await provider.deleteMany('reparto', { ids: [made.data.id, 1] }).catch((error) => error);
    expect(refused).toMatchObject({ status: 403, done: [made.data.id] });
  });
});

describe('several records at once', () => {
  const made = async (codice: string) =>
    (await provider.create('reparto', { data: { codice, descrizione: 'Prova' } })).data.id;

  it('are changed, each by its own call', async () => {
    const ids = [await made('DP5'), await made('DP6')];
    const reply = await provider.updateMany('reparto', { ids, data: { descrizione: 'Insieme' } });
    expect(reply.data).toEqual(ids);
    const { data } = await provider.getMany('reparto', { ids });
    expect(data.map(({ descrizione }) => descrizione)).toEqual(['Insieme', 'Insieme']);
  });

  it('are no longer sent after the first refusal', async () => {
    const ids = [await made('DP7'), 999_999, await made('DP8')];
    const refused = await provider
      .updateMany('reparto', { ids, data: { descrizione: 'Fin qui' } })
      .catch((error) => error);
    expect(refused).toMatchObject({ status: 404, done: [ids[0]] });
    const { data } = await provider.getMany('reparto', { ids: [ids[2]!] });
    expect(data[0]!.descrizione).toBe('Prova');
  });

  it('none at all ask for nothing', async () => {
    expect((await provider.getMany('reparto', { ids: [] })).data).toEqual([]);
  });
});

describe('sub-collections', () => {
  it('are listed, added to and removed from the record', async () => {
    const user = await demo.idOf('utente', { mail: 'tecnico@officina.example' });
    const of = { id: user, path: 'reparto' };
    const department = (await provider.create('reparto', { data: { codice: 'DP3', descrizione: 'Prova' } }))
      .data.id;
    const before = await provider.children('utente', of);
    await provider.addChild('utente', of, { id_reparto: department });
    expect(await provider.children('utente', of)).toHaveLength(before.length + 1);
    await provider.removeChild('utente', of, department);
    expect(await provider.children('utente', of)).toHaveLength(before.length);
  });
});

describe('an act that was sent', () => {
  it('is missing in the version that a page displays, also after the record was read again elsewhere', async () => {
    const { data: before } = await provider.getOne('costo', { id: 1 });
    const record = recordAddress('costo', before.id);
    // The clock of the device may not have moved between request and reply.
    const sent = { record, sentAt: Date.now() + 1 } as Sent;
    await demo.database.query('update costo set versione = versione + 1 where id_costo = $1', [before.id]);
    await expect.poll(() => Date.now()).toBeGreaterThan(sent.sentAt);
    const { data: after } = await provider.getOne('costo', { id: 1 });
    expect(after.versione).not.toBe(before.versione);
    expect(isAhead(sent, before.versione)).toBe(true);
    expect(isAhead(sent, after.versione)).toBe(false);
  });
});
