/** Errors of calls, with the envelope's result code and the HTTP status. The texts are in sentences.json. */

import type { Language, Text } from '../../schemas/entity.ts';
import { type NoSession, REFUSED } from '../../schemas/results.ts';
import type { Refusal } from '../../schemas/validate.ts';
import sentences from './sentences.json' with { type: 'json' };

export type Sentence = keyof typeof sentences;

/** The parameters of a message. A value may itself differ by language, for example an entity's name. */
export type Params = Record<string, string | number | Text>;

export const say = (key: Sentence, language: Language, params: Params = {}): string =>
  sentences[key][language].replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = params[name] ?? '';
    return typeof value === 'object' ? value[language] : String(value);
  });

/**
 * The reason for programs, in addition to the message: the same call is running, the record has changed since the
 * read, the act arrives too late, or the key was used for another call.
 */
export type ProblemReason = 'running' | 'stale' | 'late' | 'used';

interface Details {
  result?: number;
  reason?: ProblemReason;
  params?: Params;
  refusals?: Refusal[];
  /** The field that the message is about. */
  field?: string;
  /** Whether the message of the only field is also the description. */
  saidByField?: boolean;
  data?: unknown;
  cause?: unknown;
  headers?: Record<string, string>;
}

/** Is thrown anywhere in a call. Only http/errors.ts turns it into the reply. */
export class Problem extends Error {
  readonly result: number;
  readonly reason: ProblemReason | undefined;
  readonly params: Params;
  readonly refusals: Refusal[];
  readonly field: string | undefined;
  readonly saidByField: boolean;
  readonly data: unknown;
  readonly headers: Record<string, string>;

  constructor(
    readonly status: number,
    readonly key: Sentence,
    details: Details = {},
  ) {
    super(say(key, 'en', details.params), { cause: details.cause });
    this.result = details.result ?? REFUSED;
    this.reason = details.reason;
    this.params = details.params ?? {};
    this.refusals = details.refusals ?? [];
    this.field = details.field;
    this.saidByField = details.saidByField ?? false;
    this.data = details.data ?? null;
    this.headers = details.headers ?? {};
  }
}

export const malformed = (key: Sentence, params?: Params) => new Problem(400, key, { params });
export const forbidden = (key: Sentence = 'forbidden', params?: Params) => new Problem(403, key, { params });
export const notFound = () => new Problem(404, 'not-found');
export const conflict = (key: Sentence, details?: Details) => new Problem(409, key, details);
/** Returns a refusal by validation, with one general message and one per field. */
export const invalid = (refusals: Refusal[]) => new Problem(422, 'invalid', { refusals });
/** Returns a refusal of one field, whose message is also the description. */
export const refusedField = (refusal: Refusal) =>
  new Problem(422, 'invalid', { refusals: [refusal], saidByField: true });
/** Returns a refusal by a business rule. */
export const refused = (key: Sentence, params?: Params) => new Problem(422, key, { params });
/** Returns a refusal of one field, with a sentence of calls instead of validation. */
export const refusedAt = (field: string, key: Sentence, params?: Params) =>
  new Problem(422, key, { params, field });
/** Returns a refusal because there is no valid session. */
export const unauthenticated = (result: NoSession, key: Sentence) => new Problem(401, key, { result });
