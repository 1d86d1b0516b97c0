/** The canonical form behind fingerprints, against the examples of RFC 8785. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../schemas/canonical.ts';
import { fingerprint } from '../../server/files/canonical.ts';

describe('the canonical form', () => {
  it('sorts properties by code units, at every depth, and leaves lists in their order', () => {
    expect(canonical({ b: [3, { z: 1, a: 2 }, 1], a: null, A: true })).toBe(
      '{"A":true,"a":null,"b":[3,{"a":2,"z":1},1]}',
    );
    expect(canonical({ 10: 1, 9: 2, '1a': 3 })).toBe('{"10":1,"1a":3,"9":2}');
    const sorted = canonical({
      '\u20ac': 1,
      '\r': 2,
      '\ufb33': 3,
      '1': 4,
      '\ud83d\ude00': 5,
      '\u0080': 6,
      '\u00f6': 7,
    });
    expect(
      Object.values(JSON.parse(`[${[...sorted.matchAll(/:(\d)/g)].map(([, one]) => one).join()}]`)),
    ).toEqual([2, 4, 6, 7, 1, 5, 3]);
  });

  it('writes numbers as ECMAScript does', () => {
    const numbers = [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0, 2.0, 100, 0.1 + 0.2];
    expect(canonical(numbers)).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27,0,2,100,0.30000000000000004]');
  });

  it('escapes what JSON requires, and nothing else; texts are not normalised', () => {
    expect(canonical('\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/')).toBe(
      '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"',
    );
    expect(canonical('\u00e9')).not.toBe(canonical('e\u0301'));
    expect(canonical('\ud83d\ude00')).toBe('"\ud83d\ude00"');
  });

  it('writes instants in UTC, and omits undefined values', () => {
    expect(canonical({ at: new Date('2026-03-29T10:00:00+02:00'), none: undefined })).toBe(
      '{"at":"2026-03-29T08:00:00.000Z"}',
    );
  });

  it.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1n],
    [() => 1],
    [Symbol('x')],
    [[undefined]],
    ['\ud800'],
  ])('refuses %s instead of writing something else', (value) => {
    expect(() => canonical({ value })).toThrow(TypeError);
  });
});

describe('a fingerprint', () => {
  it('is the SHA-256 of the UTF-8 bytes of that form', () => {
    const written = '{"a":"\u00e8","b":1}';
    expect(canonical({ b: 1, a: '\u00e8' })).toBe(written);
    expect(fingerprint({ b: 1, a: '\u00e8' })).toBe(
      createHash('sha256').update(Buffer.from(written, 'utf8')).digest('hex'),
    );
    expect(fingerprint({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });

  it('is the same whatever the order of properties, and another for another value', () => {
    expect(fingerprint({ a: 1, b: [1, 2] })).toBe(fingerprint({ b: [1, 2], a: 1 }));
    expect(fingerprint({ a: 1, b: [1, 2] })).not.toBe(fingerprint({ a: 1, b: [2, 1] }));
  });
});
