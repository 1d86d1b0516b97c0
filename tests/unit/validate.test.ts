/** Our validator and Ajv, which shares no code with it, agree on the same records. */
import Ajv, { type ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { type Entity, type Field, inForce, type Kind, type Row, writable } from '../../schemas/entity.ts';
import { INTEGER_MAX, NUMBER_MAX } from '../../schemas/kinds.ts';
import { type EntitySchema, readEntity } from '../../schemas/read-entity.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { isDate, isInstant, refusalTexts, sentence, validate } from '../../schemas/validate.ts';

const schemas = readSchemas();

/** The same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ajv = new Ajv({ strict: false, allErrors: true, multipleOfPrecision: 6 });
(formats as unknown as (ajv: object) => void)(ajv);
ajv.addFormat('storable', (text: string) => !text.includes('\0') && text.isWellFormed());
ajv.addFormat(
  'colour',
  /^\{"r":(1?\d?\d|2[0-4]\d|25[0-5]),"g":(1?\d?\d|2[0-4]\d|25[0-5]),"b":(1?\d?\d|2[0-4]\d|25[0-5]),"a":(0|1|0\.\d+)\}$/,
);

const text = { type: 'string', format: 'storable' };
const amount = { type: 'number', multipleOf: 0.01, minimum: -NUMBER_MAX, maximum: NUMBER_MAX };
const whole = { type: 'integer', minimum: -INTEGER_MAX, maximum: INTEGER_MAX };

/** The JSON Schema of each kind, in standard keywords. */
const KINDS: Record<Kind, EntitySchema> = {
  text: { ...text, maxLength: 200 },
  note: { ...text, maxLength: 2000 },
  icon: { ...text, maxLength: 100 },
  column: { ...text, maxLength: 30 },
  email: { type: 'string', format: 'email', maxLength: 150 },
  uri: { type: 'string', format: 'uri', maxLength: 500 },
  phone: { ...text, maxLength: 40, pattern: String.raw`^(?=(\D*\d){2,15}\D*$)\+?[\d\s().\/\-]+$` },
  colour: { type: 'string', format: 'colour', maxLength: 100 },
  date: { type: 'string', format: 'date' },
  instant: { type: 'string', format: 'date-time' },
  integer: whole,
  file: whole,
  reference: { ...whole, minimum: 1 },
  decimal: amount,
  money: amount,
  quantity: amount,
  flag: { enum: [0, 1] },
  choice: {},
  translations: {
    type: 'object',
    additionalProperties: { type: ['string', 'null'], maxLength: 200, format: 'storable' },
  },
  options: { type: 'array' },
};

const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'enum'] as const;

function standard(field: Field, file: EntitySchema): EntitySchema {
  const own = Object.fromEntries(
    LIMITS.filter((word) => file[word] !== undefined).map((word) => [word, file[word]]),
  );
  const choices = file.oneOf && { enum: file.oneOf.map((one: EntitySchema) => one.const) };
  const none = field.reference?.none && { minimum: -1 };
  return { ...KINDS[field.kind], ...own, ...choices, ...none };
}

function standardSchema(entity: Entity): EntitySchema {
  const file = schemas.files[entity.name]!;
  // In our schemas, a condition on an absent value does not apply; in the standard it would.
  const condition = file.if && {
    if: { required: Object.keys(file.if.properties), ...file.if },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: file.then ?? {},
    else: file.else ?? {},
  };
  return {
    type: 'object',
    required: entity.fields.filter((field) => field.required && !field.readOnly).map((field) => field.name),
    properties: Object.fromEntries(
      writable(entity).map((field) => [field.name, standard(field, file.properties[field.name] ?? field)]),
    ),
    additionalProperties: false,
    ...condition,
  };
}

