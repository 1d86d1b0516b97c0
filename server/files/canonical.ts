/**
 * Values in the one written form that a fingerprint is taken of: canonical JSON (RFC 8785), its UTF-8 bytes, SHA-256
 * in hexadecimal. Properties are sorted by their UTF-16 code units, there is no space between tokens, numbers and
 * texts are written as ECMAScript writes them, and moments as ISO 8601 in UTC with milliseconds. A property without a
 * value (undefined) is not written; what JSON cannot hold is refused instead of being written as something else.
 */
import { createHash } from 'node:crypto';

const text = (value: string): string => {
  if (!value.isWellFormed()) throw new TypeError('Half a surrogate pair has no canonical form');
  return JSON.stringify(value);
};

const number = (value: number): string => {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical form`);
  return JSON.stringify(value);
};

/** Plain `<` on texts compares their UTF-16 code units, as the RFC wants it. */
const byCodeUnits = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);

function properties(value: object): string {
  const written = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(byCodeUnits)
    .map(([name, one]) => `${text(name)}:${canonical(one)}`);
  return `{${written.join(',')}}`;
}

export function canonical(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return number(value);
  if (value instanceof Date) return text(value.toISOString());
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object') return properties(value);
  throw new TypeError(`A ${typeof value} has no canonical form`);
}

/** 64 hexadecimal digits; the same for the same values, whoever writes them and in whatever order. */
export const fingerprint = (value: unknown): string =>
  createHash('sha256').update(canonical(value), 'utf8').digest('hex');
