/**
 * Queues events for each webhook that subscribes to them, when a change is reported or in the transaction of what
 * happened. Without a subscriber nothing is written. See ../webhooks.
 */
import type { Row } from '../../../schemas/entity.ts';
import type { Transaction } from '../../database/engine.ts';
import { wake } from '../../jobs/wake.ts';

export type EventName =
  | 'intervention.created'
  | 'intervention.state_changed'
  | 'stock.below_minimum'
  | 'schedule.generated';

/** The routine that delivers events to webhooks. */
export const DELIVERY = 'webhook';

const SUBSCRIPTION_COLUMNS: Record<EventName, string> = {
  'intervention.created': 'su_creazione',
  'intervention.state_changed': 'su_stato',
  'stock.below_minimum': 'su_giacenza',
  'schedule.generated': 'su_generazione',
};

/** Returns the insert alone, for use in a larger statement: `data` is SQL of a jsonb value, computed from `from`. */
export const eventInsert = (event: EventName, data: string, from: string, order = ''): string => `
  insert into webhook_consegna (id_webhook, evento, uid, creata, prossimo, dati)
  select w.id, '${event}', gen_random_uuid(), now(), now(), (${data})::text
  from webhook w cross join ${from} and w.canc = 0 and w.attivo = 1 and w.${SUBSCRIPTION_COLUMNS[event]} = 1
  ${order}`;

async function queue(transaction: Transaction, text: string, values: unknown[]): Promise<void> {
  const { count } = await transaction.query(text, values);
  if (count > 0) transaction.afterCommit(() => wake(DELIVERY));
}

/** Queues an event with this payload. */
export const queueEvent = (transaction: Transaction, event: EventName, payload: Row): Promise<void> =>
  queue(transaction, eventInsert(event, 'p.data', '(select $1::jsonb as data) p where true'), [
    JSON.stringify(payload),
  ]);

/** Queues an event whose payload is read only if a webhook subscribes: `from` is joined rows and their condition. */
export const queueEventFrom = (
  transaction: Transaction,
  event: EventName,
  { data, from, order, values }: { data: string; from: string; order?: string; values: unknown[] },
): Promise<void> => queue(transaction, eventInsert(event, data, from, order), values);
