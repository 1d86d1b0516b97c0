/** The languages of the product, and a text in each. */
export type Language = 'it' | 'en';
export const LANGUAGES: Language[] = ['it', 'en'];
export type Text = Record<Language, string>;
