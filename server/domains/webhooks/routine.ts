/** Delivers what waits: the webhooks beside each other, each in the order of what happened. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../database/engine.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { Routine, RoutineWork } from '../../jobs/routine.ts';
import { wake } from '../../jobs/wake.ts';
import { DELIVERY } from '../outbox/index.ts';
import { attempt, dueDeliveries, dueWebhooks, endLostTrials, forgetDeliveries } from './deliveries.ts';

/** So many posts to one webhook in a run: what waits besides is for the next. */
const POSTS_A_RUN = 200;
/** While one is slow, what the others are to be told is looked for so often. */
const LOOK_MS = 1000;

interface Tally {
  delivered: number;
  failed: number;
}

interface Delivering {
  database: Database;
  inside: boolean;
  work: RoutineWork;
  tally: Tally;
  /** How many there have been to each webhook in this run. */
  posts: Map<number, number>;
}

/** In order. False when this run has done with it: it has had its share, or it does not answer. */
async function deliverTo(webhook: number, delivering: Delivering): Promise<boolean> {
  const { database, inside, work, tally, posts } = delivering;
  for (;;) {
    const due = await dueDeliveries(database, webhook);
    if (due.length === 0) return true;
    for (const delivery of due) {
      work.goOn();
      const before = posts.get(webhook) ?? 0;
      if (before === POSTS_A_RUN) {
        wake(DELIVERY);
        return false;
      }
      posts.set(webhook, before + 1);
      const failure = await attempt(database, delivery, { inside, signal: work.signal });
      tally[failure ? 'failed' : 'delivered'] += 1;
      work.progress(tally.delivered + tally.failed);
      if (failure && !failure.answered && failure.key !== 'webhook-off') return false;
    }
  }
}

/** The webhooks beside each other, none of which waits for another; answers what went wrong on our side. */
async function deliverAll(delivering: Delivering): Promise<unknown[]> {
  const { database, work } = delivering;
  const busy = new Map<number, Promise<void>>();
  const over = new Set<number>();
  const errors: unknown[] = [];
  const start = (webhook: number): void => {
    const failed = (error: unknown): boolean => {
      errors.push(error);
      return false;
    };
    const delivered = deliverTo(webhook, delivering)
      .catch(failed)
      .then((again) => {
        if (!again) over.add(webhook);
        busy.delete(webhook);
      });
    busy.set(webhook, delivered);
  };
  for (;;) {
    if (!work.signal.aborted && errors.length === 0)
      for (const webhook of await dueWebhooks(database, [...busy.keys(), ...over])) start(webhook);
    if (busy.size === 0) return errors;
    await Promise.race([...busy.values(), pause(LOOK_MS)]);
  }
}

export const deliveryRoutine = ({ inside }: { inside: boolean }): Routine => ({
  name: DELIVERY,
  title: { it: 'Consegna dei webhook', en: 'Delivery of webhooks' },
  every: { wake: true, lookEverySeconds: 10 },
  async run(work) {
    const { database } = work.context;
    const tally: Tally = { delivered: 0, failed: 0 };
    await endLostTrials(database);
    const [error, ...others] = await deliverAll({ database, inside, work, tally, posts: new Map() });
    work.goOn();
    for (const other of others) work.log.error({ err: other }, 'a webhook could not be delivered to');
    if (error) throw error;
    return tally.delivered + tally.failed > 0 ? inBoth('webhook-tally', { ...tally }) : undefined;
  },
});

export const forgettingRoutine: Routine = {
  name: 'webhook-pulizia',
  title: { it: 'Pulizia del registro dei webhook', en: 'Cleanup of the webhook log' },
  every: { dailyAt: '03:10' },
  async run({ context }) {
    const count = await forgetDeliveries(context.database);
    return count > 0 ? inBoth('webhook-forgotten', { count }) : undefined;
  },
};
