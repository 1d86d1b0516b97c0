/**
 * Values in the canonical form of fingerprints: canonical JSON (RFC 8785). Server and browser hash it as UTF-8 with
 * SHA-256, in hexadecimal. Properties are sorted by UTF-16 code units, without spaces between tokens. Numbers and texts are
 * written as in ECMAScript, dates as ISO 8601 in UTC with milliseconds. Undefined properties are left out. A value
 * that JSON cannot hold is an error.
 */

const text = (value: string): string => {
  if (!value.isWellFormed()) throw new TypeError('Half a surrogate pair has no canonical form');
  return JSON.stringify(value);
};

const number = (value: number): string => {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical form`);
  return JSON.stringify(value);
};

/** Compares with `<`, which compares UTF-16 code units, as the RFC requires. */
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
