/** Names and timestamps: one spelling in another, the ends of a range, an offset. */
import { describe, expect, it } from 'vitest';
import { camelCase, pascalCase } from '../../../schemas/letter-case.ts';
import { endIn, endNamed, rangeOf } from '../../../schemas/ranges.ts';
import { hasOffset, looksLikeDay } from '../../../schemas/timestamps.ts';

describe('letter case', () => {
  it('of columns and of entities', () => {
    expect([camelCase('id_classe_odl'), camelCase('note')]).toEqual(['idClasseOdl', 'note']);
    expect([pascalCase('cost-line'), pascalCase('asset')]).toEqual(['CostLine', 'Asset']);
  });
});

describe('the ends of a range', () => {
  it('are named after the filter', () => {
    expect(rangeOf('data')).toEqual({ from: 'dataDa', to: 'dataA' });
    expect(endNamed('lotto', 'to')).toBe('lottoA');
  });

  it('are recognised', () => {
    expect(endIn('dataDa')).toEqual({ name: 'data', end: 'from' });
    expect(endIn('dataA')).toEqual({ name: 'data', end: 'to' });
    expect(endIn('data')).toBeUndefined();
  });
});

describe('timestamps', () => {
  it.each(['2026-03-29T10:00:00Z', '2026-03-29T10:00+02:00', '2026-03-29T10:00-0500'])(
    'with an offset: %s',
    (text) => expect(hasOffset(text)).toBe(true),
  );

  it.each(['2026-03-29T10:00:00', '2026-03-29', '2026-12-10'])('without one: %s', (text) =>
    expect(hasOffset(text)).toBe(false),
  );

  it('are no dates', () => {
    expect([looksLikeDay('2026-03-29'), looksLikeDay('2026-03-29T10:00')]).toEqual([true, false]);
  });
});
