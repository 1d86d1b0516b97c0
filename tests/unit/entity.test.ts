import { describe, expect, it } from 'vitest';
import {
  columns,
  displayColumns,
  displayOf,
  inForce,
  isProtected,
  type Kind,
  writable,
} from '../../schemas/entity.ts';
import { type EntitySchema, readEntity, SERVER_FIELDS, tableOf } from '../../schemas/read-entity.ts';

const property = (schema: EntitySchema): EntitySchema => ({ title: 'X', 'x-title': { it: 'X' }, ...schema });

const FILE: EntitySchema = {
  title: 'Machine',
  type: 'object',
  required: ['codice'],
  'x-title': { it: 'Macchina', its: 'Macchine', ens: 'Machines' },
  'x-resource': 'impianto/macchina-tipo',
  'x-display': '{codice} - {nome}',
  'x-delete': 'soft',
  'x-protect': [
    { match: { codice: '*' }, against: ['update', 'delete'] },
    { match: { sys: 1 }, against: ['delete'], unless: ['SUADMIN'] },
  ],
  properties: {
    codice: property({ type: 'string', title: 'Code', 'x-title': { it: 'Codice' }, 'x-locked': true }),
    nome: property({ type: 'string', maxLength: 10, description: 'Help', 'x-description': { it: 'Aiuto' } }),
    madre: property({
      type: 'integer',
      'x-ref': 'impianto/macchina-tipo',
      'x-ref-text': 'nome_madre',
      'x-ref-fields': { codice_madre: 'codice' },
      'x-none': { title: 'None', 'x-title': { it: 'Nessuna' } },
    }),
    sys: property({ type: 'integer', 'x-kind': 'flag', default: 0, readOnly: true }),
    totale: property({ type: 'integer', 'x-computed': true }),
    nascosto: property({ type: 'string', 'x-hidden': true, 'x-query': 'altroNome' }),
    solo: property({ type: 'string', 'x-when': { madre: [1, 2], sys: 1 } }),
  },
};

const entity = readEntity('machine', FILE);
const names = (list: { name: string }[]) => list.map(({ name }) => name);

describe('an entity', () => {
  it('takes its names from the file', () => {
    expect(entity).toMatchObject({
      name: 'machine',
      resource: 'impianto/macchina-tipo',
      table: 'impianto_macchina_tipo',
      id: 'id',
      title: { it: 'Macchina', en: 'Machine' },
      titles: { it: 'Macchine', en: 'Machines' },
      delete: 'soft',
      sort: ['id', 'ASC'],
      calls: ['list', 'read', 'create', 'update', 'delete'],
    });
    expect(tableOf('odl/tipoGuasto')).toBe('odl_tipoguasto');
  });

  it("has its id, its properties, joined texts, and the server's columns", () => {
    expect(names(entity.fields)).toEqual([
      'id',
      ...Object.keys(FILE.properties),
      'nome_madre',
      'codice_madre',
      'canc',
      ...names(SERVER_FIELDS),
    ]);
  });

  it('has columns for its own properties, and accepts those that users may fill', () => {
    expect(names(columns(entity))).not.toEqual(expect.arrayContaining(['totale']));
    expect(names(columns(entity))).not.toEqual(expect.arrayContaining(['nome_madre']));
    expect(names(writable(entity))).toEqual(['codice', 'nome', 'madre', 'nascosto', 'solo']);
  });

  it('reads the words of a field', () => {
    expect(entity.field('codice')).toMatchObject({
      required: true,
      locked: {},
      title: { it: 'Codice', en: 'Code' },
    });
    expect(entity.field('nome')).toMatchObject({ maxLength: 10, help: { it: 'Aiuto', en: 'Help' } });
    expect(entity.field('madre')!.reference).toMatchObject({
      none: { it: 'Nessuna', en: 'None' },
      text: 'nome_madre',
    });
    expect(entity.field('nascosto')).toMatchObject({ hidden: true, query: 'altroNome' });
    expect(entity.field('nothing')).toBeUndefined();
  });

  it('shows all visible fields in list and form by default', () => {
    expect(entity.list).toEqual(['codice', 'nome', 'madre', 'solo']);
    expect(entity.form).toEqual([
      { title: { it: 'Generali', en: 'General' }, fields: entity.list, tab: false },
    ]);
  });

  it.each<[EntitySchema, Kind, number | undefined]>([
    [{ type: 'string' }, 'text', 200],
    [{ type: 'string', 'x-kind': 'note' }, 'note', 2000],
    [{ type: 'integer' }, 'integer', undefined],
    [{ type: 'number', multipleOf: 0.01 }, 'decimal', undefined],
    [{ type: 'number', 'x-kind': 'money' }, 'money', undefined],
    [{ type: 'integer', 'x-kind': 'flag' }, 'flag', undefined],
    [{ type: 'string', enum: ['a'] }, 'choice', undefined],
    [{ type: 'integer', oneOf: [{ const: 1, title: 'A', 'x-title': { it: 'A' } }] }, 'choice', undefined],
    [{ type: 'string', format: 'date' }, 'date', undefined],
    [{ type: 'string', format: 'date-time' }, 'instant', undefined],
    [{ type: 'string', format: 'email' }, 'email', 150],
    [{ type: 'string', format: 'uri' }, 'uri', 500],
    [{ type: 'string', 'x-kind': 'phone' }, 'phone', 40],
    [{ type: 'integer', 'x-ref': 'impianto/macchina-tipo' }, 'reference', undefined],
    [{ type: 'string', 'x-kind': 'colour' }, 'colour', 100],
    [{ type: 'object', 'x-kind': 'translations' }, 'translations', undefined],
  ])('detects the kind of %j', (schema, kind, maxLength) => {
    const field = readEntity('machine', { ...FILE, properties: { x: property(schema) } }).field('x')!;
    expect([field.kind, field.maxLength]).toEqual([kind, maxLength]);
  });
});

