/** What a row with translations is called, for the reader. */
import type { Language, Row, Text } from '../../../schemas/entity.ts';
import { translated } from '../../../schemas/language.ts';

export const nameIn = (row: Row, language: Language): string =>
  translated(row.traduzioni as Partial<Text> | null, language, String(row.descrizione));
