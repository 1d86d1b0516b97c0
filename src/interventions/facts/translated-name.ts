/** What a row with translations is called, for the reader. */
import type { Language, Row } from '../../../schemas/entity.ts';
import { saidIn } from '../../../schemas/language.ts';

export const nameIn = (row: Row, language: Language): string =>
  saidIn(row.traduzioni, language) ?? String(row.descrizione);
