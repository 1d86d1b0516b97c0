/** Returns the name of a role in a language, or the plant's own name. */
import { type Language, type Text, translated } from '../../schemas/language.ts';

export interface WithRole {
  ruolo: string;
  traduzioni_ruolo?: Partial<Text> | null;
}

export const roleOf = ({ ruolo, traduzioni_ruolo }: WithRole, language: Language): string =>
  translated(traduzioni_ruolo, language, ruolo);
