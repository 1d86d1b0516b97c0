/** What is the matter with a call that failed, and what a person can do beside what its own sentence says. Pure. */
import { CallError } from '../../dataProvider/http.ts';

export type Trouble = 'offline' | 'away' | 'busy' | 'server' | 'gone' | 'refused' | 'broken';

/** Of a proxy whose server does not answer, as while it is started again. */
const AWAY = [502, 504];
const BUSY = [429, 503];

/** What is no answer of the server at all broke in the page; a record that is not there without any error is gone. */
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

/** It ends by itself: the same call is tried again without being asked to. */
export const isPassing = (error: unknown): boolean => PASSING.includes(troubleOf(error));

/** Another try may go well. */
export const isWorthRetrying = (error: unknown): boolean => isPassing(error) || troubleOf(error) === 'server';

/** A refusal says by itself what to do, and so does a server that is busy. */
const ADVICE: Partial<Record<Trouble, string>> = {
  offline: 'officina.failure.offline',
  away: 'officina.failure.away',
  server: 'officina.failure.server',
  gone: 'officina.failure.gone',
  broken: 'officina.failure.broken',
};

/** The key of what to do next, where the sentence of the failure leaves it open. */
export const adviceOf = (error: unknown): string | undefined => ADVICE[troubleOf(error)];

/** What was read before goes on being shown while the server is out of reach; what is gone or refused does not. */
export const standsInTheWay = (error: unknown, data: unknown): boolean =>
  Boolean(error) && (data === undefined || !isWorthRetrying(error));
