/** SQL texts and their values. They are separate, so that no value becomes part of the text. */
import type { Language } from '../../schemas/language.ts';
import { soughtWords } from '../../schemas/search-words.ts';

export const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns a text in a language, or the untranslated text. */
export const inLanguage = (
  alias: string,
  column: string,
  language: Language,
  translations = 'traduzioni',
): string =>
  `coalesce(nullif(${alias}.${ident(translations)}->>${literal(language)}, ''), ${alias}.${ident(column)})`;

/** Collects values and returns their placeholders. */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }

  /** Replaces each `?` of a condition with the placeholder of its value. */
  fill(sql: string, values: unknown[]): string {
    let index = 0;
    return sql.replaceAll('?', () => this.add(values[index++]));
  }
}

/** The values of a condition written with `?`, in order. `Values.fill` replaces the marks. */
export class MarkedValues {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    this.list.push(value);
    return '?';
  }
}

/** Escapes % and _ in user input. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
const anywhere = (text: string): string => `%${escapeLike(text)}%`;
export const beginningWith = (text: string): string => `${escapeLike(text)}%`;

/** Adds values and returns their placeholders. */
export interface Placeholders {
  add(value: unknown): string;
}

/** Returns the condition that a text in small letters contains another, in capital or small letters. */
export const like = (expression: string, text: string, values: Placeholders): string =>
  `${expression} like lower(${values.add(anywhere(text))})`;

/** Returns the condition that a text contains another, in capital or small letters, as with `ilike`, which is slower. */
export const contains = (expression: string, text: string, values: Placeholders): string =>
  like(`lower(${expression})`, text, values);

/** Returns the key of an index for `like`. */
export const wordsKey = (expression: string): string => `using gin (${expression} gin_trgm_ops)`;

/** The function of the database that returns each pair of neighbouring letters of a text. */
const PAIRS = 'officina_letter_pairs';

/** Creates the function. It does not remove equal pairs, because an index does. */
export const CREATE_PAIRS = `create or replace function ${PAIRS}(text) returns text[]
  language sql immutable strict parallel safe
  as $$ select array(select substr($1, i, 2) from generate_series(1, length($1) - 1) i) $$`;

/** Returns the key of an index for `inWords`. The pairs have the second place. */
export const searchKey = (words: string): string => `using gin (${words} gin_trgm_ops, ${PAIRS}(${words}))`;
export const PAIRS_PLACE = 2;

/** Returns the condition that a text in small letters contains a word. Two letters have no trigram, but are a pair. */
export const inWords: typeof like = (words, word, values) => {
  if ([...word].length !== 2) return like(words, word, values);
  const sought = () => `lower(${values.add(word)})`;
  // For `like`, PostgreSQL would read the whole index of trigrams.
  return `${PAIRS}(${words}) @> ${PAIRS}(${sought()}) and strpos(${words}, ${sought()}) > 0`;
};

/** Returns whether a condition searches a text. */
export const searches = (condition: string): boolean =>
  condition.includes(' like lower(') || condition.includes(PAIRS);

/**
 * Returns the condition that every word is in one of the columns. So a full name is found if first and last name
 * are two columns.
 */
export function matching(
  columns: string[],
  text: string,
  values: Placeholders,
  condition: typeof like = contains,
): string {
  const all = soughtWords(text).map((word) => {
    const conditions = columns.map((column) => condition(column, word, values));
    return `(${conditions.join(' or ') || 'false'})`;
  });
  return all.length === 0 ? 'true' : all.join(' and ');
}

/** Adds a condition to one that begins with `where` or is empty. */
export const andWhere = (where: string, condition: string): string =>
  `${where === '' ? ' where' : `${where} and`} ${condition}`;

/** Returns the condition for one of these ids. A single id gets `=`, which PostgreSQL plans best. */
export const isAmong = (column: string, ids: number[], values: Placeholders): string =>
  ids.length === 1 ? `${column} = ${values.add(ids[0])}` : `${column} = any(${values.add(ids)}::int[])`;
