/** The kind of a failed call, and advice that its message does not contain. Has no side effects. */
import { CallError } from '../../dataProvider/http.ts';

export type Trouble = 'offline' | 'away' | 'busy' | 'server' | 'gone' | 'refused' | 'broken';

/** The status codes of a proxy whose server does not answer, as during a restart. */
const AWAY = [502, 504];
const BUSY = [429, 503];

/**
 * Returns the kind of a failure. An error that did not come from the server means a broken page. A missing record
 * without an error means a deleted record.
 */
export function troubleOf(error: unknown): Trouble {
  if (error === undefined || error === null) return 'gone';
  if (!(error instanceof CallError)) return 'broken';
  const { status } = error;
  if (status === 0) return 'offline';
  if (status === 404) return 'gone';
  if (AWAY.includes(status)) return 'away';
  if (BUSY.includes(status)) return 'busy';
  return status >= 500 ? 'server' : 'refused';
}

const PASSING: Trouble[] = ['offline', 'away', 'busy'];

/** Returns whether the failure is temporary. The call is then repeated automatically. */
export const isPassing = (error: unknown): boolean => PASSING.includes(troubleOf(error));

/** Returns whether a retry may succeed. */
export const isWorthRetrying = (error: unknown): boolean => isPassing(error) || troubleOf(error) === 'server';

/** The advice by kind. A missing record, a refusal and a busy server have it in the message. */
const ADVICE: Partial<Record<Trouble, string>> = {
  offline: 'officina.failure.offline',
  away: 'officina.failure.away',
  server: 'officina.failure.server',
  broken: 'officina.failure.broken',
};

/** Returns the translation key of the advice; undefined if the message contains it. */
export const adviceOf = (error: unknown): string | undefined => ADVICE[troubleOf(error)];

/**
 * Returns whether an error replaces the data. Data that was read before stays visible while the server is
 * unreachable, but not if the data is deleted or access is refused.
 */
export const replacesData = (error: unknown, data: unknown): boolean =>
  Boolean(error) && (data === undefined || !isWorthRetrying(error));
