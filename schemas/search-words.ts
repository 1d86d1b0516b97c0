/** The words of a search: a row is found if each word is in one of its texts, in capital or small letters. */

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
