/** The languages of the product, and a text in each. */
export type Language = 'it' | 'en';
export const LANGUAGES: Language[] = ['it', 'en'];
/** How each writes days and numbers: English as England does, 24 November 2026. */
export const LOCALES: Record<Language, string> = { it: 'it-IT', en: 'en-GB' };
export type Text = Record<Language, string>;

export const isLanguage = (code: string): code is Language => LANGUAGES.some((one) => one === code);

const holdsTexts = (value: unknown): value is Partial<Record<Language, unknown>> =>
  typeof value === 'object' && value !== null;

/** What a column of translations says in a language; undefined where it says nothing. */
export function saidIn(texts: unknown, language: Language): string | undefined {
  const text = holdsTexts(texts) ? texts[language] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** A text of the plant as the reader's language has it, or as it was written. */
export const translated = <T>(texts: Partial<Text> | null | undefined, language: Language, plain: T) =>
  texts?.[language] || plain;

/** The same said in every language. */
export const inEach = (said: (language: Language) => string): Text => ({ it: said('it'), en: said('en') });
