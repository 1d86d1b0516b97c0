import { describe, expect, test } from 'vitest';
import { madeRows } from '../../server/database/made-rows.ts';

const rowsOf = (count: number, ...values: unknown[]): unknown[][] =>
  Array.from({ length: count }, () => values);

describe('rows made from lists of values', () => {
  for (const count of [1, 30])
    test(`${count} rows have the columns in order, whatever their names`, () => {
      const names = ['id', 'descrizione', 'a "b" \\', '~sort', 'toString'];
      const rows = madeRows(names, rowsOf(count, 1, null, 'x', { y: 2 }, 3));
      expect(rows).toHaveLength(count);
      for (const row of rows) {
        expect(JSON.stringify(row)).toBe(
          '{"id":1,"descrizione":null,"a \\"b\\" \\\\":"x","~sort":{"y":2},"toString":3}',
        );
        expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
      }
    });

  for (const count of [1, 30])
    test(`${count} rows with a column twice have its first place and its last value, as with the driver`, () => {
      const [row] = madeRows(['id', 'nome', 'id'], rowsOf(count, 1, 'a', 2));
      expect(JSON.stringify(row)).toBe('{"id":2,"nome":"a"}');
    });

  test('rows with the same number of columns and other names are not mixed', () => {
    expect(madeRows(['a', 'b'], rowsOf(9, 1, 2))[8]).toEqual({ a: 1, b: 2 });
    expect(madeRows(['b', 'a'], rowsOf(9, 1, 2))[8]).toEqual({ b: 1, a: 2 });
    expect(madeRows(['a,b', 'c'], rowsOf(9, 1, 2))[8]).toEqual({ 'a,b': 1, c: 2 });
    expect(madeRows(['a', 'b,c'], rowsOf(9, 1, 2))[8]).toEqual({ a: 1, 'b,c': 2 });
  });

  test('every row is an object of its own', () => {
    const [one, other] = madeRows(['a'], rowsOf(9, 1));
    one!.a = 2;
    expect(other).toEqual({ a: 1 });
  });

  test('a column called __proto__ does not set the prototype', () => {
    const [row] = madeRows(['__proto__', 'a'], rowsOf(9, { admin: true }, 1));
    expect(row).not.toHaveProperty('admin');
    expect(row).toMatchObject({ a: 1 });
  });

  test('a statement without rows has none', () => expect(madeRows([], [])).toEqual([]));
});
