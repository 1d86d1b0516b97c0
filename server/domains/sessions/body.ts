/** Reads the bodies of calls without an entity: a few named texts and ids. */
import type { Row } from '../../../schemas/entity.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import type { ApiSchema } from '../../http/call.ts';
import { invalid } from '../../http/problem.ts';

type Part = 'text' | 'text?' | 'id';
export type Parts = Record<string, Part>;
type Value<P extends Part> = P extends 'id' ? number : P extends 'text' ? string : string | undefined;
export type Values<P extends Parts> = { [N in keyof P]: Value<P[N]> };

const MAX_LENGTH = 4000;

function refusal(field: string, part: Part, value: unknown): Refusal[] {
  if (value === undefined || value === null || value === '')
    return part === 'text?' ? [] : [{ field, rule: 'required' }];
  if (part === 'id') return Number.isInteger(value) ? [] : [{ field, rule: 'type-integer' }];
  if (typeof value !== 'string') return [{ field, rule: 'type-text' }];
  if (value.includes('\u0000') || !value.isWellFormed()) return [{ field, rule: 'unstorable' }];
  return value.length > MAX_LENGTH ? [{ field, rule: 'too-long', params: { max: MAX_LENGTH } }] : [];
}

/** Returns the values of a body. Throws with all errors together if values are missing or wrong. */
export function readBody<const P extends Parts>(body: Row, parts: P): Values<P> {
  const unknown = Object.keys(body)
    .filter((name) => !Object.hasOwn(parts, name))
    .map((field): Refusal => ({ field, rule: 'unknown' }));
  const refusals = Object.entries(parts).flatMap(([name, part]) => refusal(name, part, body[name]));
  if (unknown.length + refusals.length > 0) throw invalid([...unknown, ...refusals]);
  return body as Values<P>;
}

export const bodySchema = (parts: Parts): ApiSchema => ({
  type: 'object',
  required: Object.keys(parts).filter((name) => parts[name] !== 'text?'),
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, { type: part === 'id' ? 'integer' : 'string' }]),
  ),
});
