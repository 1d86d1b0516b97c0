import type { Language } from '../../schemas/entity.ts';
import { isLanguage } from '../../schemas/language.ts';

/** Returns the first language of the header that we support, or Italian. */
export function languageOf(header: string | undefined): Language {
  const requested = (header ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return requested.find(isLanguage) ?? 'it';
}
