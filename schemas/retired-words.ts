/**
 * Words that entity and act files had in earlier versions. In a file of OFFICINA_SCHEMAS they are removed, with a
 * warning that says what to write instead. In a file of the product they are an error.
 */
import type { EntitySchema } from './entity-parts.ts';
import { isObject } from './shape-parts.ts';

interface Retired {
  /** What the author of a file writes instead. */
  instead: string;
  /** Returns the current words with the same meaning. */
  now?(value: unknown, part: EntitySchema): EntitySchema;
}

type RetiredWords = Record<string, Retired>;

export type FileKind = 'entity' | 'act';

export const RETIRED_WORDS: Record<FileKind | 'property', RetiredWords> = {
  entity: {
    'x-update': { instead: 'leave it out: PUT changes what is sent and leaves the rest' },
    'x-refusals': { instead: 'leave it out: forms and lists show refusals' },
    'x-actions': { instead: 'write an act file in actions/ for each call, with x-at-once' },
    'x-saved-filters': { instead: 'leave it out: the saved filters of the product are on every list' },
  },
  act: {},
  property: {
    'x-missing': {
      instead: 'write "x-tells": {"required": ...}, as it is read now',
      now: (value, part) => ({ 'x-tells': { required: value, ...part['x-tells'] } }),
    },
  },
};

function current(part: EntitySchema, path: string, words: RetiredWords, warnings: string[]): EntitySchema {
  const result = { ...part };
  for (const [word, { instead, now }] of Object.entries(words)) {
    if (!Object.hasOwn(result, word)) continue;
    const { [word]: value } = result;
    delete result[word];
    Object.assign(result, now?.(value, result));
    warnings.push(`${path}/${word}: is a word no more: ${instead}`);
  }
  return result;
}

/** Returns the file without retired words, and a warning for each. */
export function withoutRetired(
  schema: EntitySchema,
  of: FileKind,
): { schema: EntitySchema; warnings: string[] } {
  const warnings: string[] = [];
  if (!isObject(schema)) return { schema, warnings };
  const result = current(schema, '', RETIRED_WORDS[of], warnings);
  if (isObject(result.properties))
    result.properties = Object.fromEntries(
      Object.entries<unknown>(result.properties).map(([name, part]) => [
        name,
        isObject(part) ? current(part, `/properties/${name}`, RETIRED_WORDS.property, warnings) : part,
      ]),
    );
  return { schema: result, warnings };
}
