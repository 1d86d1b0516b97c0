/** A role is called as the plant calls it, or as it is translated. */
import { type Language, type Text, translated } from '../../schemas/language.ts';

export interface WithRole {
  ruolo: string;
  traduzioni_ruolo?: Partial<Text> | null;
}

export const roleOf = ({ ruolo, traduzioni_ruolo }: WithRole, language: Language): string =>
  translated(traduzioni_ruolo, language, ruolo);
