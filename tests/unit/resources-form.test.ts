/** The generic form: what it sends and copies, and conflicts with a colleague's save. */
import { describe, expect, it } from 'vitest';
import { differences, resolved } from '../../resources/form/conflict.ts';
import { isDemanded } from '../../resources/form/demands.ts';
import { OWN_WIDGET } from '../../resources/form/drawn.ts';
import { formSchema } from '../../resources/form/form-schema.ts';
import {
  copyOf,
  formData,
  recordToSend,
  startOf,
  withFields,
  withGiven,
} from '../../resources/form/record.ts';
import { formValidator } from '../../resources/form/validator.ts';
import { fieldIn, toText, toTyped } from '../../resources/format/kind-by.ts';
import { readNumber, showNumber } from '../../resources/widgets/numbers.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { readEntity } from '../../schemas/read-entity.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { validate } from '../../schemas/validate.ts';

const cost = readEntity('cost', {
  title: 'Cost',
  'x-title': { it: 'Costo', its: 'Costi' },
  'x-resource': 'costo',
  'x-key': ['codice'],
  'x-form': [
    {
      title: 'Cost',
      'x-title': { it: 'Costo' },
      fields: ['codice', 'descrizione', 'prezzo', 'tipo', 'note'],
    },
  ],
  required: ['codice'],
  if: { properties: { tipo: { const: 2 } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['note'] },
  properties: {
    codice: { type: 'string', title: 'Code', 'x-title': { it: 'Codice' }, 'x-locked': true },
    descrizione: { type: 'string', title: 'Description', 'x-title': { it: 'Descrizione' } },
    prezzo: { type: 'number', title: 'Price', 'x-title': { it: 'Prezzo' }, 'x-kind': 'money' },
    tipo: { type: 'integer', title: 'Type', 'x-title': { it: 'Tipo' }, enum: [1, 2], default: 1 },
    note: {
      type: 'string',
      title: 'Notes',
      'x-title': { it: 'Note' },
      'x-kind': 'note',
      'x-when': { tipo: 2 },
    },
    origine: {
      type: 'string',
      title: 'Origin',
      'x-title': { it: 'Origine' },
      'x-hidden': true,
      default: 'M',
    },
    totale: { type: 'number', title: 'Total', 'x-title': { it: 'Totale' }, 'x-computed': true },
  },
});
const stored = {
  id: 7,
  codice: 'A',
  descrizione: 'Uno',
  prezzo: 2.5,
  tipo: 2,
  note: 'nota',
  origine: 'X',
  totale: 9,
  versione: 3,
};

describe('a record in the form', () => {
  it('starts with the defaults, or with existing values', () => {
    expect(formData(cost, undefined)).toEqual({ tipo: 1 });
    expect(formData(cost, { ...stored, descrizione: null })).toEqual({
      codice: 'A',
      prezzo: 2.5,
      tipo: 2,
      note: 'nota',
    });
  });

  it('does not draw given values, and sends them with the rest, new or stored', () => {
    const given = withGiven(cost, { tipo: 2, codice: 'G' });
    expect(Object.keys(formSchema(given, 'it', () => false).schema.properties ?? {})).toEqual([
      'descrizione',
      'prezzo',
      'note',
    ]);
    expect(recordToSend(given, { note: 'nota' }, undefined)).toEqual({
      codice: 'G',
      tipo: 2,
      note: 'nota',
      origine: 'M',
    });
    expect(recordToSend(given, { note: 'altra' }, stored)).toMatchObject({
      codice: 'A',
      tipo: 2,
      note: 'altra',
    });
    expect(cost.field('codice')).toMatchObject({ hidden: false, default: undefined });
  });

  it('has a fixed value whatever was stored, typed or default, and sends it', () => {
    const fixed = withFields(cost, ({ name }) => (name === 'tipo' ? { fixed: 2 } : undefined));
    expect(formData(fixed, stored).tipo).toBe(2);
    expect(formData(fixed, undefined).tipo).toBe(2);
    const typed = formData(fixed, { ...stored, tipo: 1, note: 'nota' });
    expect(recordToSend(fixed, typed, undefined)).toMatchObject({ tipo: 2, note: 'nota' });
    expect(fixed.field('tipo')?.fixed).toBe(2);
    expect(cost.field('tipo')?.fixed).toBeUndefined();
  });

  it('starts with given values and its defaults', () => {
    const start = startOf(cost, { codice: 'N' });
    expect(formData(cost, start)).toEqual({ codice: 'N', ...formData(cost, undefined) });
  });

  it('is sent new without empty values, and with fields that the form does not draw', () => {
    expect(recordToSend(cost, { codice: 'B', tipo: 1 }, undefined)).toEqual({
      codice: 'B',
      tipo: 1,
      origine: 'M',
    });
  });

  it('sends a cleared field as null, its version, and nothing the server fills', () => {
    const sent = recordToSend(cost, { codice: 'A', tipo: 2, note: 'nota', prezzo: 2.5 }, stored);
    expect(sent).toEqual({
      codice: 'A',
      descrizione: null,
      prezzo: 2.5,
      tipo: 2,
      note: 'nota',
      origine: 'X',
      versione: 3,
    });
  });

  it('empties a field that is no longer in force', () => {
    expect(recordToSend(cost, { codice: 'A', tipo: 1, note: 'nota' }, stored).note).toBeNull();
    expect('note' in recordToSend(cost, { codice: 'A', tipo: 1, note: 'nota' }, undefined)).toBe(false);
  });

  it('excludes fields that the user may not write', () => {
    const sent = recordToSend(cost, { codice: 'A', prezzo: 9 }, stored, (field) => field.name === 'prezzo');
    expect('prezzo' in sent).toBe(false);
  });

  it('is copied without id, code, version and computed values', () => {
    expect(copyOf(cost, stored)).toEqual({
      descrizione: 'Uno',
      prezzo: 2.5,
      tipo: 2,
      note: 'nota',
      origine: 'X',
    });
  });
});

describe('the derived form', () => {
  it('draws the fields of x-form in order, read-only where required', () => {
    const { schema, uiSchema } = formSchema(cost, 'it', (field) => field.locked !== undefined);
    expect(Object.keys(schema.properties ?? {})).toEqual(['codice', 'descrizione', 'prezzo', 'tipo', 'note']);
    expect(schema.required).toEqual(['codice']);
    expect(uiSchema.codice['ui:readonly']).toBe(true);
    expect(uiSchema.prezzo['ui:readonly']).toBeUndefined();
  });

  it('gives rjsf all constraints of a field, and the name of its widget', () => {
    const all = readEntity('sample', {
      title: 'Sample',
      'x-title': { it: 'Esempio', its: 'Esempi' },
      'x-resource': 'esempio',
      required: ['codice', 'livello'],
      properties: {
        codice: {
          type: 'string',
          title: 'Code',
          'x-title': { it: 'Codice' },
          minLength: 2,
          maxLength: 10,
          pattern: '^[A-Z]+$',
        },
        posta: { type: 'string', title: 'Mail', 'x-title': { it: 'Posta' }, format: 'email' },
        ore: {
          type: 'integer',
          title: 'Hours',
          'x-title': { it: 'Ore' },
          minimum: 0,
          maximum: 24,
          'x-description': { it: 'Al giorno' },
          description: 'A day',
        },
        prezzo: { type: 'number', title: 'Price', 'x-title': { it: 'Prezzo' }, 'x-kind': 'money' },
        attivo: { type: 'integer', title: 'On', 'x-title': { it: 'Attivo' }, 'x-kind': 'flag' },
        livello: {
          type: 'integer',
          title: 'Level',
          'x-title': { it: 'Livello' },
          oneOf: [
            { const: 1, title: 'Low', 'x-title': { it: 'Basso' } },
            { const: 2, title: 'High', 'x-title': { it: 'Alto' } },
          ],
        },
        nomi: { type: 'object', title: 'Names', 'x-title': { it: 'Nomi' }, 'x-kind': 'translations' },
      },
    });
    const { schema, uiSchema } = formSchema(all, 'it', () => false, ['posta']);
    expect(schema.required).toEqual(['codice', 'livello']);
    expect(schema.properties).toMatchObject({
      codice: { type: 'string', minLength: 2, maxLength: 10, pattern: '^[A-Z]+$' },
      posta: { type: 'string', format: 'email' },
      ore: { type: 'integer', minimum: 0, maximum: 24, multipleOf: 1 },
      prezzo: { type: 'number', multipleOf: 0.01 },
      attivo: { type: 'integer', enum: [0, 1] },
      livello: { type: 'integer', enum: [1, 2] },
      nomi: { type: 'object' },
    });
    expect(uiSchema.livello['ui:enumNames']).toEqual(['Basso', 'Alto']);
    expect(uiSchema.ore['ui:help']).toBe('Al giorno');
    expect(uiSchema.nomi['ui:field']).toBe('value');
    expect(Object.values(uiSchema).map((ui) => ui['ui:widget'])).toEqual([
      'text',
      'slot:posta',
      'integer',
      'money',
      'flag',
      'choice',
      'translations',
    ]);
  });

  it('names a kind or one of our widgets, and nothing else', () => {
    const entities = readSchemas().entities;
    const names = entities.flatMap((one) =>
      Object.values(formSchema(one, 'it', () => false).uiSchema).map((ui) => String(ui['ui:widget'])),
    );
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => name !== OWN_WIDGET && !(name in KINDS))).toEqual([]);
  });

  it('requires what a condition requires', () => {
    const notes = cost.field('note')!;
    expect(isDemanded(cost, notes, { tipo: 2 })).toBe(true);
    expect(isDemanded(cost, notes, { tipo: 1 })).toBe(false);
  });

  it("reports errors next to the field, in the user's language", () => {
    const check = formValidator(
      (typed) => validate(cost, recordToSend(cost, typed, undefined)),
      () => 'it',
    );
    const { errors, errorSchema } = check.validateFormData({ tipo: 2 }, {});
    expect(errors.map((error) => error.property)).toEqual(['.codice', '.note']);
    expect(errorSchema.codice?.__errors).toEqual(['Questo campo è obbligatorio']);
  });
});

