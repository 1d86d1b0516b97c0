/** The order of what waits to be sent, and what a failure means for it. Pure functions. */
import { ACCESS_INVALID, REFRESH_INVALID, SESSION_REPLACED } from '../schemas/results.ts';
import { CallError } from './envelope.ts';

/** An act that was done on this device and that the server does not have yet. */
export interface Waiting {
  /** The idempotency key: the server does the act once, however often it arrives. */
  key: string;
  user: number;
  /** The name of the act, and the entity and id of its record. */
  act: string;
  on: string;
  id: string;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query: Record<string, string | number>;
  body: Record<string, unknown>;
  /** The clock of the device when the act was done. */
  doneAt: number;
  /** The page where it was done. */
  page: string;
  /** Why the server refused it: the user must decide. */
  refusal?: string;
  /** The same by field. */
  errors?: Record<string, string>;
  /** The code of the refusal, which may be a question. */
  result?: number;
}

/** What the user changed in a refused act, or the answer to the server's question. */
export type Changed = Partial<Pick<Waiting, 'body' | 'query'>>;

export type Fate = 'later' | 'refused';

const NO_SESSION: number[] = [ACCESS_INVALID, REFRESH_INVALID, SESSION_REPLACED];
/** No reply, or one that says nothing of the act: a limit, a server that restarts, a proxy without its server. */
const PASSING = [0, 429, 502, 503, 504];

/** Returns whether an act is sent again by itself, or waits for a decision of the user. */
export function fateOf(error: unknown): Fate {
  if (!(error instanceof CallError)) return 'later';
  const passes = PASSING.includes(error.status) || error.body.reason === 'running';
  return passes || NO_SESSION.includes(error.result) ? 'later' : 'refused';
}

export const isSameRecord = (one: Waiting, other: Waiting): boolean =>
  one.on === other.on && one.id === other.id;

const byTime = (one: Waiting, other: Waiting): number =>
  one.doneAt - other.doneAt || one.key.localeCompare(other.key);

/**
 * Returns the act to be sent next: the oldest whose record has no older one. A refused act holds back the later ones of
 * its record: closing must not overtake a withdrawal that still needs a decision.
 */
export const nextToSend = (acts: Waiting[]): Waiting | undefined => {
  const sorted = acts.toSorted(byTime);
  return sorted.find(
    (act, index) =>
      act.refusal === undefined && !sorted.slice(0, index).some((older) => isSameRecord(older, act)),
  );
};

/** Returns the act as it is kept: after an older one of its record, the version that was seen is our own change. */
export function inQueue(act: Waiting, queue: Waiting[]): Waiting {
  const { versione: _, ...body } = act.body;
  return queue.some((other) => isSameRecord(other, act)) ? { ...act, body } : act;
}

/** Returns the act to be done again as things are now: a new act, whatever version the record has. */
export function doneAgain(act: Waiting, key: string, changed: Changed = {}): Waiting {
  const { refusal: _, errors: _errors, result: _result, ...rest } = act;
  const { versione: __, ...body } = act.body;
  return {
    ...rest,
    key,
    body: { ...body, ...changed.body },
    query: { ...act.query, ...changed.query },
  };
}
