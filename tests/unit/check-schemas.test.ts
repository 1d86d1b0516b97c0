/** A fault in an entity file is told with the file, the place in it and the reason; no file, however wrong, breaks the check. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSchemas } from '../../schemas/check-schemas.ts';
import { type EntitySchema, readEntity } from '../../schemas/read-entity.ts';
import { readSchemas, SCHEMAS, SchemaError } from '../../schemas/read-schemas.ts';
import vocabulary from '../../schemas/vocabulary.json' with { type: 'json' };

const GOOD: EntitySchema = {
  title: 'Machine',
  type: 'object',
  required: ['codice'],
  'x-title': { it: 'Macchina', its: 'Macchine', ens: 'Machines' },
  'x-resource': 'macchina',
  'x-display': '{codice}',
  'x-list': ['codice', 'stato'],
  'x-search': ['codice'],
  'x-sort': ['codice', 'ASC'],
  'x-access': { read: [{ role: 'SUADMIN' }] },
  properties: {
    codice: { type: 'string', title: 'Code', 'x-title': { it: 'Codice' } },
    madre: {
      type: 'integer',
      title: 'Parent',
      'x-title': { it: 'Madre' },
      'x-ref': 'macchina',
      'x-ref-text': 'codice_madre',
    },
    stato: {
      type: 'integer',
      title: 'State',
      'x-title': { it: 'Stato' },
      oneOf: [{ const: 1, title: 'On', 'x-title': { it: 'Accesa' } }],
    },
  },
};

const faultsOf = (schema: unknown): string[] =>
  checkSchemas({ machine: schema as EntitySchema }, { machine: 'schemas/machine.json' });

/** The good file with one thing set; undefined takes it away. */
function with_(path: string, value: unknown): EntitySchema {
  const schema = structuredClone(GOOD);
  const keys = path.split('/').slice(1);
  const last = keys.pop()!;
  const at = keys.reduce((part, key) => {
    part[key] ??= {};
    return part[key];
  }, schema);
  if (value === undefined) delete at[last];
  else at[last] = value;
  return schema;
}

describe('the check of entity files', () => {
  it('has nothing against a good one', () => expect(faultsOf(GOOD)).toEqual([]));

  it('has nothing against those of the product', () => {
    expect(readSchemas().entities.length).toBeGreaterThan(25);
  });

  it.each([
    [
      'a typo in a word of the entity',
      '/x-lsit',
      ['codice'],
      '/x-lsit: unknown keyword; did you mean x-list?',
    ],
    [
      'a typo in a word of a property',
      '/properties/codice/maxLenght',
      20,
      '/properties/codice/maxLenght: unknown keyword; did you mean maxLength?',
    ],
    ['a word that is like no other', '/banana', 1, '/banana: unknown keyword'],
    [
      'a list column that names nothing',
      '/x-list',
      ['codce'],
      '/x-list: no property codce; did you mean codice?',
    ],
    ['a search column that names nothing', '/x-search', ['nome'], '/x-search: no property nome'],
    ['a filter that names nothing', '/x-filters', ['descrizione'], '/x-filters: no property descrizione'],
    ['a key that names nothing', '/x-key', ['cod'], '/x-key: no property cod'],
    ['an order that names nothing', '/x-sort', ['ordine', 'ASC'], '/x-sort: no property ordine'],
    ['a name that names nothing', '/x-display', '{codice} {nome}', '/x-display: no property nome'],
    [
      'a form field that names nothing',
      '/x-form',
      [{ title: 'A', 'x-title': { it: 'A' }, fields: ['nome'] }],
      '/x-form/0/fields: no property nome',
    ],
    ['a required property there is not', '/required', ['nome'], '/required: no property nome'],
    [
      'a condition on nothing',
      '/properties/codice/x-when',
      { tipo: 1 },
      '/properties/codice/x-when: no property tipo',
    ],
    [
      'a protection on nothing',
      '/x-protect',
      [{ match: { tipo: 1 }, against: ['delete'] }],
      '/x-protect/0/match: no property tipo',
    ],
    [
      'a reference to nothing',
      '/properties/madre/x-ref',
      'macchine',
      '/properties/madre/x-ref: no resource macchine',
    ],
    [
      'a child there is not',
      '/x-children',
      [{ path: 'p', entity: 'part', parent: 'id' }],
      '/x-children/0/entity: no entity part',
    ],
    ['a tab there is not', '/x-tabs', ['part'], '/x-tabs/0: no entity part'],
    ['a call there is not', '/x-calls', ['list', 'remove'], '/x-calls: no call remove'],
    ['a trait there is not', '/x-traits', ['pdf'], '/x-traits: no trait pdf'],
    [
      'a family there is not',
      '/x-access',
      { read: [{ role: 'ADMIN' }] },
      '/x-access/read/0/role: no family ADMIN',
    ],
    [
      'an access to nothing',
      '/x-access',
      { delete: 'session' },
      '/x-access/delete: must be list, read or write',
    ],
    ['a kind there is not', '/properties/codice/x-kind', 'color', '/properties/codice/x-kind: no kind color'],
    ['a way of deleting there is not', '/x-delete', 'hard', '/x-delete: must be soft or refuse-if-used'],
    ['a verb there is not', '/x-update', 'POST', '/x-update: must be PUT or PATCH'],
    [
      'a missing English label',
      '/properties/codice/title',
      undefined,
      '/properties/codice/title: the English label is missing',
    ],
    [
      'a missing Italian label',
      '/properties/codice/x-title',
      undefined,
      '/properties/codice/x-title: the Italian label is missing',
    ],
    [
      'a missing type',
      '/properties/codice/type',
      undefined,
      '/properties/codice/type: must be string, integer, number, object or array',
    ],
    [
      'a choice without Italian',
      '/properties/stato/oneOf',
      [{ const: 1, title: 'On' }],
      '/properties/stato/oneOf/0: needs const, title and x-title',
    ],
    ['a missing address', '/x-resource', undefined, '/x-resource: is missing'],
    ['missing properties', '/properties', undefined, '/properties: is missing'],
    [
      'a name that cannot be a column',
      '/properties/Il codice',
      { type: 'string', title: 'X', 'x-title': { it: 'X' } },
      '/properties/Il codice: a name is letters, digits and _',
    ],
    ['a word of the wrong type', '/x-list', 'codice', '/x-list: must be array'],
  ])('tells %s', (_name, path, value, expected) => {
    expect(faultsOf(with_(path, value))).toContain(`schemas/machine.json: ${expected}`);
  });

  it('tells every fault at once', () => {
    const schema = with_('/x-lsit', []);
    schema['x-search'] = ['nome'];
    schema.properties.codice.maxLenght = 2;
    expect(faultsOf(schema)).toHaveLength(3);
  });

  it('tells two entities at one address', () => {
    const faults = checkSchemas({ a: GOOD, b: GOOD }, { a: 'a.json', b: 'b.json' });
    expect(faults).toEqual(["b.json: /x-resource: macchina is already a's"]);
  });

  const WRONG = [null, 7, 'text', true, [], {}, [null], [[]], [7], { a: null }, [{ a: 1 }]];

  /** Either the check tells a fault, or what it let through can be read. */
  function holds(schema: EntitySchema, what: string): void {
    let faults: string[] = [];
    expect(() => {
      faults = faultsOf(schema);
    }, what).not.toThrow();
    if (faults.length === 0) expect(() => readEntity('machine', schema), what).not.toThrow();
  }

  it('stands whatever a word of the entity is set to', () => {
    for (const word of Object.keys({ ...vocabulary.standard.entity, ...vocabulary.entity }))
      for (const value of WRONG) holds({ ...GOOD, [word]: value }, `${word} = ${JSON.stringify(value)}`);
  });

  it('stands whatever a word of a property is set to', () => {
    for (const word of Object.keys({ ...vocabulary.standard.property, ...vocabulary.property }))
      for (const value of WRONG)
        holds(with_(`/properties/codice/${word}`, value), `${word} = ${JSON.stringify(value)}`);
    for (const value of WRONG) expect(faultsOf(with_('/properties/codice', value)).length).toBeGreaterThan(0);
  });

  it('tells what points past the end of another entity', () => {
    const part = with_('/properties/macchina', {
      type: 'integer',
      title: 'Machine',
      'x-title': { it: 'Macchina' },
      'x-ref': 'macchina',
      'x-ref-fields': { nome_macchina: 'nome' },
    });
    const machine = with_('/x-children', [{ path: 'parti', entity: 'part', parent: 'id_macchina' }]);
    const faults = checkSchemas(
      { machine, part: { ...part, 'x-resource': 'parte' } },
      { machine: 'machine.json', part: 'part.json' },
    );
    expect(faults).toEqual([
      'machine.json: /x-children/0/parent: part has no property id_macchina',
      'part.json: /properties/macchina/x-ref-fields: macchina has no property nome',
    ]);
  });
});

