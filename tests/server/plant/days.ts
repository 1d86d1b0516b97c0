/** Dates of the demo plant's time zone: near midnight and at New Year the machine may have another date. */
import { dayFrom, dayOf } from '../../../server/seed/demo-day.ts';

/** The zone of the demo plant, for SQL. */
export const PLANT_ZONE = 'Europe/Rome';

export const inDays = (days: number): string => dayFrom(new Date(), days);
export const plantDay = (instant: string): string => dayOf(new Date(instant));
export const plantYear = (): number => Number(inDays(0).slice(0, 4));
