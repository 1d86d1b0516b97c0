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
  it('are the loaded nodes: a closed one without its children, a leaf without a placeholder', () => {
    const [first, second] = drawn();
    expect(first).toMatchObject({ id: '1', name: 'A', children: [] });
    expect(second).toMatchObject({ id: '2', name: 'B', children: null });
  });

  it('include the children of an open node, and a placeholder while a level loads', () => {
    const [first] = drawn(1, 11);
    expect(first!.children).toMatchObject([
      { id: '11', children: [{ id: '~11', name: '', children: null }] },
    ]);
    expect(first!.children![0]!.children![0]!.node).toBeUndefined();
  });

  it('end with a placeholder for the rest of a long level', () => {
    expect(drawn().at(-1)).toMatchObject({ more: 0, children: null });
    expect(drawn(1)[0]!.children!.at(-1)!.more).toBeUndefined();
  });

  it('are named like the record, by its existing parts, and marked by its flags', () => {
    expect(nameOf(asset, { id: 7, codice: null, descrizione: 'Pompa' })).toBe('Pompa');
    expect(nameOf(asset, { id: 7 })).toBe('7');
    expect(marksOf(asset, { id: 7, dismesso: 1 }).map(({ name }) => name)).toEqual(['dismesso']);
    expect(marksOf(asset, { id: 7, dismesso: 0 })).toEqual([]);
  });
});

describe('the filters of a list', () => {
  it('limit its tree if they are about scope or visibility', () => {
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

  it('are switches if they include more rows, or compare no column', () => {
    expect(['dismesso', 'codice_esatto'].map((name) => isSwitch(asset.field(name)!))).toEqual([true, true]);
    expect(isSwitch(byName.get('spare-part')!.field('mostra_su_oggetto')!)).toBe(false);
  });
});

describe('the address of a new row below another', () => {
  it('gets that row, and the values of the other parameters, as far as they are known', () => {
    const route = asset.routes.child!;
    expect(childAddress(route, 7, { id_classe: 3, id_organizzazione: 2 })).toBe('/add-oggetto-figlio/7/3/2');
    expect(childAddress(route, 7, { id_organizzazione: 2 })).toBe('/add-oggetto-figlio/7');
  });
});
