/** What can go wrong with a call, and the envelope's result code and HTTP status of each. Texts are in sentences.json. */

import type { Language, Text } from '../../schemas/entity.ts';
import type { Refusal } from '../../schemas/validate.ts';
import sentences from './sentences.json' with { type: 'json' };

export type Sentence = keyof typeof sentences;

/** A value may itself differ by language, as the name of an entity does. */
export type Params = Record<string, string | number | Text>;

export const say = (key: Sentence, language: Language, params: Params = {}): string =>
  sentences[key][language].replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = params[name] ?? '';
    return typeof value === 'object' ? value[language] : String(value);
  });

/** Why a program was refused, beside the sentence for people: the same call is under way, or the record has changed since it was read. */
export type ProblemReason = 'running' | 'stale';

interface Details {
  result?: number;
  reason?: ProblemReason;
  params?: Params;
  refusals?: Refusal[];
  /** What the one field is told is the sentence above too. */
  saidByField?: boolean;
  data?: unknown;
  cause?: unknown;
  headers?: Record<string, string>;
}

/** Thrown anywhere below a call; http/errors.ts turns it into the reply, nobody else does. */
export class Problem extends Error {
  readonly result: number;
  readonly reason: ProblemReason | undefined;
  readonly params: Params;
  readonly refusals: Refusal[];
  readonly saidByField: boolean;
  readonly data: unknown;
  readonly headers: Record<string, string>;

  constructor(
    readonly status: number,
    readonly key: Sentence,
    details: Details = {},
  ) {
    super(say(key, 'en', details.params), { cause: details.cause });
    this.result = details.result ?? -1;
    this.reason = details.reason;
    this.params = details.params ?? {};
    this.refusals = details.refusals ?? [];
    this.saidByField = details.saidByField ?? false;
    this.data = details.data ?? null;
    this.headers = details.headers ?? {};
  }
}

export const malformed = (key: Sentence, params?: Params) => new Problem(400, key, { params });
export const forbidden = (key: Sentence = 'forbidden', params?: Params) => new Problem(403, key, { params });
export const notFound = () => new Problem(404, 'not-found');
export const conflict = (key: Sentence, details?: Details) => new Problem(409, key, details);
/** Refused by validation: one sentence above, one per field below. */
export const invalid = (refusals: Refusal[]) => new Problem(422, 'invalid', { refusals });
/** Refused for one field: its sentence is the whole answer. */
export const refusedField = (refusal: Refusal) =>
  new Problem(422, 'invalid', { refusals: [refusal], saidByField: true });
/** Refused by a rule of the product. */
export const refused = (key: Sentence, params?: Params) => new Problem(422, key, { params });
/** -100 access token, -101 refresh token or user, -102 session replaced. */
export const unauthenticated = (result: -100 | -101 | -102, key: Sentence) =>
  new Problem(401, key, { result });
