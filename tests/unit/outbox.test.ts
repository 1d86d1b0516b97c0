/** The order in which acts done without a network are sent, and what failures mean for them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../dataProvider/envelope.ts';
import {
  doneAgain,
  fateOf,
  inQueue,
  isProvisional,
  nextToSend,
  provisionalId,
  refusedBy,
  type Waiting,
  withRealId,
} from '../../dataProvider/outbox-order.ts';

let made = 0;
const act = (id: string, doneAt: number, more: Partial<Waiting> = {}): Waiting => ({
  key: `key-${++made}`,
  user: 7,
  act: 'add-comment',
  on: 'intervention',
  id,
  method: 'POST',
  path: `/x/${id}`,
  query: {},
  body: { testo: 'a' },
  doneAt,
  page: '/home',
  ...more,
});

/**
 * Sends everything; the server refuses the given keys. Returns the keys in the order of arrival, and the acts that
 * are left.
 */
function sendAll(queue: Waiting[], refused: Set<string>): { arrived: Waiting[]; left: Waiting[] } {
  let left = queue;
  const arrived: Waiting[] = [];
  for (let next = nextToSend(left); next; next = nextToSend(left)) {
    const { key } = next;
    if (refused.has(key)) left = left.map((one) => (one.key === key ? { ...one, refusal: 'No' } : one));
    else {
      arrived.push(next);
      left = left.filter((one) => one.key !== key);
    }
  }
  return { arrived, left };
}

const anyQueue = fc
  .array(fc.record({ id: fc.constantFrom('1', '2', '3'), doneAt: fc.nat(20), refused: fc.boolean() }), {
    maxLength: 12,
  })
  .map((rows) => rows.map(({ id, doneAt, refused }) => ({ waiting: act(id, doneAt), refused })));

describe('the outbox', () => {
  it('sends every act once or keeps it, in order per record, and nothing overtakes a refused one', () => {
    fc.assert(
      fc.property(anyQueue, (rows) => {
        const refused = new Set(rows.filter((row) => row.refused).map((row) => row.waiting.key));
        const queue = rows.map((row) => row.waiting);
        const { arrived, left } = sendAll(queue, refused);
        expect([...arrived, ...left].map(({ key }) => key).toSorted()).toEqual(
          queue.map(({ key }) => key).toSorted(),
        );
        for (const id of ['1', '2', '3']) {
          const times = arrived.filter((one) => one.id === id).map(({ doneAt }) => doneAt);
          expect(times).toEqual(times.toSorted((one, other) => one - other));
          const firstLeft = Math.min(...left.filter((one) => one.id === id).map(({ doneAt }) => doneAt));
          expect(times.every((time) => time <= firstLeft)).toBe(true);
        }
        expect(
          left.every((one) => one.refusal || left.some((other) => other.refusal && other.id === one.id)),
        ).toBe(true);
      }),
    );
  });

  it('sends acts of other records past a refused one', () => {
    const [first, second, other] = [act('1', 1, { refusal: 'No' }), act('1', 2), act('2', 3)];
    expect(nextToSend([other, second, first])).toBe(other);
    expect(nextToSend([second, first])).toBeUndefined();
  });

  it('sends what is small before files, and lets a file that the line did not carry wait alone', () => {
    const file = { part: 'file', content: new File(['a'], 'a.png') };
    const [photo, behind, small] = [act('1', 1, { file }), act('1', 2), act('2', 3)];
    const queue = [photo, behind, small];
    expect(nextToSend(queue)).toBe(small);
    expect(nextToSend([photo, behind])).toBe(photo);
    expect(nextToSend(queue, new Set([photo.key]))).toBe(small);
    expect(nextToSend([photo, behind], new Set([photo.key]))).toBeUndefined();
  });

  it('gives the acts behind a new record the id that the server gave it', () => {
    const id = provisionalId('abc');
    const photo = withRealId(act(id, 1, { path: `/odl/${id}/documento/` }), 12);
    expect(photo).toMatchObject({ id: '12', path: '/odl/12/documento/' });
    expect([id, photo.id].map(isProvisional)).toEqual([true, false]);
  });

  it('keeps an act behind the older ones of its record, also when the clock of the device went back', () => {
    expect(inQueue(act('1', 3), [act('1', 9), act('2', 20)]).doneAt).toBe(10);
    expect(inQueue(act('1', 30), [act('1', 9)]).doneAt).toBe(30);
    expect(inQueue(act('1', 9), [act('1', 9)]).doneAt).toBe(10);
  });

  it('keeps the version that was seen only for the first act of a record', () => {
    const [first, second] = [
      act('1', 1, { body: { versione: 4 } }),
      act('1', 2, { body: { versione: 4, a: 1 } }),
    ];
    expect(inQueue(first, []).body).toEqual({ versione: 4 });
    expect(inQueue(second, [first]).body).toEqual({ a: 1 });
    expect(inQueue(second, [act('2', 1)]).body).toEqual({ versione: 4, a: 1 });
  });

  it('does a refused act again with the same key, whatever version the record has', () => {
    const refused = act('1', 5, { refusal: 'No', body: { versione: 4, a: 1 } });
    expect(doneAgain(refused)).toEqual({ ...act('1', 5), key: refused.key, body: { a: 1 } });
    expect('refusal' in doneAgain(refused)).toBe(false);
  });

  it('does an act that was refused as too old now, because the user has looked at the record', () => {
    const late = new CallError(409, -1, { result: -1, description: 'Late', data: null, reason: 'late' });
    const refused = refusedBy(act('1', 5), late);
    expect(refused).toMatchObject({ refusal: late.message, isTooOld: true, doneAt: 5 });
    expect(doneAgain(refused, {}, 900)).toEqual({ ...act('1', 900), key: refused.key });
    const other = refusedBy(
      act('1', 5),
      new CallError(422, -1, { result: -1, description: 'No', data: null }),
    );
    expect(doneAgain(other, {}, 900).doneAt).toBe(5);
  });

  it('changes a refused act: new values replace the old ones, and emptied ones are gone', () => {
    const refused = act('1', 5, {
      refusal: 'No',
      errors: { a: 'No' },
      result: -1,
      body: { a: 1, b: 2, c: 3 },
    });
    const again = doneAgain(refused, { body: { a: undefined, b: 4 }, query: { answer: 1 } });
    expect(JSON.parse(JSON.stringify(again))).toEqual({
      ...act('1', 5),
      key: refused.key,
      body: { b: 4, c: 3 },
      query: { answer: 1 },
    });
  });

  it.each([
    [0, -1, undefined, 'later'],
    [503, -1, undefined, 'later'],
    [429, -1, undefined, 'later'],
    [401, -101, undefined, 'later'],
    [401, -102, undefined, 'later'],
    [409, -1, 'running', 'later'],
    [409, -1, 'late', 'refused'],
    [409, -1, 'stale', 'refused'],
    [400, -1, undefined, 'refused'],
    [500, -1, undefined, 'refused'],
    [200, -9, undefined, 'refused'],
  ] as const)('takes status %i with result %i and reason %s as %s', (status, result, reason, fate) => {
    expect(fateOf(new CallError(status, result, { result, description: '', data: null, reason }))).toBe(fate);
  });
});