const GOOD_TEXTS = ['x', 'Pompa P-101', 'perché sì', '🔧 chiave', 'a'.repeat(20)];
const STRANGE = [
  true,
  [],
  {},
  ['a'],
  'a\0b',
  'a\ud800',
  1.5,
  -1,
  0,
  1,
  2,
  '1',
  '0',
  'x',
  INTEGER_MAX,
  INTEGER_MAX + 1,
];
const NUMBERS = [0, 1, -1, 0.01, 12.5, 1.005, 99.99, NUMBER_MAX, NUMBER_MAX + 1, -NUMBER_MAX - 1, 1e300];
const COLOUR = '{"r":255,"g":0,"b":12,"a":0.5}';
const GOOD: Record<Kind, unknown[]> = {
  text: GOOD_TEXTS,
  note: GOOD_TEXTS,
  icon: ['fas fa-cogs'],
  column: ['campo_str1', 'campo_file1', 'totale'],
  email: [
    ...['a@b.it', 'mario.rossi@officina.example', "o'neil+1@sub.x-y.example", 'a_b-c@x1.example'],
    'a@xn--80ak6aa92e.com',
  ],
  uri: ['https://officina.example/a'],
  phone: ['+39 0742 351022', '(0742) 35.10-22', '347/1234567', '204'],
  colour: [COLOUR],
  date: ['2026-03-29', '2024-02-29'],
  instant: ['2026-03-29T08:00:00Z'],
  integer: [0, 1, 10],
  file: [1],
  reference: [1, 2, 9],
  decimal: [0, 1.25],
  money: [0, 32.5, 0.07],
  quantity: [1, 2.5],
  flag: [0, 1],
  choice: [],
  translations: [{ it: 'Guasto', en: 'Breakdown' }, { en: null }, {}],
  options: [[]],
};
const BAD: Partial<Record<Kind, unknown[]>> = {
  email: [
    ...['senza', '@b.it', 'a b@c.it', 'a@', 'a@b..it', 'a..b@c.it', '.a@b.it', 'a.@b.it', 'a@.it', 'a@b.it.'],
    ...['a@-b.it', 'a@b-.it', 'a@b', 'a@b.i', 'a@b_c.it', 'a@b.12', 'a@b@c.it', 'a,b@c.it', 'a;b@c.it'],
  ],
  phone: ['', 'interno 204', '+', '7', '1234567890123456', '12+34', '12;ext=3'],
  colour: ['red', '{"r":256,"g":0,"b":0,"a":1}', '{}'],
  date: ['2026-02-30', '29/03/2026', '2026-3-9'],
  translations: [{ it: 7 }, { it: 'x'.repeat(201) }, { it: '\0' }],
};

/** Texts of maximum length and one more; a surrogate pair counts as one character. */
const lengths = ({ maxLength = 100 }: Field): string[] => [
  'x'.repeat(maxLength),
  'x'.repeat(maxLength + 1),
  '🔧'.repeat(maxLength),
  '🔧'.repeat(maxLength + 1),
];

function valueFor(field: Field, next: () => number): unknown {
  const pick = <T>(from: T[]): T => from[Math.floor(next() * from.length)]!;
  const good = field.choices ? field.choices.map((choice) => choice.value) : GOOD[field.kind];
  const draw = next();
  if (draw < 0.15) return pick([undefined, null, '']);
  if (draw < 0.75) return pick(good);
  if (draw < 0.82 && field.maxLength) return pick(lengths(field));
  if (draw < 0.9) return pick(BAD[field.kind] ?? NUMBERS);
  return pick(STRANGE);
}

function recordFor(entity: Entity, next: () => number): Row {
  const row = Object.fromEntries(writable(entity).map((field) => [field.name, valueFor(field, next)]));
  return next() < 0.1 ? { ...row, sconosciuto: 1 } : row;
}

/** Removes null and '' (but not from flags with a default) and fields that do not apply: two rules that Ajv lacks. */
const seenByAjv = (entity: Entity, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => {
      const field = entity.field(name);
      const isEmpty = value === null || value === '';
      const isSaid = !isEmpty || (field?.kind === 'flag' && field.default !== undefined);
      return value !== undefined && isSaid && (!field || inForce(field, row));
    }),
  );

const fieldOf = ({ instancePath, params }: ErrorObject): string =>
  params.missingProperty ?? params.additionalProperty ?? instancePath.split('/')[1] ?? '';

const names = (list: string[]): string[] => [...new Set(list)].filter(Boolean).sort();

