/**
 * Acts that the server has performed. Answers that were requested before do not contain them. The network may be lost
 * before a page is read again, so pages draw these acts over older answers.
 */
import { requestedAt, versionRequestedAt } from './cached-reads.ts';
import type { Query } from './envelope.ts';
import type { Sent } from './outbox-order.ts';

/** The answer that a page displays: its address, and the time at which it arrived. */
export interface Displayed {
  path: string;
  query?: Query;
  arrivedAt: number;
}

/** Returns whether a displayed answer does not contain the act. */
export const isMissingIn = ({ sentAt }: Sent, { path, query, arrivedAt }: Displayed): boolean =>
  sentAt >= Math.min(requestedAt(path, query) ?? arrivedAt, arrivedAt);

/** Returns whether this version of the record does not contain the act. */
export const isAhead = ({ record, sentAt }: Sent, version: unknown): boolean =>
  record !== undefined && sentAt >= (versionRequestedAt(record, version) ?? Number.POSITIVE_INFINITY);
