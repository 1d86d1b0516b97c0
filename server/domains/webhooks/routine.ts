/** Delivers waiting events: to the webhooks in parallel, to each webhook in order. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../database/engine.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { Routine, RoutineWork } from '../../jobs/routine.ts';
import { wake } from '../../jobs/wake.ts';
import { DELIVERY } from '../outbox/index.ts';
import { attempt, dueDeliveries, dueWebhooks, endLostTests, forgetDeliveries } from './deliveries.ts';

/** The maximum number of posts to one webhook per run. The rest waits for the next run. */
const POSTS_A_RUN = 200;
/** The time in milliseconds between checks for new deliveries while a slow webhook is busy. */
const LOOK_MS = 1000;

interface Tally {
  delivered: number;
  failed: number;
}

interface DeliveryRun {
  database: Database;
  inside: boolean;
  work: RoutineWork;
  tally: Tally;
  /** The number of posts to each webhook in this run. */
  posts: Map<number, number>;
}

/**
 * Delivers in order. Returns false if the run is finished with this webhook, because it has reached the maximum or
 * does not reply.
 */
async function deliverTo(webhook: number, run: DeliveryRun): Promise<boolean> {
  const { database, inside, work, tally, posts } = run;
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

/** Delivers to all webhooks in parallel. Returns errors of our own code. */
async function deliverAll(run: DeliveryRun): Promise<unknown[]> {
  const { database, work } = run;
  const busy = new Map<number, Promise<void>>();
  const finished = new Set<number>();
  const errors: unknown[] = [];
  const start = (webhook: number): void => {
    const failed = (error: unknown): boolean => {
      errors.push(error);
      return false;
    };
    const delivered = deliverTo(webhook, run)
      .catch(failed)
      .then((continues) => {
        if (!continues) finished.add(webhook);
        busy.delete(webhook);
      });
    busy.set(webhook, delivered);
  };
  for (;;) {
    if (!work.signal.aborted && errors.length === 0)
      for (const webhook of await dueWebhooks(database, [...busy.keys(), ...finished])) start(webhook);
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
    await endLostTests(database);
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
