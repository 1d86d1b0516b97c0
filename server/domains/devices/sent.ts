/** Reads what devices send: bodies of named values, or the query of a hand-in. */
import type { Row } from '../../../schemas/entity.ts';
import { INTEGER_MAX } from '../../../schemas/kinds.ts';
import { isInstant, isStorable, type Refusal } from '../../../schemas/validate.ts';
import { invalid } from '../../http/problem.ts';

type Part = 'text' | 'count' | 'count?' | 'text?' | 'time';
type Value<P extends Part> = P extends 'count'
  ? number
  : P extends 'count?'
    ? number | undefined
    : P extends 'text?'
      ? string | undefined
      : string;

const TEXT_MAX = 200;

function refusal(field: string, part: Part, value: unknown): Refusal[] {
  if (value === undefined || value === null || value === '')
    return part.endsWith('?') ? [] : [{ field, rule: 'required' }];
  if (part.startsWith('count'))
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= INTEGER_MAX
      ? []
      : [{ field, rule: 'type-integer' }];
  if (typeof value !== 'string') return [{ field, rule: 'type-text' }];
  if (part === 'time') return isInstant(value) ? [] : [{ field, rule: 'instant' }];
  if (!isStorable(value)) return [{ field, rule: 'unstorable' }];
  return value.length > TEXT_MAX ? [{ field, rule: 'too-long', params: { max: TEXT_MAX } }] : [];
}

/** Returns the values. Throws with all errors together if some are missing or wrong. */
export function readSent<const P extends Record<string, Part>>(
  sent: Row,
  parts: P,
): { [N in keyof P]: Value<P[N]> } {
  const unknown = Object.keys(sent)
    .filter((name) => !Object.hasOwn(parts, name))
    .map((field): Refusal => ({ field, rule: 'unknown' }));
  const refusals = Object.entries(parts).flatMap(([name, part]) => refusal(name, part, sent[name]));
  if (unknown.length + refusals.length > 0) throw invalid([...unknown, ...refusals]);
  const filled = Object.entries(sent).filter(([, value]) => value !== '' && value !== null);
  return Object.fromEntries(filled) as { [N in keyof P]: Value<P[N]> };
}

/** Returns the query with whole numbers as numbers. */
export const numbered = (query: Record<string, string>): Row =>
  Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, /^\d{1,10}$/.test(text) ? Number(text) : text]),
  );
