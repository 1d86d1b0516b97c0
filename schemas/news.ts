/** News of a user, as the server replies with them and the browser lists them. */

/** The kinds: assigned to the user, a state that was entered, a comment, late. */
export const NEWS_KINDS = ['assegnato', 'stato', 'commento', 'ritardo'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

export interface NewsLine {
  id: number;
  tipo: NewsKind;
  id_odl: number;
  codice: string | null;
  descrizione: string;
  chi: string | null;
  stato: string | null;
  creata: string;
  letta: string | null;
}

/** Returns the end of the address that opens the part of the intervention's page that the line is about. */
export const placeOf = ({ tipo }: Pick<NewsLine, 'tipo'>): string => (tipo === 'commento' ? '#commenti' : '');
