/** The name of a row with translations, in the reader's language. */
import type { Language, Row } from '../../../schemas/entity.ts';
import { saidIn } from '../../../schemas/language.ts';

export const nameIn = (row: Row, language: Language): string =>
  saidIn(row.traduzioni, language) ?? String(row.descrizione);