describe('a record', () => {
  it('has a name as its entity defines', () => {
    expect(displayColumns('{codice} - {nome}')).toEqual(['codice', 'nome']);
    expect(displayOf(entity, { codice: 'P1', nome: 'Pompa' })).toBe('P1 - Pompa');
    expect(displayOf(entity, { codice: 'P1', nome: null })).toBe('P1 - ');
  });

  it('has a field in force only with all required values', () => {
    const field = entity.field('solo')!;
    expect(inForce(field, { madre: 1, sys: 1 })).toBe(true);
    expect(inForce(field, { madre: 2, sys: 1 })).toBe(true);
    expect(inForce(field, { madre: 3, sys: 1 })).toBe(false);
    expect(inForce(field, { madre: 1 })).toBe(false);
    expect(inForce(entity.field('nome')!, {})).toBe(true);
  });

  it.each([
    [{ codice: '*' }, 'update', 'SUADMIN', true],
    [{ codice: '*' }, 'delete', 'SUADMIN', true],
    [{ codice: 'A' }, 'delete', 'SUPER', false],
    [{ codice: 'A', sys: 1 }, 'delete', 'SUPER', true],
    [{ codice: 'A', sys: 1 }, 'delete', 'SUADMIN', false],
    [{ codice: 'A', sys: 1 }, 'update', 'SUPER', false],
  ] as const)('%j is protected against %s by %s: %s', (row, against, family, expected) => {
    expect(isProtected(entity, row, against, { family, id: 1 })).toBe(expected);
  });
});

describe('an entity whose file grants nothing', () => {
  it('is closed: nobody can read or write it', () => {
    const entity = readEntity('closed', { title: 'Closed', 'x-resource': 'chiuso', properties: {} });
    expect(entity.access).toEqual({ list: [], read: [], write: [], create: [] });
  });

  it('that everyone may read cannot therefore be written by everyone', () => {
    const file = { title: 'Open', 'x-resource': 'aperto', properties: {}, 'x-access': { read: 'public' } };
    expect(readEntity('open', file).access).toEqual({
      list: 'public',
      read: 'public',
      write: [],
      create: [],
    });
  });
});
