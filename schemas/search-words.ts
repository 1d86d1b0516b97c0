/** The words of a search: a row is found if each word is in one of its texts, in capital or small letters. */
import type { EntitySchema } from './entity-parts.ts';

/** Splits a text into words at blanks. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The maximum number of words. Further words are ignored, because they would hardly narrow the result. */
const WORDS_MAX = 12;

/** Returns the words that a search looks for. */
export const soughtWords = (text: string): string[] => wordsOf(text).slice(0, WORDS_MAX);

/** Returns whether each word of the search is in one of the texts. */
export function hasWords(texts: unknown[], search: string): boolean {
  const lower = texts.map((text) => String(text ?? '').toLowerCase());
  return soughtWords(search).every((word) => lower.some((text) => text.includes(word.toLowerCase())));
}

/** A text that searches look in, or its translations. */
export interface SearchedText {
  name: string;
  isTranslated: boolean;
}

interface Column {
  name: string;
  translates?: string;
  virtual: boolean;
}

/** Returns the stored ones of these texts, and their translations. */
export const withTranslations = (texts: string[], columns: Column[]): SearchedText[] =>
  columns
    .filter(({ name, translates, virtual }) => !virtual && texts.includes(translates ?? name))
    .map(({ name, translates }) => ({ name, isTranslated: translates !== undefined }));

/** Returns the texts of an entity's search and finder, and their translations, also those that a user may not read. */
export function searchedTexts(schema: EntitySchema, columns: Column[]): SearchedText[] {
  const { code, words = [] } = schema['x-finder'] ?? {};
  return withTranslations([...(schema['x-search'] ?? []), ...words, code], columns);
}
