/** Faults in entity files are reported with file, place and reason; no file breaks the check. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSchemas } from '../../schemas/check-schemas.ts';
import { RESERVED_TABLES } from '../../schemas/check-together.ts';
import { type EntitySchema, readEntity } from '../../schemas/read-entity.ts';
import { readSchemas, SCHEMAS, SchemaError } from '../../schemas/read-schemas.ts';
import { RETIRED_WORDS } from '../../schemas/retired-words.ts';
import { validate } from '../../schemas/validate.ts';
import vocabulary from '../../schemas/vocabulary.json' with { type: 'json' };
import { systemTables } from '../../server/database/system-tables.ts';
import { tablesOf } from '../../server/database/tables.ts';

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
  'x-access': { read: [{ role: 'SUADMIN' }], write: [{ role: 'SUADMIN' }] },
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

/** Returns the valid file with one value set; undefined removes it. */
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
  it('accepts a valid file', () => expect(faultsOf(GOOD)).toEqual([]));

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
    [
      'words to be found by that name nothing',
      '/x-finder',
      { words: ['nome'] },
      '/x-finder/words: no property nome',
    ],
    [
      'a thing to be found that has no page',
      '/x-finder',
      { code: 'codice', words: [] },
      '/x-finder: needs the address of a page to open: x-routes.detail or x-routes.form',
    ],
    [
      'a finder misspelt',
      '/x-finder',
      { word: [] },
      '/x-finder: must be {code?, words, fact?, among?: {filter: value}}',
    ],
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
      'documents of what is not a reference',
      '/x-documents',
      { entity: 'part', parent: 'id', with: { ALTRO: 'codice' } },
      '/x-documents/with/ALTRO: codice does not point to an entity with documents',
    ],
    [
      'a child that is somehow its own',
      '/x-children',
      [{ path: 'p', entity: 'part', parent: 'id', own: 'yes' }],
      '/x-children: must be a list of {path, entity, parent, key?, tab?, own?}',
    ],
    [
      'a child there is not',
      '/x-children',
      [{ path: 'p', entity: 'part', parent: 'id' }],
      '/x-children/0/entity: no entity part',
    ],
    ['a tab there is not', '/x-tabs', ['part'], '/x-tabs/0: no entity part'],
    ['a call there is not', '/x-calls', ['list', 'remove'], '/x-calls: no call remove'],
    [
      'a view that is written',
      '/x-view',
      true,
      '/x-view: an entity with a view cannot be written, but x-calls contains create, update, delete',
    ],
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
      '/x-access/delete: must be list, read, write or create',
    ],
    ['a kind there is not', '/properties/codice/x-kind', 'color', '/properties/codice/x-kind: no kind color'],
    ['a way of deleting there is not', '/x-delete', 'hard', '/x-delete: must be soft or refuse-if-used'],
    [
      "a retired word, which only a plant's own files may have",
      '/x-update',
      'PATCH',
      '/x-update: unknown keyword',
    ],
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
    ['a word that every object has', '/constructor', 1, '/constructor: unknown keyword'],
    ['an access that nobody wrote', '/x-access', undefined, '/x-access/read: is missing'],
    ['a missing access to read', '/x-access/read', undefined, '/x-access/read: is missing'],
    ['a missing access to write', '/x-access/write', undefined, '/x-access/write: is missing'],
    ['writing by anybody', '/x-access/write', 'public', '/x-access/write: must not be public'],
    [
      'a grant with a typo, which would be a wider one',
      '/x-access/write',
      [{ role: 'SUPER', seting: 'VisConfAdmin' }],
      '/x-access/write/0: must be {role, setting?}',
    ],
    [
      'a family nearly there',
      '/x-access/list',
      [{ role: 'SUPERR' }],
      '/x-access/list/0/role: no family SUPERR; did you mean SUPER?',
    ],
    [
      'counts of a name that is no column',
      '/x-counts',
      [['codce']],
      '/x-counts: no property codce; did you mean codice?',
    ],
    [
      'a kept value that no reference carries',
      '/properties/codice/x-kept',
      true,
      '/properties/codice/x-kept: needs x-computed, and a reference whose x-ref-fields name the property',
    ],
    ['rows limited by nothing', '/x-scope', { madre: 'reparto' }, '/x-scope/madre: no dimension reparto'],
    [
      'a format there is not',
      '/properties/codice/format',
      'dat',
      '/properties/codice/format: no format dat; did you mean date?',
    ],
    [
      'a format of a number',
      '/properties/madre/format',
      'date',
      '/properties/madre/format: is allowed only for a string',
    ],
    [
      'a step there is not',
      '/properties/madre/multipleOf',
      5,
      '/properties/madre/multipleOf: must be 0.01 for a number, 1 for an integer',
    ],
    ['a default of another type', '/properties/codice/default', 7, '/properties/codice/default: '],
    [
      'an empty default',
      '/properties/codice/default',
      '',
      '/properties/codice/default: must be a value; leave it out when there is none',
    ],
    ['a default that is no choice', '/properties/stato/default', 2, '/properties/stato/default: '],
    ['a default nobody may point to', '/properties/madre/default', -1, '/properties/madre/default: '],
    [
      'a flag that is two',
      '/properties/acceso',
      { type: 'integer', 'x-kind': 'flag', default: 2, title: 'X', 'x-title': { it: 'X' } },
      '/properties/acceso/default: ',
    ],
    [
      'a kind on another type',
      '/properties/codice/x-kind',
      'flag',
      '/properties/codice/x-kind: the kind flag needs type integer',
    ],
    [
      'a reference of letters',
      '/properties/madre/type',
      'string',
      '/properties/madre/type: the kind reference needs type integer',
    ],
    [
      'a kind nearly there',
      '/properties/codice/x-kind',
      'notes',
      '/properties/codice/x-kind: no kind notes; did you mean note?',
    ],
    [
      'a choice of nothing',
      '/properties/codice/x-kind',
      'choice',
      '/properties/codice: a choice needs oneOf or enum',
    ],
    [
      'a reference nowhere',
      '/properties/socio',
      { type: 'integer', 'x-kind': 'reference', title: 'X', 'x-title': { it: 'X' } },
      '/properties/socio: a reference needs x-ref',
    ],
    [
      'a group there is not',
      '/x-menu',
      { group: 'configure.object', order: 1 },
      '/x-menu/group: no group configure.object; did you mean configure.objects?',
    ],
    ['an icon there is not', '/x-icon', 'buildd', '/x-icon: no icon buildd; did you mean build?'],
    [
      'a sentence there is not',
      '/properties/codice/x-tells',
      { required: 'select-itm' },
      '/properties/codice/x-tells/required: no sentence select-itm; did you mean select-item?',
    ],
    [
      'a list beside the list of nothing',
      '/x-master',
      'mdre',
      '/x-master: no property mdre; did you mean madre?',
    ],
    ['a list beside the list of a text', '/x-master', 'codice', '/x-master: codice is not a reference'],
    [
      'a list beside the list of joined texts',
      '/x-master',
      'codice_madre',
      '/x-master: codice_madre has no column of its own',
    ],
    [
      'a dialog with a typo',
      '/x-dialog',
      { ad: { title: 'Link', 'x-title': { it: 'Associa' } } },
      '/x-dialog: must be {add?: ',
    ],
    [
      'an entry that leads nowhere',
      '/x-menu',
      { group: 'parts', order: 1 },
      '/x-menu: needs a list, but x-routes has none',
    ],
    [
      'more at least than at most',
      '/properties/codice',
      { type: 'string', title: 'Code', 'x-title': { it: 'Codice' }, minLength: 9, maxLength: 5 },
      '/properties/codice/minLength: is more than maxLength',
    ],
    [
      'a limit of another type',
      '/properties/codice/minimum',
      3,
      '/properties/codice/minimum: is allowed only for number or integer',
    ],
    [
      'a sheet without a key',
      '/x-import',
      { file: 'macchine.xlsx', columns: { CODICE: 'codice' } },
      '/x-import: needs a key that identifies its rows: x-key, or its own key',
    ],
    [
      'a sheet that is none',
      '/x-import',
      { file: 'macchine.csv', columns: { CODICE: 'codice' }, key: 'codice' },
      '/x-import/file: must be the name of an .xlsx file',
    ],
    ['a dialog over nothing', '/x-dialog', {}, '/x-dialog: needs a list, but x-routes has none'],
    ['a condition on nothing', '/if', { properties: { tipo: { const: 1 } } }, '/if: no property tipo'],
    [
      'a demand of nothing',
      '/then',
      { required: ['codce'] },
      '/then/required: no property codce; did you mean codice?',
    ],
    [
      'a limit on nothing',
      '/else',
      { properties: { nome: { minLength: 1 } } },
      '/else/properties: no property nome',
    ],
    [
      'a demand of a joined text',
      '/then',
      { required: ['codice_madre'] },
      '/then/required: codice_madre is no property of its own',
    ],
    [
      'several conditions on nothing',
      '/allOf',
      [{ if: { properties: { tipo: { const: 1 } } }, else: { required: ['nome'] } }],
      '/allOf/0/else/required: no property nome',
    ],
    [
      'a limit with a typo',
      '/then',
      { properties: { codice: { minLenght: 1 } } },
      '/then: must be {required?, properties?: ',
    ],
    ['a lookup by nothing', '/x-lookup', ['codce'], '/x-lookup: no filter codce; did you mean codice?'],
    [
      'a search in a joined text',
      '/x-search',
      ['codice_madre'],
      '/x-search: codice_madre has no column of its own',
    ],
    ['a search in numbers', '/x-search', ['stato'], '/x-search: stato is not a text'],
    ['a key of joined texts', '/x-key', ['codice_madre'], '/x-key: codice_madre has no column of its own'],
    [
      'an address with a capital',
      '/x-resource',
      'Macchina/nuova macchina',
      '/x-resource: must be words of letters, digits and -, each beginning small, joined by /',
    ],
    [
      "a table of the server's own",
      '/x-resource',
      'licenza',
      '/x-resource: its table licenza is already used by the server',
    ],
    [
      'a route with a typo',
      '/x-routes',
      { lista: '/macchine' },
      '/x-routes: must be {list, detail, form, copy, child, tab, upload, document}',
    ],
    [
      'an address for files where none are kept',
      '/x-routes',
      { upload: '/carica/:id?' },
      '/x-routes/upload: the entity has no files: x-documents is missing',
    ],
    [
      'an address for a row below another where there is no tree',
      '/x-routes',
      { child: '/sotto/:madre?' },
      '/x-routes/child: its rows form no tree: x-hierarchy is missing',
    ],
    [
      'an address for a row below another with an unknown parameter',
      '/x-routes',
      { child: '/sotto/:madre?/:tipo?' },
      '/x-routes/child: no property tipo',
    ],
    [
      'a value inherited through nothing',
      '/properties/stato/x-inherits',
      { through: 'mdre', unless: 1 },
      '/properties/stato/x-inherits: no property mdre; did you mean madre?',
    ],
    [
      'a value inherited through a text',
      '/properties/stato/x-inherits',
      { through: 'codice', unless: 1 },
      '/properties/stato/x-inherits: codice is not a reference',
    ],
    [
      'a value inherited with a typo',
      '/properties/stato/x-inherits',
      { thru: 'madre', unless: 1 },
      '/properties/stato/x-inherits: must be {through, unless: value}',
    ],
    [
      'a demand of a setting with a typo',
      '/properties/codice/x-required-unless',
      { seting: 'Libero', value: '1' },
      '/properties/codice/x-required-unless: must be {setting, value}',
    ],
    [
      'two screens at one address',
      '/x-routes',
      { list: '/macchine', form: '/macchine/:id?' },
      '/x-routes/form: /macchine/:id? is already used by machine',
    ],
    [
      'a name between two dates',
      '/properties/codiceDa',
      { type: 'string', title: 'X', 'x-title': { it: 'X' } },
      '/properties/codiceDa: codiceDa is the name of a filter of codice: codiceDa, codiceA',
    ],
    [
      'a filter of two',
      '/properties/stato/x-query',
      'codice',
      '/properties/stato/x-query: codice is the filter of codice',
    ],
    [
      "a filter of the server's",
      '/properties/stato/x-query',
      'pag',
      '/properties/stato/x-query: pag is a name that the server reserves',
    ],
    [
      "a joined name of the server's",
      '/properties/madre/x-ref-text',
      'versione',
      '/properties: the joined name versione is reserved by the server',
    ],
  ])('reports %s', (_name, path, value, expected) => {
    const faults = faultsOf(with_(path, value));
    expect(faults.filter((fault) => fault.startsWith(`schemas/machine.json: ${expected}`))).toHaveLength(1);
  });

  it.each([
    'id id_macchina canc versione data_ins id_usr_ins data_ultima_mod id_usr_ultima_mod',
    'pag max_rows filtro sort orderByCol orderByDir',
  ])('reserves for the server: %s', (names) => {
    for (const name of names.split(' ')) {
      const property = { type: 'string', title: 'X', 'x-title': { it: 'X' } };
      const schema = { ...with_(`/properties/${name}`, property), 'x-id': 'id_macchina' };
      expect(faultsOf(schema)).toEqual([
        `schemas/machine.json: /properties/${name}: is a name that the server reserves`,
      ]);
    }
  });

  it.each([
    ['codice', { type: 'string', default: 'A' }],
    ['a flag', { type: 'integer', 'x-kind': 'flag', default: 1 }],
    ['an amount', { type: 'number', 'x-kind': 'money', multipleOf: 0.01, default: 1.25 }],
    ['a day', { type: 'string', format: 'date', default: '2026-02-28' }],
    ['a moment', { type: 'string', format: 'date-time' }],
    [
      'a reference to none',
      {
        type: 'integer',
        'x-ref': 'macchina',
        default: -1,
        'x-none': { title: 'No', 'x-title': { it: 'No' } },
      },
    ],
    ['a choice without labels', { type: 'string', enum: ['a', 'b'], default: 'b' }],
    ['texts by language', { type: 'object', 'x-kind': 'translations', 'x-translates': 'codice' }],
    ['pairs', { type: 'array', 'x-kind': 'options' }],
  ])('has nothing against %s', (_name, words) => {
    const property = { title: 'X', 'x-title': { it: 'X' }, ...words };
    expect(faultsOf(with_('/properties/altro', property))).toEqual([]);
  });

  it('reports all faults at once', () => {
    const schema = with_('/x-lsit', []);
    schema['x-search'] = ['nome'];
    schema.properties.codice.maxLenght = 2;
    expect(faultsOf(schema)).toHaveLength(3);
  });

  it('reports two entities at one address', () => {
    const faults = checkSchemas({ a: GOOD, b: GOOD }, { a: 'a.json', b: 'b.json' });
    expect(faults).toEqual(['b.json: /x-resource: macchina is already used by a']);
  });

  const pair = (a: EntitySchema, b: EntitySchema) => checkSchemas({ a, b }, { a: 'a.json', b: 'b.json' });

  it('reports a tree, or a filter, that conflicts with the master list', () => {
    const withMaster = { ...GOOD, 'x-master': 'madre' };
    expect(faultsOf(withMaster)).toEqual([]);
    expect(faultsOf({ ...withMaster, 'x-filters': ['stato', 'madre'] })).toEqual([
      'schemas/machine.json: /x-filters: madre is selected next to the list (x-master)',
    ]);
    expect(faultsOf({ ...withMaster, 'x-tree': { child: 'codice', parent: 'madre' } })).toEqual([
      'schemas/machine.json: /x-master: the tree of x-tree is already next to the list',
    ]);
  });

  it('reports a form that has both a dialog and an address', () => {
    const over = (routes: object) =>
      faultsOf({ ...GOOD, 'x-dialog': {}, 'x-routes': { list: '/macchine', ...routes } });
    expect(over({})).toEqual([]);
    for (const word of ['form', 'copy', 'detail'])
      expect(over({ [word]: '/macchina/:id?' })).toEqual([
        `schemas/machine.json: /x-routes/${word}: a record in a dialog (x-dialog) has no address of its own`,
      ]);
  });

  it('reports two entities in one table', () => {
    expect(pair(with_('/x-resource', 'macchina/tipo'), with_('/x-resource', 'macchina-tipo'))).toContain(
      'b.json: /x-resource: its table macchina_tipo is already used by a',
    );
    // The closure of a tree is a table too.
    const tree = with_('/x-hierarchy', { parent: 'codice', within: 'idMacchina' });
    expect(pair(tree, with_('/x-resource', 'macchina/discendenza'))).toContain(
      'b.json: /x-resource: its table macchina_discendenza is already used by a',
    );
  });

  it('reports two screens at one address, but allows a tab below the address it shares', () => {
    const [one, other] = [
      with_('/x-routes', { list: '/macchine' }),
      with_('/x-routes', { list: '/macchine' }),
    ];
    const second = { ...other, 'x-resource': 'altra' };
    const reference = 'b.json: /x-routes/list: /macchine is already used by a';
    expect(pair(one, second)).toContain(reference);
    expect(pair({ ...one, 'x-tabs': ['b'] }, second)).not.toContain(reference);
    const copied = { ...with_('/x-routes', { form: '/m/:id?' }), 'x-resource': 'altra' };
    expect(pair(with_('/x-routes', { form: '/m/:id_macchina?' }), copied)).toContain(
      'b.json: /x-routes/form: /m/:id? is already used by a',
    );
  });

  it('keeps only values that are columns of the referenced entity', () => {
    const kept = { type: 'string', title: 'N', 'x-title': { it: 'N' }, 'x-computed': true, 'x-kept': true };
    const faultsFrom = (from: string): string[] => {
      const schema = with_('/properties/nome', kept);
      schema.properties.madre['x-ref-fields'] = { nome: from };
      return faultsOf({ ...schema, 'x-counts': [['nome']] }).filter((fault) => /kept|counts/.test(fault));
    };
    expect(faultsFrom('codice')).toEqual([]);
    expect(faultsFrom('codice_madre')).toEqual([
      'schemas/machine.json: /properties/nome/x-kept: macchina.codice_madre has no column to keep',
    ]);
  });

  it('limits rows by a resource whose rows are limited by their id', () => {
    const place = { ...with_('/x-scope', { id: 'luogo' }), 'x-resource': 'luogo' };
    const machine = with_('/x-scope', { madre: 'luogo' });
    expect(pair(machine, place).filter((fault) => fault.includes('x-scope'))).toEqual([]);
    expect(pair(with_('/x-scope', { madre: 'lugo' }), place)).toContain(
      'a.json: /x-scope/madre: no dimension lugo; did you mean luogo?',
    );
  });

  it('asks of a child that its columns are columns', () => {
    const machine = with_('/x-children', [
      { path: 'parti', entity: 'b', parent: 'madre', key: 'codice_madre' },
    ]);
    expect(pair(machine, { ...GOOD, 'x-resource': 'parte' })).toContain(
      'a.json: /x-children/0/key: codice_madre has no column of its own in b',
    );
  });

  it('accepts a lookup by a property, by its x-query, or by its name in camel case', () => {
    const schema = with_('/properties/id_classe', {
      type: 'integer',
      title: 'X',
      'x-title': { it: 'X' },
      'x-query': 'classe',
    });
    expect(faultsOf({ ...schema, 'x-lookup': ['codice', 'classe', 'idClasse'] })).toEqual([]);
  });

  const WRONG = [null, 7, 'text', true, [], {}, [null], [[]], [7], { a: null }, [{ a: 1 }]];

  /** Checks that the check reports a fault, or that the file can be read. */
  function holds(schema: EntitySchema, what: string): void {
    let faults: string[] = [];
    expect(() => {
      faults = faultsOf(schema);
    }, what).not.toThrow();
    if (faults.length === 0) expect(() => readEntity('machine', schema), what).not.toThrow();
  }

  it('does not break whatever value a word of the entity has', () => {
    for (const word of Object.keys({ ...vocabulary.standard.entity, ...vocabulary.entity }))
      for (const value of WRONG) holds({ ...GOOD, [word]: value }, `${word} = ${JSON.stringify(value)}`);
  });

  it('does not break whatever value a word of a property has', () => {
    for (const word of Object.keys({ ...vocabulary.standard.property, ...vocabulary.property }))
      for (const value of WRONG)
        holds(with_(`/properties/codice/${word}`, value), `${word} = ${JSON.stringify(value)}`);
    for (const value of WRONG) expect(faultsOf(with_('/properties/codice', value)).length).toBeGreaterThan(0);
  });

  it('reports references beyond the properties of another entity', () => {
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
      'machine.json: /x-children/0/parent: part has no property id_macchina; did you mean macchina?',
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

  it("draw unnamed fields last, with a warning; in the product's own files they stop the start", () => {
    const fields = ['codice', 'madre'];
    const machine = with_('/x-form', [{ title: 'A', 'x-title': { it: 'A' }, fields }]);
    write('machine.json', { ...machine, 'x-routes': { list: '/macchine', form: '/upd-macchina/:id?' } });
    const { byName, warnings } = read();
    expect(byName.get('machine')!.form[0]!.fields).toEqual([...fields, 'stato']);
    const place = join(folder, 'machine.json');
    expect(warnings).toEqual([
      `${place}: /x-form: stato is filled by people, and no section draws it; it is drawn last: put "..." where it belongs`,
    ]);
    expect(() => readSchemas([folder])).toThrow(
      `${place}: /x-form: stato is filled by people, and no section draws it: put "..." into one`,
    );
  });

  it('may contain retired words: each is ignored with a warning that names the replacement', () => {
    const retired = { ...with_('/properties/codice/x-missing', 'select-item'), 'x-update': 'PATCH' };
    write('machine.json', { ...retired, 'x-refusals': 'dialog' });
    const { files, byName, warnings } = read();
    const place = join(folder, 'machine.json');
    expect(warnings).toEqual([
      `${place}: /x-update: is a word no more: leave it out: PUT changes what is sent and leaves the rest`,
      `${place}: /x-refusals: is a word no more: leave it out: forms and lists show refusals`,
      `${place}: /properties/codice/x-missing: is a word no more: write "x-tells": {"required": ...}, as it is read now`,
    ]);
    expect(files.machine).toEqual(with_('/properties/codice/x-tells', { required: 'select-item' }));
    expect(validate(byName.entity('machine'), {})).toEqual([{ field: 'codice', rule: 'select-item' }]);
    expect(() => readSchemas([folder])).toThrow(`${place}: /x-update: unknown keyword`);
  });

  it('have no word that is retired and in the vocabulary', () => {
    const { entity, property, act } = RETIRED_WORDS;
    expect(Object.keys(entity).filter((word) => word in vocabulary.entity)).toEqual([]);
    expect(Object.keys(property).filter((word) => word in vocabulary.property)).toEqual([]);
    expect(Object.keys(act).filter((word) => word in vocabulary.action)).toEqual([]);
  });

  it('may use a base from their own folder', () => {
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

describe('a form', () => {
  const section = (...fields: string[]) => [{ title: 'A', 'x-title': { it: 'A' }, fields }];
  const drawn = (...fields: string[]) => ({
    ...with_('/x-form', section(...fields)),
    'x-routes': { list: '/macchine', form: '/upd-macchina/:id?' },
  });

  it('requires all required properties', () => {
    expect(faultsOf(drawn('stato', '...', '-codice'))).toEqual([
      'schemas/machine.json: /x-form: codice is required, but no user can fill it',
    ]);
    expect(faultsOf(drawn('codice', 'stato'))).toEqual([]);
  });

  it('has the rest once, with nothing left out that is not of it', () => {
    expect(faultsOf(drawn('...', '-stato'))).toEqual([]);
    expect(faultsOf(drawn('...', '...'))).toEqual(['schemas/machine.json: /x-form: ... occurs twice']);
    expect(faultsOf(drawn('(...)'))).toEqual([
      'schemas/machine.json: /x-form: the rest is optional only in x-list: write "..." without brackets',
    ]);
    expect(faultsOf(drawn('codice', '-stato'))).toEqual([
      'schemas/machine.json: /x-form: -stato excludes it from the rest, but "..." is missing',
    ]);
    expect(faultsOf(drawn('...', '-stat'))).toEqual([
      'schemas/machine.json: /x-form/0/fields: no property stat; did you mean stato?',
    ]);
    const filled: EntitySchema = drawn('...', '-stato');
    expect(faultsOf({ ...filled, 'x-drawn': ['codice'] })).toEqual([
      'schemas/machine.json: /x-drawn: is not allowed where the schema draws the form',
    ]);
    filled.properties.stato.readOnly = true;
    expect(faultsOf(filled)).toEqual(['schemas/machine.json: /x-form: -stato: the rest does not contain it']);
  });

  it('contains each property only once', () => {
    expect(faultsOf(drawn('codice', 'stato', 'stato'))).toEqual([
      'schemas/machine.json: /x-form: stato occurs twice',
    ]);
  });
});

describe('rows below another', () => {
  const below = (name: string, form: string) =>
    faultsOf({ ...with_('/x-below', name), 'x-routes': { list: '/macchine', form } });

  it('name a reference, and have an address with both', () => {
    expect(below('madre', '/upd-macchina/:idMadre?/:id?')).toEqual([]);
    expect(below('codice', '/upd-macchina/:id?')).toEqual([
      'schemas/machine.json: /x-below: codice is not a reference',
      'schemas/machine.json: /x-below: needs an address with two parameters, the parent row and the row itself: x-routes.form',
    ]);
    expect(below('nessuna', '/upd-macchina/:idMadre?/:id?')).toHaveLength(1);
  });
});

describe('files attached to a record', () => {
  it('need an entity of documents, and a page that shows them', () => {
    const documents = { entity: 'machine', parent: 'madre' };
    const routes = { list: '/macchine', form: '/upd-macchina/:id?' };
    expect(faultsOf({ ...with_('/x-documents', documents), 'x-routes': routes })).toEqual([
      'schemas/machine.json: /x-documents/entity: machine is not an entity of documents: it has no id_cartella that points to folders',
      'schemas/machine.json: /x-documents: needs a page that shows them: x-routes.detail, or a tab next to the form',
    ]);
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

  it('names of each word a file that reads it', () => {
    const camel = (word: string): string =>
      word.replace(/^x-/, '').replaceAll(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
    const wrong = words.filter(([word, { read }]) => {
      const text = existsSync(join(ROOT, read)) ? readFileSync(join(ROOT, read), 'utf8') : '';
      return !text.includes(word) && !new RegExp(`\\b${camel(word)}\\b`).test(text);
    });
    expect(wrong.map(([word]) => word)).toEqual([]);
  });

  it("lists the menu's groups, as the frame has them", () => {
    const text = readFileSync(join(ROOT, 'src/frame/menu.ts'), 'utf8');
    const parts = /const PARTS[^=]*=([\s\S]+?);\n/.exec(text)![1]!;
    const groups = [...parts.matchAll(/\[([^[\]]+)\]/g)].flatMap(([, names]) =>
      [...names!.matchAll(/'([^']+)'/g)].map(([, name]) => name),
    );
    expect(groups).toEqual(vocabulary.groups);
  });

  it('lists the icons, as they are drawn', () => {
    const text = readFileSync(join(ROOT, 'resources/display/icons.tsx'), 'utf8');
    const icons = /const ICONS[^=]*= \{([\s\S]+?)\n\};/.exec(text)![1]!;
    expect([...icons.matchAll(/^ {2}'?([a-z-]+)'?:/gm)].map(([, name]) => name)).toEqual(vocabulary.icons);
  });

  it('gives a unique code one index, and an order only to entities with a list', () => {
    const { entities } = readSchemas();
    const indexes = new Map(tablesOf(entities).map((table) => [table.name, table.indexes]));
    for (const { table, finder, calls, view } of entities) {
      if (view) continue;
      const its = indexes.get(table)!.map(({ name, sql }) => `${name} ${sql}`);
      if (finder?.code)
        expect(
          its.filter((one) => one.includes(`(lower("${finder.code}")`)),
          table,
        ).toHaveLength(1);
      if (!calls.includes('list'))
        expect(
          its.filter((one) => / nulls last, /.test(one)),
          table,
        ).toEqual([]);
    }
  });

  it("knows the server's own tables", () => {
    const own = systemTables(tablesOf(readSchemas().entities)).map(({ name }) => name);
    expect([...own].sort()).toEqual([...RESERVED_TABLES].sort());
  });

  it('describes each word once, and names its readers', () => {
    for (const [word, { says, read }] of words) {
      expect(says, word).toMatch(/^\S.{5,}/);
      const places = [SCHEMAS, ROOT, join(ROOT, 'server')].map((place) => join(place, read));
      expect(places.some(existsSync), `${word} is read by ${read}`).toBe(true);
    }
  });
});

describe('npm run types -- --check', () => {
  const check = (folder?: string) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'schemas/generate-types.ts', '--check'], {
      cwd: resolve(SCHEMAS, '..'),
      env: { ...process.env, OFFICINA_SCHEMAS: folder },
      encoding: 'utf8',
    });

  it("reads a plant's own folder of entity files", () => {
    const own = mkdtempSync(join(tmpdir(), 'officina-own-'));
    writeFileSync(join(own, 'machine.json'), JSON.stringify(GOOD));
    expect(readSchemas([SCHEMAS, own]).byResource.has('macchina')).toBe(true);
    writeFileSync(join(own, 'machine.json'), JSON.stringify({ ...GOOD, 'x-lisst': ['codice'] }));
    const { status, stderr } = check(own);
    expect(status).toBe(1);
    expect(stderr).toMatch(/machine\.json.*x-lisst/);
    expect(stderr).not.toMatch(/\n\s+at /);
    rmSync(own, { recursive: true });
  });
});