describe('two users saving the same record [I21]', () => {
  const mine = { codice: 'A', descrizione: 'Mio', prezzo: 2.5, tipo: 2, versione: 3 };
  const theirs = { ...stored, descrizione: 'Suo', prezzo: 4, versione: 4 };

  it('shows the differences, proposing mine if I changed it and theirs if only they did', () => {
    const found = differences(cost, mine, theirs, stored).map(({ field, proposed }) => [
      field.name,
      proposed,
    ]);
    expect(found).toEqual([
      ['descrizione', 'mine'],
      ['prezzo', 'theirs'],
    ]);
  });

  it('saves the choices under the newer version', () => {
    expect(resolved(mine, theirs, { descrizione: 'mine', prezzo: 'theirs' })).toEqual({
      codice: 'A',
      descrizione: 'Mio',
      prezzo: 4,
      tipo: 2,
      versione: 4,
    });
  });
});

describe('numbers as typed', () => {
  it.each([
    ['', undefined, undefined],
    ['12', 12, 12],
    ['12,5', 12.5, 12.5],
    ['12.5', 12.5, 12.5],
    ['1.234,50', 1234.5, 1234.5],
    ['1,234.50', 1234.5, 1234.5],
    ['1.234', 1234, 1.234],
    ['1,250', 1.25, 1250],
    ['12.345.678', 12345678, 12345678],
    ['-0,01', -0.01, -0.01],
    [',5', 0.5, 0.5],
    ['€ 3', 3, 3],
    ['abc', 'abc', 'abc'],
    ['1,2,3', '1,2,3', '1,2,3'],
    ['1.23.4', '1.23.4', '1.23.4'],
    ['-', '-', '-'],
    ['1e3', '1e3', '1e3'],
  ])('%s', (text, italian, english) => {
    expect([readNumber(text, 'it'), readNumber(text, 'en')]).toEqual([italian, english]);
  });

  it('are shown with the comma in Italian', () => {
    expect([showNumber(1.5, 'it'), showNumber(1.5, 'en'), showNumber(undefined, 'it')]).toEqual([
      '1,5',
      '1.5',
      '',
    ]);
  });
});

