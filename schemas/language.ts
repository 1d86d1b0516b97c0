export type Language = 'it' | 'en';
export const LANGUAGES: Language[] = ['it', 'en'];
/** The locale for dates and numbers. English follows British usage: 24 November 2026. */
export const LOCALES: Record<Language, string> = { it: 'it-IT', en: 'en-GB' };
export type Text = Record<Language, string>;

const NUMBERS: Record<Language, Intl.NumberFormat> = {
  it: new Intl.NumberFormat(LOCALES.it, { useGrouping: 'min2', maximumFractionDigits: 20 }),
  en: new Intl.NumberFormat(LOCALES.en, { useGrouping: 'min2', maximumFractionDigits: 20 }),
};
/** Returns a number as part of a sentence. Four digits have no separator, so that years are left as they are. */
export const numberIn = (language: Language, value: number): string => NUMBERS[language].format(value);

/** The texts of a flag in sheets and documents: the text of 0, then that of 1. */
export const YES_NO: Record<Language, [string, string]> = { it: ['No', 'Sì'], en: ['No', 'Yes'] };
export const yesNo = (value: unknown, language: Language): string => YES_NO[language][value === 1 ? 1 : 0];

export const isLanguage = (code: string): code is Language => LANGUAGES.some((one) => one === code);

const holdsTexts = (value: unknown): value is Partial<Record<Language, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns the text of a translations column in a language, if it has one. */
export function saidIn(texts: unknown, language: Language): string | undefined {
  const text = holdsTexts(texts) ? texts[language] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Returns a plant's text in the reader's language, or the original. */
export const translated = <T>(texts: Partial<Text> | null | undefined, language: Language, original: T) =>
  texts?.[language] || original;

/** Builds a text in every language. */
export const inEach = (textIn: (language: Language) => string): Text => ({
  it: textIn('it'),
  en: textIn('en'),
});
