/** Arrow keys on number fields: the field's step, its limits, the language's format. */
import { expect, it } from 'vitest';
import { stepOf, stepped } from '../../resources/widgets/stepping.ts';
import { readSchemas, SCHEMAS } from '../../schemas/read-schemas.ts';

const line = readSchemas([SCHEMAS]).byName.get('cost-line')!;

it('changes by 1 for the quantity of a cost, by a cent for its unit cost, within the limits', () => {
  const [quantity, cost] = [line.field('quantita')!, line.field('costo')!];
  expect([stepOf(quantity), stepOf(cost), stepOf({ kind: 'integer' })]).toEqual([1, 0.01, 1]);
  expect(stepped('2,5', 1, quantity, 'it')).toBe('3,5');
  expect(stepped('0,5', -1, quantity, 'it')).toBe('0,01');
  expect(stepped('1.29', 1, cost, 'en')).toBe('1.3');
  expect(stepped('', 1, cost, 'it')).toBe('0,01');
  expect(stepped('0', -1, cost, 'it')).toBe('0');
});