describe('a text whose kind depends on another property', () => {
  const setting = readEntity('setting', {
    title: 'Setting',
    'x-title': { it: 'Parametro' },
    'x-resource': 'parametro',
    properties: {
      tipo: { type: 'string', title: 'Kind', 'x-title': { it: 'Tipo' } },
      valori: { type: 'array', title: 'Values', 'x-title': { it: 'Valori' }, 'x-kind': 'options' },
      valore: {
        type: 'string',
        title: 'Value',
        'x-title': { it: 'Valore' },
        'x-kind-by': { property: 'tipo', kinds: { B: 'flag', L: 'choice' }, choices: 'valori' },
      },
    },
  });
  const value = setting.field('valore')!;

  it('is a switch, a list, or stays a text', () => {
    expect(fieldIn(value, { tipo: 'B' }).kind).toBe('flag');
    expect(fieldIn(value, { tipo: 'T' }).kind).toBe('text');
    const list = fieldIn(value, { tipo: 'L', valori: [{ codice: 1, valore: 'Uno' }] });
    expect(list.choices).toEqual([{ value: '1', title: { it: 'Uno', en: 'Uno' } }]);
  });

  it('is a text on the wire whatever it is on the screen', () => {
    expect([toTyped(value, 'flag', '1'), toText(value, 1)]).toEqual([1, '1']);
  });
});
