/** The SQL of searches: the column of words finds the rows, and columns decide where a user may not read all of them. */
import { describe, expect, it } from 'vitest';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { containing, searching, wordsOf } from '../../server/database/searched-words.ts';
import { Values } from '../../server/database/sql.ts';

const { byResource } = readSchemas();
const user = byResource.entity('utente');
const planned = '/* planned each time */ ';
const words = `t."${wordsOf(user)!.name}"`;

describe('a search', () => {
  const of = (names: string[], text: string) => {
    const values = new Values();
    return [searching(user, 't', names, text, values), values.list];
  };

  it('compares each word with the words of the row', () => {
    expect(of(['nome', 'cognome', 'mail'], 'Mario 50%')).toEqual([
      `${planned}(${words} like lower($1)) and (${words} like lower($2))`,
      ['%Mario%', '%50\\%%'],
    ]);
  });

  it('finds a word of two letters by its pair, and others by their trigrams', () => {
    const pairs = 'officina_letter_pairs';
    expect(of(['nome', 'cognome', 'mail'], 'po Ada')).toEqual([
      `${planned}(${pairs}(${words}) @> ${pairs}(lower($1)) and strpos(${words}, lower($2)) > 0) and (${words} like lower($3))`,
      ['po', 'po', '%Ada%'],
    ]);
  });

  it('of a user who may not read all texts finds nothing by the others', () => {
    expect(of(['nome', 'cognome'], 'Mario')).toEqual([
      `${planned}(${words} like lower($1)) and (lower(t."nome") like lower($2) or lower(t."cognome") like lower($3))`,
      ['%Mario%', '%Mario%', '%Mario%'],
    ]);
  });

  it('looks in translations too, and the words of a row have them', () => {
    const state = byResource.entity('stato');
    expect(wordsOf(state)!.generated).toContain(`"traduzioni"->>'en'`);
    expect(searching(state, 't', ['codice'], 'x', new Values())).not.toContain('traduzioni');
  });

  it('of a view, which has no column of its own, compares the texts', () => {
    const view = { ...user, view: true, searched: [...user.searched] };
    expect(searching(view, 't', ['nome'], 'x', new Values())).toBe('(lower(t."nome") like lower($1))');
  });
});

it('the filter of a searched text lets the words find the rows; other texts have none', () => {
  const filter = (column: string) => containing(user, 't', column, 'a b', new Values());
  expect(filter('t."mail"')).toBe(`(${planned}${words} like lower($1) and lower(t."mail") like lower($2))`);
  expect(filter('t."telefono"')).toBe('lower(t."telefono") like lower($1)');
});
