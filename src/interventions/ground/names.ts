/** What a row with translations is called, for the reader. */
import type { Language, Row } from '../../../schemas/entity.ts';

export const nameIn = (row: Row, language: Language): string =>
  (row.traduzioni as Partial<Record<Language, string>> | null)?.[language] || String(row.descrizione);
