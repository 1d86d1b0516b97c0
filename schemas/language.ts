/** The languages of the product, and a text in each. */
export type Language = 'it' | 'en';
export const LANGUAGES: Language[] = ['it', 'en'];
/** How each writes days and numbers: English as England does, 24 November 2026. */
export const LOCALES: Record<Language, string> = { it: 'it-IT', en: 'en-GB' };
export type Text = Record<Language, string>;