describe('entity files on disk', () => {
  let folder: string;
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const read = () => readSchemas([SCHEMAS, folder]);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'officina-schemas-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['half a file', '{"title": "Machine",', 'machine.json: not JSON'],
    ['a typo', with_('/x-lsit', []), 'machine.json: /x-lsit: unknown keyword'],
    ['a base there is not', with_('/x-base', 'nothing'), 'machine.json: /x-base: no file bases/nothing.json'],
    ['no object', [], 'machine.json: /'],
    ['nothing', null, 'machine.json'],
  ])('stop the start: %s', (_name, content, expected) => {
    write('machine.json', content);
    expect(read).toThrow(SchemaError);
    expect(read).toThrow(join(folder, expected.split(':')[0]!));
    expect(read).toThrow(expected);
  });

  it('may start from a base of their own folder', () => {
    mkdirSync(join(folder, 'bases'), { recursive: true });
    write('bases/coded.json', { ...GOOD, 'x-list': ['codice'] });
    write('machine.json', {
      'x-base': 'coded',
      'x-title': { it: 'Pressa', its: 'Presse', ens: 'Presses' },
      properties: { codice: { maxLength: 5 } },
    });
    const entity = read().byName.get('machine')!;
    expect(entity.titles.it).toBe('Presse');
    expect(entity.field('codice')).toMatchObject({ maxLength: 5, title: { it: 'Codice', en: 'Code' } });
  });
});

describe('the vocabulary', () => {
  const words = [
    ...Object.entries(vocabulary.standard.entity),
    ...Object.entries(vocabulary.standard.property),
    ...Object.entries(vocabulary.entity),
    ...Object.entries(vocabulary.property),
  ];
  const ROOT = resolve(SCHEMAS, '..');

  it('says one thing of each word and names who reads it', () => {
    for (const [word, { says, read }] of words) {
      expect(says, word).toMatch(/^\S.{5,}/);
      const places = [SCHEMAS, ROOT, join(ROOT, 'server')].map((place) => join(place, read));
      expect(places.some(existsSync), `${word} is read by ${read}`).toBe(true);
    }
  });
});
