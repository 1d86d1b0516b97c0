/** The words of an act file, and the shape that the value of each word must have. */

import { FAMILIES } from './access.ts';
import { ACT_PLACES } from './act.ts';
import type { EntitySchema } from './entity-parts.ts';
import {
  count,
  either,
  isObject,
  listOf,
  mapOf,
  oneOf,
  only,
  type Shape,
  shape,
  text,
  texts,
  titled,
  values,
} from './shape-parts.ts';
import { ENTITY_SHAPES, PROPERTY_SHAPES } from './shapes.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import type { Words } from './words.ts';

export const ACT_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** An act file writes its conditions in allOf, never at the top level. */
const { if: _if, then: _then, else: _else, ...standard } = vocabulary.standard.entity;
export const ACT_WORDS: Words = { ...standard, ...vocabulary.action };

/** Words about columns, lists and stored rows. Acts cannot use them, because an act has no rows. */
const ROW_WORDS = new Set([
  'x-ref-fields',
  'x-inherits',
  'x-widens',
  'x-required-unless',
  'x-gone',
  'x-translates',
  'x-query',
  'x-locked',
  'x-unique',
  'x-computed',
  'x-kept',
  'x-was',
  'x-width',
  'x-cut',
  'x-html',
  'x-due',
]);

export const ACT_PROPERTY_WORDS: Words = Object.fromEntries(
  Object.entries({
    ...vocabulary.standard.property,
    ...vocabulary.property,
    ...vocabulary['action-property'],
  }).filter(([word]) => !ROW_WORDS.has(word)),
);

/** Accepts any text: check-acts.ts reports an unknown role and suggests the closest name. */
const role = { ...text, schema: { enum: FAMILIES } };
const grants = listOf(only({ role }, { setting: either(text, texts) }));

const NESTED = {
  holds: (value: unknown) => isObject(value) && isObject(value.properties),
  schema: { type: 'object', required: ['properties'] },
};

export const ACT_SHAPES: Record<string, Shape> = {
  required: ENTITY_SHAPES.required,
  allOf: ENTITY_SHAPES.allOf,
  'x-title': shape('must be {it}', only({ it: text })),
  'x-heading': shape('must be {title, x-title: {it}}', titled),
  'x-call': shape(
    'must be {method, path, also?: [path], params?: {parameter: property}, query?: {parameter: property}, made?: a call}',
    only(
      { method: oneOf(...ACT_METHODS), path: text },
      { also: texts, params: mapOf(text), query: mapOf(text), made: text },
    ),
  ),
  'x-access': shape('must be session or a list of {role, setting?}', either(oneOf('session'), grants)),
  'x-when': PROPERTY_SHAPES['x-when'],
  'x-reply': shape('must be the name of an entity, [its name] or {properties}', {
    holds: (value) =>
      text.holds(value) ||
      (Array.isArray(value) && value.length === 1 && texts.holds(value)) ||
      NESTED.holds(value),
    schema: { anyOf: [text.schema, texts.schema, NESTED.schema] },
  }),
  'x-questions': shape(
    'must be a list of {result, answer: {parameter: value}, setting?: {code: value}}',
    listOf(only({ result: count, answer: values }, { setting: mapOf(text) })),
  ),
  'x-stale': shape('must be a list of names', texts),
  'x-place': shape(`must be a list of ${ACT_PLACES.join(', ')}`, listOf(oneOf(...ACT_PLACES))),
  'x-says': shape('must be {en, it}', only({ en: text, it: text })),
  'x-done': shape('must be {title, x-title: {it}}', titled),
};

export const ACT_PROPERTY_SHAPES: Record<string, Shape> = {
  ...PROPERTY_SHAPES,
  'x-holds': shape('must be the name of an entity or {properties}', either(text, NESTED)),
};

/**
 * Returns an act file in which each property takes the words that it does not set itself from the entity named by
 * x-like.
 */
export const likeEntity = (act: EntitySchema, entity: EntitySchema | undefined): EntitySchema => ({
  ...act,
  properties: Object.fromEntries(
    Object.entries<EntitySchema>(act.properties).map(([name, own]) => {
      const inherited = Object.entries(entity?.properties[name] ?? {});
      const allowed = inherited.filter(([word]) => Object.hasOwn(ACT_PROPERTY_WORDS, word));
      return [name, { ...Object.fromEntries(allowed), ...own }];
    }),
  ),
});
