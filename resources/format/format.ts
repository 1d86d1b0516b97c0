/** Values as people read them: dd/MM/yyyy, HH:mm, euro, two decimals. Has no side effects. */

import { dateText, timestampText } from '../../schemas/date-texts.ts';
import { type Language, LOCALES } from '../../schemas/entity.ts';
import { COUNT_CAP, COUNTED } from '../../schemas/paging.ts';

/** The plant's time zone, if no setting defines it. */
export const PLANT_ZONE = 'Europe/Rome';

const once = <T>(make: (key: Language) => T): ((key: Language) => T) => {
  const made = new Map<Language, T>();
  return (key) => {
    const cached = made.get(key);
    if (cached !== undefined) return cached;
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
};

const moneyIn = once(
  (language) => new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'EUR' }),
);
const decimalIn = once(
  (language) =>
    new Intl.NumberFormat(LOCALES[language as Language], {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      useGrouping: 'always',
    }),
);
const countIn = once(
  (language) =>
    new Intl.NumberFormat(LOCALES[language as Language], {
      maximumFractionDigits: 0,
      useGrouping: 'always',
    }),
);
export const formatMoney = (value: number, language: Language): string => moneyIn(language).format(value);
export const formatDecimal = (value: number, language: Language): string => decimalIn(language).format(value);

/** Returns a count such as '1.234'. */
export const formatCount = (value: number, language: Language): string => countIn(language).format(value);

/** Formats the number of rows of a list whose count ends at COUNT_CAP: 10,000+. */
export const countText = (total: number, language: Language): string =>
  total === COUNT_CAP ? `${formatCount(COUNTED, language)}+` : formatCount(total, language);

export const formatDate = dateText;
export const formatInstant = timestampText;

/** Returns a timestamp with a two-digit year, for stock movements only. */
export const formatShortInstant = (value: string, zone: string): string =>
  formatInstant(value, zone).replace(/\/\d\d(\d\d) /, '/$1 ');

export const cut = (text: string, length: number | undefined): string =>
  length !== undefined && [...text].length > length ? `${[...text].slice(0, length).join('')}…` : text;
