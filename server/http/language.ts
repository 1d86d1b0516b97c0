import type { Language } from '../../schemas/entity.ts';
import { isLanguage } from '../../schemas/language.ts';

/** The first language of the header that we speak; Italian when it names none. */
export function languageOf(header: string | undefined): Language {
  const asked = (header ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return asked.find(isLanguage) ?? 'it';
}
