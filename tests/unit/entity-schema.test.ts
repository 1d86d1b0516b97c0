/** The JSON Schema for editors agrees with the check: Ajv against the check, on the same files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { checkSchemas } from '../../schemas/check-schemas.ts';
import { entitySchema } from '../../schemas/entity-schema.ts';
import type { EntitySchema } from '../../schemas/read-entity.ts';
import { readSchemas, SCHEMAS } from '../../schemas/read-schemas.ts';
import vocabulary from '../../schemas/vocabulary.json' with { type: 'json' };

const ajv = new Ajv({ strictTypes: false });
addFormats.default(ajv);
const holds = ajv.compile(JSON.parse(readFileSync(join(SCHEMAS, 'editor/entity.schema.json'), 'utf8')));
const jsonOf = (file: string): EntitySchema => JSON.parse(readFileSync(file, 'utf8'));
const errorsOf = (schema: unknown): string => (holds(schema) ? '' : ajv.errorsText(holds.errors));

const ENTITY_WORDS = Object.keys({ ...vocabulary.standard.entity, ...vocabulary.entity });
const PROPERTY_WORDS = Object.keys({ ...vocabulary.standard.property, ...vocabulary.property });
const WRONG = [null, 7, 'text', true, [], {}, [null], [[]], [7], { a: null }, [{ a: 1 }], ['a', 'b', 'c']];

const faultsOf = (schema: EntitySchema): string[] => checkSchemas({ one: schema }, { one: 'one.json' });
/** Faults that a file alone reveals; the schema cannot know other properties or files. */
const OWN =
  /: (must be (?!a value|0\.01|the name of)|unknown keyword|is missing|the \w+ label is missing|needs const)/;

describe('the JSON Schema of entity files', () => {
  it('equals the output of `npm run types`', () => {
    expect(jsonOf(join(SCHEMAS, 'editor/entity.schema.json'))).toEqual(entitySchema());
  });

  it('describes every word', () => {
    const { properties, $defs } = entitySchema();
    expect(Object.keys(properties)).toEqual(ENTITY_WORDS);
    expect(Object.keys($defs.property.properties)).toEqual(PROPERTY_WORDS);
    for (const words of [properties, $defs.property.properties])
      for (const [word, { description }] of Object.entries(words)) expect(description, word).toBeTruthy();
  });

  it('has nothing against those of the product, as they are written and as they are read', () => {
    const names = readdirSync(SCHEMAS).filter(
      (name) => name.endsWith('.json') && !['vocabulary.json', 'sentences.json'].includes(name),
    );
    expect(names.length).toBeGreaterThan(60);
    for (const name of names) {
      const schema = jsonOf(join(SCHEMAS, name));
      expect(schema.$schema, name).toBe('./editor/entity.schema.json');
      expect(errorsOf(schema), name).toBe('');
    }
    for (const [name, schema] of Object.entries(readSchemas().files)) expect(errorsOf(schema), name).toBe('');
  });

  it('has nothing against those of the guide', () => {
    const guide = readFileSync(resolve(SCHEMAS, '../docs/adding-an-entity.md'), 'utf8');
    const examples = [...guide.matchAll(/```json\n([\s\S]+?)```/g)].map(([, text]) => JSON.parse(text!));
    // The other examples are parts of a file.
    const files = examples.filter((example) => 'x-resource' in example);
    expect(files).toHaveLength(3);
    for (const example of files)
      expect(errorsOf({ $schema: './editor/entity.schema.json', ...example }), example.title).toBe('');
  });

  it.each([
    ['a typo in a word', { 'x-lsit': [] }],
    ['an icon there is not', { 'x-icon': 'buildd' }],
    ['a group there is not', { 'x-menu': { group: 'configure.object', order: 1 } }],
    ['a trait there is not', { 'x-traits': ['pdf'] }],
    ['a family there is not', { 'x-access': { read: [{ role: 'ADMIN' }], write: [] } }],
    ['writing by anybody', { 'x-access': { read: 'public', write: 'public' } }],
    ['a missing word', { title: undefined }],
    ['a property without Italian', { properties: { codice: { type: 'string', title: 'Code' } } }],
    [
      'a kind there is not',
      {
        properties: {
          codice: { type: 'string', title: 'Code', 'x-title': { it: 'Codice' }, 'x-kind': 'color' },
        },
      },
    ],
  ])('marks %s', (_name, words) => {
    const good = jsonOf(join(SCHEMAS, 'cost-type.json'));
    expect(errorsOf(good)).toBe('');
    expect(errorsOf(JSON.parse(JSON.stringify({ ...good, ...words })))).not.toBe('');
  });

  it('and the check are of one opinion, whatever a word is set to', () => {
    const files = Object.entries(readSchemas().files).filter(([name]) => ['asset', 'state'].includes(name));
    expect(files).toHaveLength(2);
    const differ: string[] = [];
    // Ignores faults that come from missing other files.
    const compare = (schema: EntitySchema, lacks: string[], what: string): void => {
      const faults = faultsOf(schema).filter((fault) => !lacks.includes(fault));
      const marked = errorsOf(schema);
      if (marked && faults.length === 0) differ.push(`${what}: only the editor: ${marked}`);
      const own = faults.filter((fault) => OWN.test(fault));
      if (!marked && own.length > 0) differ.push(`${what}: only the check: ${own.join('; ')}`);
    };
    for (const [name, schema] of files) {
      const alone = { ...schema };
      delete alone['x-base'];
      const lacks = faultsOf(alone);
      const property = Object.keys(schema.properties)[0]!;
      for (const value of WRONG) {
        for (const word of ENTITY_WORDS.filter((one) => one !== 'x-base'))
          compare({ ...alone, [word]: value }, lacks, `${name}/${word} = ${JSON.stringify(value)}`);
        for (const word of PROPERTY_WORDS)
          compare(
            {
              ...alone,
              properties: {
                ...schema.properties,
                [property]: { ...schema.properties[property], [word]: value },
              },
            },
            lacks,
            `${name}/${property}/${word} = ${JSON.stringify(value)}`,
          );
      }
    }
    expect(differ).toEqual([]);
  });
});
