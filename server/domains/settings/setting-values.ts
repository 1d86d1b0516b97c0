/** Checks the value of a setting by its kind. */
import { mailboxIn } from '../../../schemas/mailboxes.ts';
import type { RowOf } from '../../../schemas/types.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { SECRET, storeSecret } from './secrets.ts';

/** The format of each kind, with the rule for its error message. */
const NUMBERS: Record<string, { pattern: RegExp; rule: Refusal['rule'] }> = {
  N: { pattern: /^-?\d{1,15}$/, rule: 'type-integer' },
  D: { pattern: /^-?\d{1,13}(\.\d{1,2})?$/, rule: 'type-number' },
};

function isAllowed(value: string, { tipo, valori_previsti }: Partial<RowOf<'parametro'>>): boolean {
  if (tipo === 'B') return value === '0' || value === '1';
  const number = NUMBERS[String(tipo)];
  if (number) return number.pattern.test(value);
  if (tipo === 'L') return (valori_previsti ?? []).some(({ codice }) => codice === value);
  return true;
}

function isTimeZone(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}

type StricterRule = (value: string) => Omit<Refusal, 'field'> | undefined;
const oneOrMore: StricterRule = (value) =>
  Number(value) < 1 ? { rule: 'too-small', params: { min: 1 } } : undefined;

const atMost = (max: number, value: string): ReturnType<StricterRule> =>
  Number(value) > max ? { rule: 'too-large', params: { max } } : undefined;

const timeOfDay: StricterRule = (value) =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? undefined : { rule: 'time-of-day' };

const PORT_MAX = 65_535;
const HOURS_A_DAY = 24;
const DAYS_A_YEAR = 365;
const HOST = /^[a-z\d]([a-z\d.-]*[a-z\d])?$|^[\da-f:]+$/i;

/** Returns whether the value is a base address: http or https, without query, fragment or user. */
function isBase(value: string): boolean {
  const url = URL.canParse(value.trim()) ? new URL(value.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return !url.search && !url.hash && !url.username && !url.password;
}

/** Returns whether the value is an issuer, and not the address of its discovery document. */
const isIssuer = (value: string): boolean => isBase(value) && !value.includes('/.well-known/');

/** Settings with stricter rules than their kind. */
const STRICTER_RULES: Record<string, StricterRule> = {
  MobileViewThreshold: oneOrMore,
  RisposteTenuteGiorni: (value) => oneOrMore(value) ?? atMost(DAYS_A_YEAR, value),
  AttiTardiOre: oneOrMore,
  AvvisiSilenzioDalle: timeOfDay,
  AvvisiSilenzioAlle: timeOfDay,
  OreLavoroGiorno: (value) => oneOrMore(value) ?? atMost(HOURS_A_DAY, value),
  FusoOrario: (value) => (isTimeZone(value) ? undefined : { rule: 'time-zone' }),
  ClienteURL: (value) => (isBase(value) ? undefined : { rule: 'uri' }),
  SsoIssuer: (value) => (isIssuer(value) ? undefined : { rule: 'issuer' }),
  SmtpHost: (value) => (HOST.test(value.trim()) ? undefined : { rule: 'host' }),
  SmtpPorta: (value) => oneOrMore(value) ?? atMost(PORT_MAX, value),
  SmtpMittente: (value) => (mailboxIn(value) ? undefined : { rule: 'email' }),
};

export const settingRules: RulesByResource = {
  parametro: {
    // Numeric settings and flags also accept numbers.
    accept: (sent) => (typeof sent.valore === 'number' ? { ...sent, valore: String(sent.valore) } : sent),
    async check(row): Promise<Refusal[]> {
      const value = row.valore;
      if (typeof value !== 'string' || value === '') return [];
      if (!isAllowed(value, row))
        return [{ field: 'valore', rule: NUMBERS[String(row.tipo)]?.rule ?? 'choice' }];
      const refusal = STRICTER_RULES[row.codice ?? '']?.(value);
      return refusal ? [{ field: 'valore', ...refusal }] : [];
    },
    async beforeUpdate(row, _before, { transaction }) {
      if (row.tipo === SECRET)
        row.valore = await storeSecret(transaction, row.codice, String(row.valore ?? ''));
    },
    async present(rows, { language }) {
      for (const row of rows)
        row.valori_previsti = (row.valori_previsti ?? []).map(({ codice, valore, en }) => ({
          codice,
          valore: language === 'en' ? (en ?? valore) : valore,
        }));
    },
  },
};
