/** Deletes the stored responses of calls with an idempotency key after the days of the setting. */
import { forgetAnswers } from '../http/idempotency-table.ts';
import { retentionDays } from '../http/late.ts';
import { inBoth } from './in-both.ts';
import type { Routine } from './routine.ts';

export const forgettingAnswers: Routine = {
  name: 'risposte-pulizia',
  title: { it: 'Pulizia delle risposte conservate', en: 'Cleanup of stored replies' },
  every: { dailyAt: '03:20' },
  async run({ context }) {
    const count = await forgetAnswers(context.database, retentionDays(context.setting));
    return count > 0 ? inBoth('answers-forgotten', { count }) : undefined;
  },
};
