/** The part of a phone's stored work that a pack has changed. */
import { describe, expect, it } from 'vitest';
import type { Taken } from '../../dataProvider/device.ts';
import type { Pack } from '../../dataProvider/taken.ts';
import type { Row } from '../../schemas/entity.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { inOrder, mergedRows } from '../../src/interventions/work/take-along.ts';

const { entities } = readSchemas();

const work = (id: number, more: Row = {}): Row => ({ id, id_oggetto: 100 + id, id_tecnico: 1, ...more });
const BEFORE: Taken = {
  ...{ user: 1, language: 'it', cursor: 'a', schemas: 's', at: 0 },
  rows: [work(1), work(2), work(3)].map((row) => ({ row, isRead: true, files: [] })),
};
const pack = (changes: Partial<Pack>): Pack => ({
  ...{ cursor: 'b', intero: 0, record: {}, tolti: {}, schemi: { impronta: 's' } },
  ...changes,
});
const unread = (changes: Partial<Pack>): unknown[] =>
  mergedRows(BEFORE, pack(changes), entities)
    .filter(({ isRead }) => !isRead)
    .map(({ row }) => row.id);

describe('work taken along', () => {
  it('is read again when it, a row below it or its asset has changed', () => {
    expect(unread({})).toEqual([]);
    expect(unread({ record: { odl: [work(2), work(7)] } })).toEqual([2, 7]);
    expect(unread({ record: { commento: [{ id: 9, id_intervento: 3 }] } })).toEqual([3]);
    expect(unread({ record: { oggetto: [{ id: 101 }] } })).toEqual([1]);
    expect(unread({ record: { 'oggetto/documento': [{ id: 5, id_oggetto: 102 }] } })).toEqual([2]);
  });

  it('is all read again for what every work obeys, and for rows that are gone; not for stock', () => {
    expect(unread({ record: { controllo: [{ id: 1 }] } })).toEqual([1, 2, 3]);
    expect(unread({ tolti: { commento: [4] } })).toEqual([1, 2, 3]);
    expect(unread({ tolti: { odl: [2], commento: [4], 'odl/checklist': [5] } })).toEqual([]);
    expect(unread({ record: { giacenza: [{ id_ricambio: 1 }] }, tolti: { ricambio: [2] } })).toEqual([]);
  });

  it('forgets what is closed, and everything with a whole pack', () => {
    const ids = (changes: Partial<Pack>) =>
      mergedRows(BEFORE, pack(changes), entities).map(({ row }) => row.id);
    expect(ids({ tolti: { odl: [2] } })).toEqual([1, 3]);
    expect(ids({ intero: 1, record: { odl: [work(8)] } })).toEqual([8]);
  });

  it('is read again if the files of its card are unknown, and keeps the known ones until then', () => {
    const files = [{ path: '/odl/2/documento/5/file', bytes: 1, name: 'a.pdf' }];
    const before = { ...BEFORE, rows: [work(1), work(2)].map((row) => ({ row, isRead: true })) };
    expect(mergedRows(before, pack({}), entities).map(({ isRead }) => isRead)).toEqual([false, false]);
    const known = { ...BEFORE, rows: [{ row: work(2), isRead: true, files }] };
    const [changed] = mergedRows(known, pack({ record: { odl: [work(2, { note: 'x' })] } }), entities);
    expect(changed).toMatchObject({ row: { note: 'x' }, isRead: false, files });
  });

  it('is in the order in which it is done: the own work first, each by its day', () => {
    const rows = [
      work(1, { id_tecnico: 2, data_ordine: '2026-01-01' }),
      work(2, { data_ordine: '2026-02-01' }),
      work(3),
      work(4, { data_ordine: '2026-01-15' }),
    ].map((row) => ({ row, isRead: false }));
    expect(inOrder(rows, 1).map(({ row }) => row.id)).toEqual([4, 2, 3, 1]);
  });
});
