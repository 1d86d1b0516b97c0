/**
 * A property added only to `properties` of any of our files appears as column, filter, field, import column and in
 * the API description. Hand-written pages must declare it, or the start fails.
 */
import { describe, expect, it } from 'vitest';
import { formFields } from '../../resources/form/form-schema.ts';
import { columnsOf } from '../../resources/list/list-columns.ts';
import { isWritten, undrawnIn } from '../../schemas/check-rest.ts';
import { checkSchemas } from '../../schemas/check-schemas.ts';
import type { Entity, Kind } from '../../schemas/entity.ts';
import { type EntitySchema, readEntity } from '../../schemas/read-entity.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { crudCalls } from '../../server/capabilities/crud.ts';
import { describeApi } from '../../server/http/openapi.ts';

const schemas = readSchemas();
const { entities, files } = schemas;

const KINDS: Partial<Record<Kind, EntitySchema>> = {
  text: { type: 'string' },
  note: { type: 'string', 'x-kind': 'note' },
  email: { type: 'string', format: 'email' },
  uri: { type: 'string', format: 'uri' },
  phone: { type: 'string', 'x-kind': 'phone' },
  integer: { type: 'integer' },
  decimal: { type: 'number' },
  money: { type: 'number', 'x-kind': 'money' },
  quantity: { type: 'number', 'x-kind': 'quantity' },
  flag: { type: 'integer', 'x-kind': 'flag', default: 0 },
  choice: { type: 'string', enum: ['a', 'b'] },
  date: { type: 'string', format: 'date' },
  instant: { type: 'string', format: 'date-time' },
  reference: { type: 'integer', 'x-ref': 'reparto', 'x-ref-text': 'reparto_aggiunto' },
};
const ADDED = Object.keys(KINDS).map((kind) => `aggiunta_${kind}`);

function withAdded(name: string): EntitySchema {
  const added = Object.entries(KINDS).map(([kind, part]) => [
    `aggiunta_${kind}`,
    { ...part, title: `Added ${kind}`, 'x-title': { it: `Aggiunta ${kind}` } },
  ]);
  const properties = { ...files[name]!.properties, ...Object.fromEntries(added) };
  return { ...files[name]!, properties };
}

/** Returns whether the fields of the entity's form are drawn from its schema. */
const isDrawn = ({ name, routes, dialog }: Entity): boolean =>
  Boolean(routes.form || dialog || files[name]!['x-form']);

// The server's code fills entities that users do not write.
const drawn = entities.filter((one) => isWritten(one) && isDrawn(one));
const byHand = entities.filter((one) => isWritten(one) && !isDrawn(one));

describe.each(drawn.map(({ name }) => name))('a property added to %s', (name) => {
  const schema = withAdded(name);
  const entity = readEntity(name, schema);

  it('needs nothing else', () => {
    const all = { ...files, [name]: schema };
    expect(checkSchemas(all, Object.fromEntries(Object.keys(all).map((one) => [one, one])))).toEqual([]);
    expect(undrawnIn(schema, entity, true)).toEqual([]);
  });

  it('is a column, and a filter where the list has some', () => {
    expect(columnsOf(entity).map(({ field }) => field.name)).toEqual(expect.arrayContaining(ADDED));
    if (schema['x-filters']) expect(entity.filters).toEqual(expect.arrayContaining(ADDED));
    else expect(entity.routes.list).toBeUndefined();
  });

  it('is a field of the form', () => {
    expect(formFields(entity).map((field) => field.name)).toEqual(expect.arrayContaining(ADDED));
  });

  it('is described with the API, and imported where sheets are', () => {
    const calls = crudCalls(
      { ...entity, calls: ['list', 'read', 'create', 'update', 'delete'] },
      schemas,
      {},
    );
    const text = JSON.stringify(describeApi(calls, '0'));
    for (const one of ADDED) expect(text).toContain(`"${one}"`);
    if (entity.import) expect(Object.values(entity.import.columns)).toEqual(expect.arrayContaining(ADDED));
  });
});

describe('a page written by hand', () => {
  it.each(byHand.map(({ name }) => name))('of %s is asked for what it does not draw', (name) => {
    const schema = withAdded(name);
    const refused = undrawnIn(schema, readEntity(name, schema), true).join('\n');
    for (const one of ADDED) expect(refused).toContain(one);
  });

  it('is the exception', () => {
    expect(drawn.length).toBeGreaterThan(40);
    expect(byHand.map(({ name }) => name).filter((name) => !name.endsWith('-document'))).toEqual([
      'checklist-photo',
      'comment',
      'cost-centre-asset',
      'cost-line',
      'intervention-checklist-item',
      'lot',
      'recommended-part',
      'reservation',
      'saved-filter',
      'signature',
      'user-department',
      'user-organisation',
      'withdrawal',
    ]);
  });
});

describe('in a sheet', () => {
  it('two properties of one name have two heads', () => {
    const { asset } = files;
    const [one, other] = [withAdded('asset').properties.aggiunta_text, asset!.properties.note];
    const properties = { ...asset!.properties, a: one, b: one, c: other };
    expect(readEntity('asset', { ...asset!, properties }).import!.columns).toMatchObject({
      NOTE: 'note',
      AGGIUNTA_TEXT: 'a',
      B: 'b',
      C: 'c',
    });
  });
});

describe('with nothing added', () => {
  it('the rest contains the properties that lists offer and no file names', () => {
    expect(schemas.warnings).toEqual([]);
    const offering = entities.filter(({ offered }) => offered.length > 0).map(({ name }) => name);
    expect(offering.sort()).toEqual([
      'asset',
      'asset-field',
      'intervention',
      'intervention-field',
      'schedule',
      'spare-part',
      'spare-part-field',
      'user',
      'warehouse',
      'warehouse-field',
    ]);
  });
});
