/** Pure functions of trees: visible rows, limits, the place of a new row. */
import { describe, expect, it } from 'vitest';
import type { Level } from '../../dataProvider/provider.ts';
import { childAddress } from '../../resources/context/routes.ts';
import { itemsBelow, limitsOf, marksOf, nameOf, widened } from '../../resources/hierarchy/nodes.ts';
import { filterNamed, isSwitch, withinField } from '../../resources/list/filter-names.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';

const { byName } = readSchemas();
const asset = byName.get('asset')!;

const LEVELS: Record<number, Level> = {
  0: {
    rows: [
      { id: 1, codice: 'A', num_figli: 2 },
      { id: 2, codice: 'B', num_figli: 0 },
    ],
    total: 5,
  },
  1: { rows: [{ id: 11, codice: 'A1', num_figli: 1 }], total: 1 },
};
const drawn = (...open: number[]) =>
  itemsBelow(
    0,
    (parent) => LEVELS[parent],
    new Set(open),
    (node) => String(node.codice),
  );

describe('the lines of a tree', () => {
  it('are the nodes read, one that is closed with nothing below it, one without children with no place for any', () => {
    const [first, second] = drawn();
    expect(first).toMatchObject({ id: '1', name: 'A', children: [] });
    expect(second).toMatchObject({ id: '2', name: 'B', children: null });
  });

  it('show what is below an open node, and that a level is still on its way', () => {
    const [first] = drawn(1, 11);
    expect(first!.children).toMatchObject([
      { id: '11', children: [{ id: '~11', name: '', children: null }] },
    ]);
    expect(first!.children![0]!.children![0]!.node).toBeUndefined();
  });

  it('end with one that asks for the rest of a long level', () => {
    expect(drawn().at(-1)).toMatchObject({ more: 0, children: null });
    expect(drawn(1)[0]!.children!.at(-1)!.more).toBeUndefined();
  });

  it('are named as the record is, by what there is of it, and marked by its flags', () => {
    expect(nameOf(asset, { id: 7, codice: null, descrizione: 'Pompa' })).toBe('Pompa');
    expect(nameOf(asset, { id: 7 })).toBe('7');
    expect(marksOf(asset, { id: 7, dismesso: 1 }).map(({ name }) => name)).toEqual(['dismesso']);
    expect(marksOf(asset, { id: 7, dismesso: 0 })).toEqual([]);
  });
});

describe('what a list is filtered by', () => {
  it('limits its tree where it says where rows belong, or which are shown at all', () => {
    expect(limitsOf(asset, { filtro: 'x', idClasse: '3', idOggetto: 9 })).toEqual({});
    expect(limitsOf(asset, { organizzazione: '2,3', dismesso: '1' })).toEqual({
      idOrganizzazione: '2,3',
      hideNonSelectableBranches: '1',
      dismesso: '1',
    });
    expect(widened(asset)).toEqual({ dismesso: '1' });
  });

  it('may be a row of the tree and all below it, by the name of the entity', () => {
    expect(filterNamed(asset, 'idOggetto')?.field.title).toEqual(asset.title);
    expect(withinField(byName.get('cost')!)).toBeUndefined();
  });

  it('is a switch where it shows more rows, or asks what no column answers', () => {
    expect(['dismesso', 'codice_esatto'].map((name) => isSwitch(asset.field(name)!))).toEqual([true, true]);
    expect(isSwitch(byName.get('spare-part')!.field('mostra_su_oggetto')!)).toBe(false);
  });
});

describe('the address of a new row below another', () => {
  it('tells that row, and what it has of the properties that the others name, as far as it is known', () => {
    const route = asset.routes.child!;
    expect(childAddress(route, 7, { id_classe: 3, id_organizzazione: 2 })).toBe('/add-oggetto-figlio/7/3/2');
    expect(childAddress(route, 7, { id_organizzazione: 2 })).toBe('/add-oggetto-figlio/7');
  });
});