describe('the validator', () => {
  it('refuses the same fields as Ajv, on thousands of records', () => {
    const next = random(20_261_121);
    const entities = schemas.entities.filter((entity) => writable(entity).length > 0);
    const seen = { records: 0, good: 0 };
    for (const entity of entities) {
      const valid = ajv.compile(standardSchema(entity));
      for (let count = 0; count < 120; count++) {
        const row = recordFor(entity, next);
        valid(seenByAjv(entity, row));
        // A fault in a property of a set of texts counts for the whole set.
        const theirs = names(
          (valid.errors ?? [])
            .filter(({ keyword, instancePath }) => keyword !== 'if' || instancePath !== '')
            .map((error) =>
              error.instancePath.includes('/', 1) ? error.instancePath.split('/')[1]! : fieldOf(error),
            ),
        );
        const ours = names(validate(entity, row).map((refusal) => refusal.field));
        expect(ours, `${entity.name} ${JSON.stringify(row)}`).toEqual(theirs);
        seen.records += 1;
        if (theirs.length === 0) seen.good += 1;
      }
    }
    expect(seen.records).toBeGreaterThan(2000);
    // Both results are frequent enough for a meaningful comparison.
    expect(seen.good).toBeGreaterThan(200);
    expect(seen.records - seen.good).toBeGreaterThan(1000);
  });

  const property = (schema: EntitySchema) => ({ title: 'X', 'x-title': { it: 'X' }, ...schema });
  const entity = readEntity('thing', {
    title: 'Thing',
    type: 'object',
    'x-title': { it: 'Cosa' },
    'x-resource': 'cosa',
    required: ['codice', 'tipo'],
    if: { properties: { tipo: { const: 2 } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required: ['valore'], properties: { valore: { minLength: 3 } } },
    else: { properties: { posta: { format: 'email' } } },
    properties: {
      codice: property({ type: 'string', maxLength: 3 }),
      tipo: property({ type: 'integer', enum: [1, 2] }),
      valore: property({ type: 'string' }),
      posta: property({ type: 'string' }),
      giorno: property({ type: 'string', format: 'date' }),
      solo: property({ type: 'string', 'x-when': { tipo: 2 }, maxLength: 1 }),
      conto: property({ type: 'integer', readOnly: true }),
      quando: property({ type: 'string', format: 'date-time' }),
    },
  });
  const said = (row: Row, options = {}) => refusalTexts(validate(entity, row, options), 'it');

  it.each([
    ['a good record', { codice: 'A', tipo: 1 }, {}],
    [
      'what is required [form-required]',
      {},
      { codice: 'Questo campo è obbligatorio', tipo: 'Questo campo è obbligatorio' },
    ],
    ['what is too long [form-too-long]', { codice: 'ABCD', tipo: 1 }, { codice: 'Valore troppo lungo' }],
    ['what a condition requires', { codice: 'A', tipo: 2 }, { valore: 'Questo campo è obbligatorio' }],
    [
      'what a condition narrows',
      { codice: 'A', tipo: 2, valore: 'ab' },
      { valore: 'Servono almeno 3 caratteri' },
    ],
    [
      'what its other side asks for',
      { codice: 'A', tipo: 1, posta: 'x' },
      { posta: 'Indirizzo E-mail non valido' },
    ],
    [
      'nothing of the other side when the condition holds',
      { codice: 'A', tipo: 2, valore: 'abc', posta: 'x' },
      {},
    ],
    ['nothing of a field that is not in force', { codice: 'A', tipo: 1, solo: 'lungo' }, {}],
    ['nothing of what the server fills', { codice: 'A', tipo: 1, conto: 'x' }, {}],
    [
      'a version that is no number',
      { codice: 'A', tipo: 1, versione: 'x' },
      { versione: 'Serve un numero intero' },
    ],
  ])('returns %s', (_name, row, expected) => {
    expect(said(row)).toEqual(expected);
  });

  it('checks the sent values of a partial record, with the stored values for the rest', () => {
    const stored = { codice: 'A', tipo: 2, valore: 'abc' };
    expect(said({ posta: 'x' }, { partial: true, stored })).toEqual({});
    expect(said({ valore: '' }, { partial: true, stored })).toEqual({
      valore: 'Questo campo è obbligatorio',
    });
    expect(said({ tipo: 1, posta: 'x' }, { partial: true, stored })).toEqual({
      posta: 'Indirizzo E-mail non valido',
    });
  });

  it('refuses no stored value that stays as it is, unless another change makes it wrong', () => {
    const stored = { codice: 'VECCHIO', tipo: 2, valore: 'abc', posta: 'x', versione: 3 };
    const long = { codice: 'Valore troppo lungo' };
    for (const partial of [false, true]) {
      expect(said({ ...stored, valore: 'altro' }, { partial, stored })).toEqual({});
      expect(said({ ...stored, codice: 'VECCHIA' }, { partial, stored })).toEqual(long);
      expect(said({ ...stored, tipo: 1 }, { partial, stored })).toEqual({
        posta: 'Indirizzo E-mail non valido',
      });
    }
    expect(said(stored)).toEqual(long);
  });

  it('writes the numbers of a sentence as its language does', () => {
    expect(sentence('too-small', 'it', { min: 0.01 })).toBe('Il valore minimo è 0,01');
    expect(sentence('too-small', 'en', { min: 0.01 })).toBe('The smallest value is 0.01');
    expect(sentence('too-large', 'it', { max: 9_999_999 })).toBe('Il valore massimo è 9.999.999');
    expect(sentence('reliability-year', 'en', { min: 2000, max: 2100 })).toMatch(/2000 and 2100/);
  });

  it('speaks English', () => {
    expect(refusalTexts(validate(entity, {}), 'en').codice).toBe('This field is required');
  });

  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2026-04-31', false],
    ['0000-01-01', false],
    ['2026-1-1', false],
    ['2026-01-01T00:00', false],
  ])('accepts the date %s: %s', (day, expected) => expect(isDate(day)).toBe(expected));

  it.each([
    ['2026-03-29T08:00:00Z', true],
    ['2026-03-29T08:00:00.123+02:00', true],
    ['2026-03-29 08:00', true],
    ['2026-03-29T24:00:00Z', false],
    ['2026-02-30T08:00:00Z', false],
    ['29/03/2026 08:00', false],
  ])('accepts the timestamp %s: %s', (timestamp, expected) => expect(isInstant(timestamp)).toBe(expected));
});
