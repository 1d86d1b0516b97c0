/** Parent and child tables, as rows and as a tree. */
import { describe, expect, it } from 'vitest';
import { treeOf } from '../../server/capabilities/tree.ts';
import { ownPlant } from './plant/plant.ts';

interface Node {
  id: number;
  descrizione: string;
  figli: Node[];
}

const { demo, admin } = await ownPlant();

describe('the class structure', () => {
  it('is a list and a tree [class-structure-reply]', async () => {
    const { status, data } = await admin.get('/classe/struttura/');
    expect(status).toBe(200);
    expect(data.lista).toHaveLength(await demo.count('classe_struttura'));
    const building: Node = data.albero.find((node: Node) => node.descrizione === 'Fabbricato');
    const line = building.figli.find((node) => node.descrizione === 'Linea di produzione')!;
    const press = line.figli.find((node) => node.descrizione === 'Pressa per pasta')!;
    expect(press.figli.map((node) => node.descrizione)).toContain('Motore elettrico');
  });

  it('puts no class below itself [class-structure]', async () => {
    const id = await demo.idOf('classe', { codice: 'MOTORE' });
    const answer = await admin.post('/classe/struttura/', { id_classe_padre: id, id_classe: id });
    expect(answer).toMatchObject({ status: 422, result: -1 });
  });

  it('has each pair once', async () => {
    const [parent, child] = [
      await demo.idOf('classe', { codice: 'PRESSA' }),
      await demo.idOf('classe', { codice: 'MOTORE' }),
    ];
    const answer = await admin.post('/classe/struttura/', { id_classe_padre: parent, id_classe: child });
    expect(answer.status).toBe(409);
  });
});

describe('the structure of states', () => {
  it('answers its rows with their texts', async () => {
    const { data } = await admin.get('/stato/struttura/');
    expect(data).toHaveLength(await demo.count('stato_struttura'));
    expect(data).toContainEqual(
      expect.objectContaining({
        stato_padre: 'Nessuno (nuovo intervento)',
        stato: 'Aperto',
        ruolo: 'Tutti i ruoli',
        tipo_intervento: 'Tutti i tipi',
      }),
    );
  });
});

describe('a tree of links', () => {
  const link = (parent: number, child: number) => ({
    parent,
    child,
    parentText: `n${parent}`,
    childText: `n${child}`,
  });
  const shape = (nodes: Node[]): string =>
    nodes.map((node) => `${node.id}${node.figli.length > 0 ? `(${shape(node.figli)})` : ''}`).join(' ');

  it.each([
    ['nothing', [], ''],
    ['a chain', [link(1, 2), link(2, 3)], '1(2(3))'],
    ['a child of two', [link(1, 3), link(2, 3)], '1(3) 2(3)'],
    ['a child met twice below one', [link(1, 2), link(1, 2)], '1(2)'],
    ['a ring below a root: opened once', [link(1, 2), link(2, 3), link(3, 2)], '1(2(3(2)))'],
  ])('is made of %s', (_name, links, expected) => {
    expect(shape(treeOf(links))).toBe(expected);
  });
});
