/** Checks the words of a file against a closed vocabulary: name, type and shape. */
import { type Say, suggestion } from './faults.ts';
import type { Kind } from './kinds.ts';
import type { EntitySchema } from './read-entity.ts';
import { isObject, type Shape } from './shape-parts.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/** The compiler reports a kind that the vocabulary lacks. */
export const KIND_WORDS: Record<Kind, string> = vocabulary.kinds;

export type Words = Record<string, { says: string; type?: string | string[] }>;

const typeOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'array'
    : Number.isInteger(value)
      ? 'integer'
      : value === null
        ? 'null'
        : typeof value;

/** Reports faults. Returns whether the values of all words are safe to read. */
export function checkWords(
  schema: EntitySchema,
  words: Words,
  shapes: Record<string, Shape>,
  path: string,
  say: Say,
): boolean {
  let sound = true;
  const reject = (word: string, reason: string) => {
    sound = false;
    say(`${path}/${word}`, reason);
  };
  for (const [word, value] of Object.entries(schema)) {
    const definition = Object.hasOwn(words, word) ? words[word] : undefined;
    const shape = shapes[word];
    if (!definition) {
      say(`${path}/${word}`, `unknown keyword${suggestion(word, Object.keys(words))}`);
    } else if (definition.type && ![definition.type].flat().includes(typeOf(value))) {
      reject(word, `must be ${[definition.type].flat().join(' or ')}`);
    } else if (shape && !shape.holds(value)) {
      reject(word, shape.says);
    }
  }
  return sound;
}

/** The words of properties in a file, and their shapes. */
export interface Grammar {
  words: Words;
  shapes: Record<string, Shape>;
}

export const TYPES = ['string', 'integer', 'number', 'object', 'array'];

export function checkProperty(schema: unknown, path: string, { words, shapes }: Grammar, say: Say): boolean {
  if (!isObject(schema)) {
    say(path, 'must be an object');
    return false;
  }
  const sound = checkWords(schema, words, shapes, path, say);
  const kind = schema['x-kind'];
  const isReadable = TYPES.includes(schema.type) && (kind === undefined || Object.hasOwn(KIND_WORDS, kind));
  if (typeof schema.title !== 'string') say(`${path}/title`, 'the English label is missing');
  if (schema['x-title'] === undefined) say(`${path}/x-title`, 'the Italian label is missing');
  if (!TYPES.includes(schema.type)) say(`${path}/type`, 'must be string, integer, number, object or array');
  if (!sound) return false;
  if (kind !== undefined && !Object.hasOwn(KIND_WORDS, kind))
    say(`${path}/x-kind`, `no kind ${kind}${suggestion(kind, Object.keys(KIND_WORDS))}`);
  for (const [index, one] of (schema.oneOf ?? []).entries())
    if (one.const === undefined || !one.title || !one['x-title']?.it)
      say(`${path}/oneOf/${index}`, 'needs const, title and x-title');
  return isReadable;
}
