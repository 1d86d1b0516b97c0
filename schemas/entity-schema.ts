/**
 * An entity file as JSON Schema, with which editors complete words and mark errors. It contains the vocabulary, the
 * shapes and the lists of the checks. Rules across properties or files exist only in the checks.
 */
import { ACT_PROPERTY_SHAPES, ACT_PROPERTY_WORDS, ACT_SHAPES, ACT_WORDS } from './act-shapes.ts';
import { NEEDED } from './check-acts.ts';
import { FORMATS } from './check-fields.ts';
import { ACTS, CALLS, DELETES, ENTITY_WORDS, GONE, NAME, PROPERTY_WORDS, RESOURCE } from './check-schemas.ts';
import { either, listOf, oneOf, only } from './shape-parts.ts';
import { ENTITY_SHAPES, GRANT, PROPERTY_SHAPES, type Shape } from './shapes.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { TYPES, type Words } from './words.ts';

const grants = listOf(GRANT);
const access = (act: string) =>
  act === 'list' || act === 'read'
    ? either(oneOf('public', 'session'), grants)
    : either(oneOf('session'), grants);

const PROPERTY = { $ref: '#/$defs/property' };

/** The values that the checks report themselves, with a suggestion. */
const ENTITY_VALUES = {
  properties: { type: 'object', propertyNames: { pattern: NAME.source }, additionalProperties: PROPERTY },
  'x-resource': { type: 'string', pattern: RESOURCE.source },
  'x-calls': listOf(oneOf(...CALLS)).schema,
  'x-traits': listOf(oneOf(...Object.keys(vocabulary.traits))).schema,
  'x-icon': oneOf(...vocabulary.icons).schema,
  'x-delete': oneOf(...DELETES).schema,
  'x-access': only(
    { read: access('read'), write: access('write') },
    Object.fromEntries(ACTS.map((act) => [act, access(act)])),
  ).schema,
} satisfies Record<string, object>;

const PROPERTY_VALUES: Record<string, object> = {
  type: oneOf(...TYPES).schema,
  format: oneOf(...FORMATS).schema,
  'x-kind': oneOf(...Object.keys(vocabulary.kinds)).schema,
  'x-gone': oneOf(...GONE).schema,
};

const wordsOf = (words: Words, shapes: Record<string, Shape>, values: Record<string, object>) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(words).map(([word, { says, type }]) => [
      word,
      { description: says, ...(values[word] ?? shapes[word]?.schema ?? (type && { type })) },
    ]),
  ),
  additionalProperties: false,
});

export const entitySchema = () => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $comment:
    'Written by `npm run types` from vocabulary.json and what the check of entity files knows; not to be edited.',
  title: 'An entity file of Officina',
  ...wordsOf(ENTITY_WORDS, ENTITY_SHAPES, ENTITY_VALUES),
  // A file with x-base contains only what differs from its base.
  if: { not: { required: ['x-base'] } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits this object.
  then: {
    required: ['title', 'x-title', 'x-resource', 'x-access', 'properties'],
    properties: { properties: { additionalProperties: { required: ['title', 'x-title', 'type'] } } },
  },
  $defs: {
    property: {
      ...wordsOf(PROPERTY_WORDS, PROPERTY_SHAPES, PROPERTY_VALUES),
      dependencies: { 'x-gone': ['x-ref'] },
    },
  },
});

const ACTION_VALUES: Record<string, object> = {
  properties: ENTITY_VALUES.properties,
  'x-icon': oneOf(...vocabulary.icons).schema,
  'x-access': either(oneOf('session'), grants).schema,
};

/** Returns the JSON Schema of an act file. */
export const actionSchema = () => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $comment:
    'Written by `npm run types` from vocabulary.json and what the check of act files knows; not to be edited.',
  title: 'An act file of Officina',
  ...wordsOf(ACT_WORDS, ACT_SHAPES, ACTION_VALUES),
  required: NEEDED,
  $defs: { property: wordsOf(ACT_PROPERTY_WORDS, ACT_PROPERTY_SHAPES, PROPERTY_VALUES) },
});
