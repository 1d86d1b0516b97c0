/** The order of acts that wait to be sent, and the consequence of each kind of failure. Has no side effects. */
import { ACCESS_INVALID, REFRESH_INVALID, SESSION_REPLACED } from '../schemas/results.ts';
import { CallError, errorsOf } from './envelope.ts';

export type Names = Record<string, string>;

/** An act that was done on this device and that the server does not have yet. */
export interface Waiting {
  /** The idempotency key. The server performs the act once, however often it arrives. */
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
  /** Set if the act creates its record, which has a provisional id until then. */
  makes?: true;
  /** The name of a record that the server does not have yet. */
  about?: string;
  /** Whether the form that created the record had all its fields. */
  isWhole?: boolean;
  /** The names of referenced records, as the user saw them, by property of the act. */
  names?: Names;
  /** A file that replaces the body, and the name of its part. */
  file?: { part: string; content: File };
  /** The values that the user saw, such as the previous state, as query parameters. */
  claims?: Record<string, string | number>;
  /** The clock of the device when the act was done. */
  doneAt: number;
  /** The page on which the user acted. */
  page: string;
  /** The address at which pages read the record, if the act changes the record's version. */
  record?: string;
  /** The reason of the server's refusal, if there is one. The user must decide. */
  refusal?: string;
  /** The reasons by field. */
  errors?: Record<string, string>;
  /** The result code of the refusal, which may be a question. */
  result?: number;
  /** Whether it was refused because it was done too long ago. */
  isTooOld?: true;
}

/** An act that the server has performed. */
export interface Sent extends Waiting {
  /** The clock of the device when the reply arrived. */
  sentAt: number;
}

/** The user's changes to a refused act, or the answer to the server's question. */
export type Changed = Partial<Pick<Waiting, 'body' | 'query'>>;

export type Fate = 'later' | 'refused';

/** The reason by which the server refuses acts that it may already have forgotten. */
const LATE = 'late';

/** Returns the refused act with the server's reasons. */
export const refusedBy = (act: Waiting, error: unknown): Waiting => ({
  ...act,
  refusal: error instanceof Error ? error.message : '',
  errors: errorsOf(error),
  ...(error instanceof CallError && {
    result: error.result,
    ...(error.body.reason === LATE && { isTooOld: true as const }),
  }),
});

/** The results of a call whose session is over. */
export const NO_SESSION: number[] = [ACCESS_INVALID, REFRESH_INVALID, SESSION_REPLACED];
/** Failures that say nothing about the act: no reply, a rate limit, a restarting server, a proxy without its server. */
const PASSING = [0, 429, 502, 503, 504];

/** Returns whether an act is sent again automatically, or needs a decision of the user. */
export function fateOf(error: unknown): Fate {
  if (!(error instanceof CallError)) return 'later';
  const passes = PASSING.includes(error.status) || error.body.reason === 'running';
  return passes || NO_SESSION.includes(error.result) ? 'later' : 'refused';
}

export type OfRecord = Pick<Waiting, 'on' | 'id'>;

export const isSameRecord = (one: OfRecord, other: OfRecord): boolean =>
  one.on === other.on && one.id === other.id;

const NONE: ReadonlySet<string> = new Set();

const byTime = (one: Waiting, other: Waiting): number =>
  one.doneAt - other.doneAt || one.key.localeCompare(other.key);

/**
 * Returns the act to send next: the oldest one without an older act of the same record. A refused act blocks later
 * acts of its record, because work must not be closed before a withdrawal that needs a decision. Acts without a
 * file come first. Files that failed because of the connection (`halted`) wait.
 */
export const nextToSend = (acts: Waiting[], halted: ReadonlySet<string> = NONE): Waiting | undefined => {
  const sorted = acts.toSorted(byTime);
  const ready = sorted.filter(
    (act, index) =>
      act.refusal === undefined &&
      !halted.has(act.key) &&
      !sorted.slice(0, index).some((older) => isSameRecord(older, act)),
  );
  return ready.find(({ file }) => !file) ?? ready[0];
};

export const withoutVersion = ({ versione: _, ...body }: Record<string, unknown>): Record<string, unknown> =>
  body;

/**
 * Returns the act to store. Its time is after the older acts of its record, even if the clock of the device went
 * back. If there is an older act, the act contains no version: the next version results from the user's own change.
 */
export function inQueue(act: Waiting, queue: Waiting[]): Waiting {
  const older = queue.filter((other) => isSameRecord(other, act));
  if (older.length === 0) return act;
  const doneAt = Math.max(act.doneAt, ...older.map((other) => other.doneAt + 1));
  return { ...act, body: withoutVersion(act.body), doneAt };
}

/** The name of the act that reports a new fault. */
export const REPORTED = 'report-fault';

/** The names of the acts that store a signature, and that make the signed report of a record. */
export const SIGNED = 'sign-report';
export const REPORT_MADE = 'make-report';

/** The name under which values that the work card has saved are stored. */
export const SAVED_VALUES = 'save-values';

const PROVISIONAL = 'new-';

/** Returns the id of a record that the server does not have yet. `key` is the key of the act that creates it. */
export const provisionalId = (key: string): string => `${PROVISIONAL}${key}`;

export const isProvisional = (id: unknown): boolean => String(id).startsWith(PROVISIONAL);

/** Returns an act of a record that had a provisional id, with the id that the server gave it. */
export const withRealId = (act: Waiting, id: number): Waiting => ({
  ...act,
  id: String(id),
  path: act.path.replace(`/${act.id}/`, `/${id}/`),
});

/**
 * Returns a refused act to send again, for the current version of the record. It keeps its key, which the refusal
 * has not used up: if the same act also arrives from another device, the server performs one of them.
 */
export function doneAgain(act: Waiting, changed: Changed = {}, now = Date.now()): Waiting {
  const { refusal: _, errors: _errors, result: _result, claims: _claims, isTooOld, ...rest } = act;
  const names = Object.entries(act.names ?? {}).filter(([name]) => !(name in (changed.body ?? {})));
  return {
    ...rest,
    ...(act.names && { names: Object.fromEntries(names) }),
    // The user has looked at the record, and does the act now.
    ...(isTooOld && { doneAt: now }),
    body: { ...withoutVersion(act.body), ...changed.body },
    query: { ...act.query, ...changed.query },
  };
}
