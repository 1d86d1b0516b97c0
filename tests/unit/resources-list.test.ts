/** Pure functions of lists and cells: addresses, columns, filters, trees, formats, colours. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addressOf, listAddress, parameterOf, tabsOf } from '../../resources/context/routes.ts';
import { colourFromHex, hexOf, readColour, textOn, writeColour } from '../../resources/format/colour.ts';
import {
  cut,
  formatDate,
  formatDecimal,
  formatInstant,
  formatMoney,
  formatShortInstant,
} from '../../resources/format/format.ts';
import {
  AS_IN_FILE,
  arrangedAs,
  fromEarlierVersion,
  isArranged,
  moved,
  ordered,
  switched,
  visibleOf,
} from '../../resources/list/arrangement.ts';
import { filterNamed, valuesOf } from '../../resources/list/filter-names.ts';
import { areWhole, fits, fitted } from '../../resources/list/fitted.ts';
import { columnsOf, headLength, hiddenAtFirst, namingColumn } from '../../resources/list/list-columns.ts';
import { searchWith } from '../../resources/list/master.ts';
import { treeOf } from '../../resources/list/tree-rows.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';

const { entities, byName } = readSchemas();
const entity = (name: string) => byName.get(name)!;

describe('addresses', () => {
  it('contain the id in place of the parameter, or nothing', () => {
    expect(addressOf('/upd-classe/:id?', 7)).toBe('/upd-classe/7');
    expect(addressOf('/upd-classe/:id?')).toBe('/upd-classe');
    expect(parameterOf('/copia-oggetto/:idCopia?')).toBe('idCopia');
  });

  it('of tabs that share one are below it; others stay', () => {
    expect(listAddress(entity('asset-class'), entities)).toBe('/conf-classi');
    expect(listAddress(entity('class-structure'), entities)).toBe('/conf-classi/struttura');
    expect(listAddress(entity('state-structure'), entities)).toBe('/conf-struttura-stati');
    expect(tabsOf(entity('state-structure'), entities).map(({ name }) => name)).toEqual([
      'state',
      'state-structure',
    ]);
  });

  it('are never shared by two lists', () => {
    const lists = entities.flatMap((one) => listAddress(one, entities) ?? []);
    expect(new Set(lists).size).toBe(lists.length);
  });
});

describe('columns', () => {
  it('of a reference are sorted by its name, and headings are no columns', () => {
    expect(columnsOf(entity('user')).find(({ field }) => field.name === 'id_utente_ruolo')?.source).toBe(
      'ruolo',
    );
    expect(columnsOf(entity('setting')).map(({ field }) => field.name)).not.toContain('area');
    expect(columnsOf(entity('checklist-relation')).map(({ field }) => field.name)).toEqual([
      'id_voce',
      'obbligatoria',
      'ordine',
    ]);
  });

  it('that no column answers are not sorted', () => {
    expect(columnsOf(entity('user')).find(({ field }) => field.name === 'colore')?.sortable).toBe(false);
  });
});

describe('columns as a user has arranged them', () => {
  const list = entity('user');
  const sources = columnsOf(list).map(({ source }) => source);
  const visible = (arrangement: typeof AS_IN_FILE) =>
    visibleOf(list, arrangement).map(({ source }) => source);
  const atFirst = sources.filter((source) => !hiddenAtFirst(list).includes(source));
  const [offered] = hiddenAtFirst(list);

  it('are in the order of the file until someone arranges them', () => {
    expect(isArranged(AS_IN_FILE)).toBe(false);
    expect(visible(AS_IN_FILE)).toEqual(atFirst);
    expect(offered).toBeDefined();
  });

  it('are switched on and off, and back', () => {
    const less = switched(AS_IN_FILE, atFirst[0]!, false);
    expect(visible(less)).toEqual(atFirst.slice(1));
    expect(visible(switched(less, atFirst[0]!, true))).toEqual(atFirst);
    expect(visible(switched(AS_IN_FILE, offered!, true))).toContain(offered);
  });

  it('are moved, also past a hidden one, and new columns come last', () => {
    const later = moved(list, AS_IN_FILE, 0, 1);
    expect(ordered(list, later)[1]!.source).toBe(sources[0]);
    const earlier = { ...later, order: later.order.slice(0, -1) };
    expect(ordered(list, earlier).at(-1)!.source).toBe(sources.at(-1));
  });

  it('are exactly those of a saved filter', () => {
    const two = [atFirst[2]!, atFirst[0]!];
    expect(visible(arrangedAs(list, two))).toEqual(two);
    expect(visible(arrangedAs(list, [...two, 'gone']))).toEqual(two);
  });

  it('of an earlier version are converted: hidden, moved, and nothing new switched on', () => {
    const hidden = [...hiddenAtFirst(list), atFirst[0]!];
    const ranks = [0, 3, 1];
    const before = { hidden, ranks, offered: hiddenAtFirst(list) };
    expect(visible(fromEarlierVersion(list, before, 1))).toEqual(
      [sources[2]!, sources[0]!, ...sources.filter((_, index) => index !== 0 && index !== 2)].filter(
        (source) => !hidden.includes(source),
      ),
    );
    const without = hidden.filter((source) => source !== offered);
    expect(visible(fromEarlierVersion(list, { ...before, hidden: without }, 1))).toContain(offered);
    expect(
      visible(fromEarlierVersion(list, { ...before, hidden: without, offered: undefined }, 1)),
    ).not.toContain(offered);
    expect(
      visible(fromEarlierVersion(list, { hidden: undefined, ranks, offered: undefined }, 1)),
    ).not.toContain(offered);
  });
});

describe('heads of columns', () => {
  it('have room for their text in two lines', () => {
    const titles = [
      'Codice',
      'Oggetto padre',
      'Tipo asset critico',
      'Utente di sistema',
      'Critical-asset type',
    ];
    expect(titles.map(headLength)).toEqual([undefined, undefined, 10, 9, 10]);
  });
});

describe('columns that fit', () => {
  const rigid = { whole: 100, wished: 100, least: 100 };
  const short = { whole: 90, wished: 200, least: 60 };
  const long = { whole: 900, wished: 200, least: 60 };
  const widths = (room: number) => fitted([rigid, short, long], room).map(Math.round);

  it('are as wide as needed if there is room, and texts get the rest', () => {
    expect(widths(1090)).toEqual([100, 90, 900]);
    expect([1090, 1089].map((room) => areWhole([rigid, short, long], room))).toEqual([true, false]);
    expect(widths(1189)).toEqual([100, 99, 990]);
    expect(fitted([rigid, rigid], 300)).toEqual([150, 150]);
  });

  it('shrink the longest first, never a number or a date', () => {
    expect(widths(600)).toEqual([100, 90, 410]);
    expect(widths(300)).toEqual([100, 90, 110]);
    expect(widths(240)).toEqual([100, 70, 70]);
  });

  it('are wider where their schema wishes for more', () => {
    const more = { ...long, wished: 300 };
    expect(fitted([rigid, long, more], 350).map(Math.round)).toEqual([100, 100, 150]);
  });

  it('have the widths of their schema if there is no room at all', () => {
    expect(widths(200)).toEqual([100, 90, 200]);
    expect([240, 200].map((room) => fits([rigid, short, long], room))).toEqual([true, false]);
  });
});

describe('the column that names a row', () => {
  it.each([
    ['intervention', 'codice'],
    ['asset', 'codice'],
    ['mail-template', 'subject'],
    ['user', 'nome'],
  ])('of %s is %s', (name, field) => {
    expect(namingColumn(entity(name), columnsOf(entity(name)))?.field.name).toBe(field);
  });

  it('is another where it is not shown', () => {
    const withoutCode = columnsOf(entity('intervention')).filter((column) => column.field.name !== 'codice');
    expect(namingColumn(entity('intervention'), withoutCode)?.field.name).toBe('descrizione');
  });
});

describe('filters', () => {
  it('are identified by their wire names and the ends of a range', () => {
    const user = entity('user');
    expect(filterNamed(user, 'registrazioneDa')).toMatchObject({
      field: { name: 'registrazione' },
      end: 'from',
    });
    expect(filterNamed(user, 'registrazioneA')).toMatchObject({
      field: { name: 'registrazione' },
      end: 'to',
    });
    expect(filterNamed(user, 'filtro')).toBeUndefined();
  });

  it('of several values are split', () => {
    expect(valuesOf(entity('user').field('id_utente_ruolo')!, '1,2')).toEqual([1, 2]);
    expect(valuesOf(entity('user').field('nome')!, 'a,b')).toEqual(['a,b']);
  });
});

describe('the list next to the list', () => {
  const relation = entity('checklist-relation');
  const master = { field: relation.field('id_checklist')!, target: entity('checklist') };
  const filterOf = (search: string) => JSON.parse(new URLSearchParams(search).get('filter')!);

  it('puts its choice into the address, and leaves the rest as it was', () => {
    expect(filterOf(searchWith(master, '', 3))).toEqual({ id_checklist: 3 });
    const query = `?sort=ordine&order=DESC&filter=${encodeURIComponent('{"obbligatoria":"1","id_checklist":2}')}`;
    const search = searchWith(master, query, 3);
    expect(filterOf(search)).toEqual({ obbligatoria: '1', id_checklist: 3 });
    expect(search).toContain('sort=ordine&order=DESC');
  });

  it('corrects an invalid address', () => {
    for (const wrong of ['?filter=%7B', '?filter=7', '?filter=null', '?filter='])
      expect(filterOf(searchWith(master, wrong, 3))).toEqual({ id_checklist: 3 });
  });
});

describe('a tree of mother/child rows', () => {
  const structure = entity('class-structure');
  const row = (id_classe_padre: number, id_classe: number) => ({
    id_classe_padre,
    id_classe,
    classe_padre: `C${id_classe_padre}`,
    classe: `C${id_classe}`,
  });

  it('starts from those below nobody', () => {
    const tree = treeOf(structure, [row(1, 2), row(2, 3), row(1, 3)]);
    expect(tree.roots).toEqual([1]);
    expect(tree.childrenOf(1, [])).toEqual([2, 3]);
    expect(tree.textOf(3)).toBe('C3');
  });

  it('does not open a node met again below itself', () => {
    const tree = treeOf(structure, [row(1, 2), row(2, 3), row(3, 2)]);
    expect(tree.childrenOf(3, [1, 2])).toEqual([2]);
    expect(tree.childrenOf(2, [1, 2, 3])).toEqual([]);
  });
});

describe('displayed values', () => {
  it('days and moments', () => {
    expect(formatDate('2026-03-09')).toBe('09/03/2026');
    expect(formatInstant('2026-03-29T08:00:00Z', 'Europe/Rome')).toBe('29/03/2026 10:00');
    expect(formatInstant('2026-03-28T23:30:00Z', 'Europe/Rome')).toBe('29/03/2026 00:30');
    expect([formatDate('soon'), formatInstant('soon', 'Europe/Rome')]).toEqual(['soon', 'soon']);
    expect(formatShortInstant('2026-03-28T23:30:00Z', 'Europe/Rome')).toBe('29/03/26 00:30');
  });

  it('years of two digits are of movements alone', () => {
    const using = (pattern: RegExp) =>
      ['server', 'resources', 'src', 'schemas'].flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.tsx?$/.test(name))
          .map((name) => join(folder, name))
          .filter((path) => pattern.test(readFileSync(path, 'utf8'))),
      );
    expect(using(/formatShortInstant/)).toEqual(['resources/format/format.ts', 'src/stock/MovementsTab.tsx']);
    // Code that reads a clock uses Swedish or Canadian English, whose dates are YYYY-MM-DD.
    const short = using(/(?<!'sv-SE', \{[^}]*|'en-CA', \{[^}]*)dateStyle: '(?:short|medium)'/);
    expect(short).toEqual([]);
  });

  it('amounts', () => {
    expect(formatDecimal(1234.5, 'it')).toBe('1.234,50');
    expect(formatDecimal(1234.5, 'en')).toBe('1,234.50');
    expect(formatMoney(3, 'it')).toBe('3,00\u00a0€');
  });

  it('long texts', () => {
    expect(cut('abcdef', 3)).toBe('abc…');
    expect(cut('abc', 3)).toBe('abc');
  });
});

describe('colours', () => {
  it('go to the wire and back', () => {
    expect(hexOf(readColour('{"r":255,"g":0,"b":16,"a":1}')!)).toBe('#ff0010');
    expect(writeColour(colourFromHex('#ff0010')!)).toBe('{"r":255,"g":0,"b":16,"a":1}');
    expect(readColour('red')).toBeUndefined();
    expect(colourFromHex('#12')).toBeUndefined();
  });

  it('carry black or white, whichever is read better', () => {
    expect(textOn(colourFromHex('#ffffff')!)).toBe('#000000');
    expect(textOn(colourFromHex('#0d47a1')!)).toBe('#ffffff');
    expect(textOn({ r: 0, g: 0, b: 0, a: 0 })).toBe('#000000');
  });
});
