/** The manual in each language: the folder of its chapters, and fixed texts. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '../../../../schemas/language.ts';

export interface Edition {
  folder: string;
  /** The folder of the pictures, below `folder`. */
  pictures: string;
  title: string;
  version: string;
  contents: string;
  page: string;
  /** Texts of the settings table: its columns, and names of values. */
  settings: { head: string[]; yes: string; no: string; empty: string; values: string };
}

const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url));

export const EDITIONS: Record<Language, Edition> = {
  it: {
    folder: join(DOCS, 'manuale'),
    pictures: 'immagini',
    title: 'Manuale utente',
    version: 'Versione',
    contents: 'Indice',
    page: 'Pagina {page} di {pages}',
    settings: {
      head: ['Area', 'Parametro', "All'inizio", 'Che cosa fa'],
      yes: 'Sì',
      no: 'No',
      empty: 'vuoto',
      values: 'Valori',
    },
  },
  en: {
    folder: join(DOCS, 'manual'),
    pictures: 'pictures',
    title: 'User manual',
    version: 'Version',
    contents: 'Contents',
    page: 'Page {page} of {pages}',
    settings: {
      head: ['Area', 'Setting', 'At first', 'What it does'],
      yes: 'Yes',
      no: 'No',
      empty: 'empty',
      values: 'Values',
    },
  },
};

export const titleOf = (language: Language): string => `Officina - ${EDITIONS[language].title}`;
