/** The calendar of the plant that tests run on: near midnight and at New Year the machine has another date. */

export const PLANT_ZONE = 'Europe/Rome';
const DAY_MS = 86_400_000;
const format = new Intl.DateTimeFormat('sv-SE', { timeZone: PLANT_ZONE });

/** Returns the plant's date at a timestamp: 'YYYY-MM-DD'. */
export const plantDay = (instant: number | string | Date): string => format.format(new Date(instant));

/** Returns the plant's date, so many days from today. */
export const plantToday = (away = 0): string =>
  new Date(Date.parse(plantDay(Date.now())) + away * DAY_MS).toISOString().slice(0, 10);

export const plantYear = (): number => Number(plantToday().slice(0, 4));
