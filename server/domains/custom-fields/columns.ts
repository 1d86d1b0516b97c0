/** The free columns of the entities that have custom fields. */
import type { Language, Text } from '../../../schemas/entity.ts';

/** Path of the owner -> how many text columns it has; the other amounts are the same for all. */
const TEXTS: Record<string, number> = { oggetto: 20, odl: 10, magazzino: 20, ricambio: 20 };

export const OWNERS = Object.keys(TEXTS);

const AMOUNTS: Record<string, number> = {
  int: 10,
  float: 10,
  boolean: 10,
  date: 10,
  timestamp: 10,
  file: 5,
  nota: 5,
};

export function columnsOf(owner: string): string[] {
  const amounts = Object.entries({ str: TEXTS[owner] ?? 0, ...AMOUNTS });
  return amounts.flatMap(([prefix, amount]) =>
    Array.from({ length: amount }, (_, index) => `campo_${prefix}${index + 1}`),
  );
}

const WORDS: Record<string, Text> = {
  str: { it: 'Testo', en: 'Text' },
  int: { it: 'Numero intero', en: 'Whole number' },
  float: { it: 'Numero decimale', en: 'Decimal number' },
  boolean: { it: 'Sì o no', en: 'Yes or no' },
  date: { it: 'Data', en: 'Date' },
  timestamp: { it: 'Data e ora', en: 'Date and time' },
  file: { it: 'File', en: 'File' },
  nota: { it: 'Nota', en: 'Note' },
};

/** 'campo_float3' -> 'Numero decimale 3'. */
export function columnTitle(column: string, language: Language): string {
  const [, prefix = '', number = ''] = /^campo_([a-z]+)(\d+)$/.exec(column) ?? [];
  return `${WORDS[prefix]?.[language] ?? column} ${number}`.trim();
}
