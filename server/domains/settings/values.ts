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

/** Settings whose number must be above nothing. */
const POSITIVE = ['MobileViewThreshold'];

export const settingRules: RulesByResource = {
  parametro: {
    // '1' and '0' may come as numbers, and so may any number.
    accept: (sent) => (typeof sent.valore === 'number' ? { ...sent, valore: String(sent.valore) } : sent),
    async check(row): Promise<Refusal[]> {
      const value = row.valore;
      if (typeof value !== 'string' || value === '') return [];
      if (!isAllowed(value, row))
        return [{ field: 'valore', rule: row.tipo === 'N' ? 'type-integer' : 'choice' }];
      if (POSITIVE.includes(row.codice as string) && Number(value) < 1)
        return [{ field: 'valore', rule: 'too-small', params: { min: 1 } }];
      return [];
    },
    async present(rows, { language }) {
      for (const row of rows)
        row.valori_previsti = ((row.valori_previsti as Option[] | null) ?? []).map(
          ({ codice, valore, en }) => ({ codice, valore: language === 'en' ? (en ?? valore) : valore }),
        );
    },
  },
};
