/** Pieces of SQL text with their values, so that no value ever gets into the text. */
import type { Language } from '../../schemas/language.ts';

export const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A text in a language, where it is translated. */
export const inLanguage = (
  alias: string,
  column: string,
  language: Language,
  translations = 'traduzioni',
): string =>
  `coalesce(nullif(${alias}.${ident(translations)}->>${literal(language)}, ''), ${alias}.${ident(column)})`;

/** Collects values and hands out their placeholders. */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }

  /** Puts the values of a condition written with `?` in place. */
  fill(sql: string, values: unknown[]): string {
    let index = 0;
    return sql.replaceAll('?', () => this.add(values[index++]));
  }
}

/** Those of a condition that is written with `?`, in the order of its marks: `Values.fill` puts them in place. */
export class MarkedValues {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    this.list.push(value);
    return '?';
  }
}

/** A person's % and _ mean themselves. */
const itself = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
export const containing = (text: string): string => `%${itself(text)}%`;
export const beginningWith = (text: string): string => `${itself(text)}%`;

/** Words as they were typed, whatever the blanks between and around them. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Beyond these no word narrows what is left. */
const WORDS_MAX = 12;

/** Every word of a text stands in one of the columns: a full name is found where name and surname are two. */
export function matching(columns: string[], text: string, values: { add(value: unknown): string }): string {
  const all = wordsOf(text)
    .slice(0, WORDS_MAX)
    .map((word) => {
      const its = columns.map((column) => `${column} ilike ${values.add(containing(word))}`);
      return `(${its.join(' or ') || 'false'})`;
    });
  return all.length === 0 ? 'true' : all.join(' and ');
}

/** A column that is one of these ids; of a single one, as a plan knows it best. */
export const isAmong = (column: string, ids: number[], values: { add(value: unknown): string }): string =>
  ids.length === 1 ? `${column} = ${values.add(ids[0])}` : `${column} = any(${values.add(ids)}::int[])`;
