/** Dates relative to today, as the demo plant counts them. */
import { dayFrom } from '../../../server/seed/demo-day.ts';

export const inDays = (days: number): string => dayFrom(new Date(), days);
