/** Holds a file's words against a closed vocabulary: each known, of its type, of its shape. */
import { meant, type Say } from './faults.ts';
import type { Kind } from './kinds.ts';
import type { EntitySchema } from './read-entity.ts';
import { isObject, type Shape } from './shape-parts.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/** A word on each: a kind that the vocabulary has not does not compile. */
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

/** Are the values of all known words such that one may look inside them? */
export function checkWords(
  schema: EntitySchema,
  words: Words,
  shapes: Record<string, Shape>,
  path: string,
  say: Say,
): boolean {
  let sound = true;
  const tellWrong = (word: string, reason: string) => {
    sound = false;
    say(`${path}/${word}`, reason);
  };
  for (const [word, value] of Object.entries(schema)) {
    const known = Object.hasOwn(words, word) ? words[word] : undefined;
    const shape = shapes[word];
    if (!known) {
      say(`${path}/${word}`, `unknown keyword${meant(word, Object.keys(words))}`);
    } else if (known.type && ![known.type].flat().includes(typeOf(value))) {
      tellWrong(word, `must be ${[known.type].flat().join(' or ')}`);
    } else if (shape && !shape.holds(value)) {
      tellWrong(word, shape.says);
    }
  }
  return sound;
}

/** What properties of a file may say, and how. */
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
  const readable = TYPES.includes(schema.type) && (kind === undefined || Object.hasOwn(KIND_WORDS, kind));
  if (typeof schema.title !== 'string') say(`${path}/title`, 'the English label is missing');
  if (schema['x-title'] === undefined) say(`${path}/x-title`, 'the Italian label is missing');
  if (!TYPES.includes(schema.type)) say(`${path}/type`, 'must be string, integer, number, object or array');
  if (!sound) return false;
  if (kind !== undefined && !Object.hasOwn(KIND_WORDS, kind))
    say(`${path}/x-kind`, `no kind ${kind}${meant(kind, Object.keys(KIND_WORDS))}`);
  for (const [index, one] of (schema.oneOf ?? []).entries())
    if (one.const === undefined || !one.title || !one['x-title']?.it)
      say(`${path}/oneOf/${index}`, 'needs const, title and x-title');
  return readable;
}
