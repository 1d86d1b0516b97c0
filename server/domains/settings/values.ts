/** What a setting may be set to, by its kind. */
import type { Row } from '../../../schemas/entity.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';

interface Option {
  codice: string;
  valore: string;
  en: string;
}

const NUMBER = /^-?\d{1,15}$/;

function isAllowed(value: string, { tipo, valori_previsti }: Row): boolean {
  if (tipo === 'B') return value === '0' || value === '1';
  if (tipo === 'N') return NUMBER.test(value);
  if (tipo === 'L') return (valori_previsti as Option[]).some(({ codice }) => codice === value);
  return true;
}

function isTimeZone(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}

type Narrower = (value: string) => Omit<Refusal, 'field'> | undefined;
const oneOrMore: Narrower = (value) =>
  Number(value) < 1 ? { rule: 'too-small', params: { min: 1 } } : undefined;

/** Settings whose value must be more than its kind says. */
const NARROWER: Record<string, Narrower> = {
  MobileViewThreshold: oneOrMore,
  FusoOrario: (value) => (isTimeZone(value) ? undefined : { rule: 'time-zone' }),
  ClienteURL: (value) => (URL.canParse(value) ? undefined : { rule: 'uri' }),
};

export const settingRules: RulesByResource = {
  parametro: {
    // '1' and '0' may come as numbers, and so may any number.
    accept: (sent) => (typeof sent.valore === 'number' ? { ...sent, valore: String(sent.valore) } : sent),
    async check(row): Promise<Refusal[]> {
      const value = row.valore;
      if (typeof value !== 'string' || value === '') return [];
      if (!isAllowed(value, row))
        return [{ field: 'valore', rule: row.tipo === 'N' ? 'type-integer' : 'choice' }];
      const refusal = NARROWER[row.codice as string]?.(value);
      return refusal ? [{ field: 'valore', ...refusal }] : [];
    },
    async present(rows, { language }) {
      for (const row of rows)
        row.valori_previsti = ((row.valori_previsti as Option[] | null) ?? []).map(
          ({ codice, valore, en }) => ({ codice, valore: language === 'en' ? (en ?? valore) : valore }),
        );
    },
  },
};
