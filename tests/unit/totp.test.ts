import { describe, expect, it } from 'vitest';
import { deviceOf } from '../../server/domains/sessions/device.ts';
import {
  addressFor,
  base32,
  codeAt,
  fromBase32,
  newSecret,
  stepAt,
  stepOf,
} from '../../server/domains/sessions/totp.ts';

/** The secret of the test vectors of RFC 4226 and RFC 6238. */
const SECRET = base32(Buffer.from('12345678901234567890'));

describe('a code of the moment', () => {
  // RFC 6238, appendix B, SHA-1: its eight digits end in our six.
  const timestamps: [number, string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  it.each(timestamps)('at second %i ends %s', (seconds, digits) => {
    expect(codeAt(SECRET, stepAt(seconds * 1000))).toBe(digits.slice(2));
  });

  it('counts as RFC 4226 does, appendix D', () => {
    const codes = Array.from({ length: 10 }, (_, counter) => codeAt(SECRET, counter));
    expect(codes).toEqual('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '));
  });

  const NOW = 1_234_567_890_000;
  const here = stepAt(NOW);

  it.each([-1, 0, 1])('is accepted a step of %i away', (drift) => {
    expect(stepOf(SECRET, codeAt(SECRET, here + drift), NOW, 0)).toBe(here + drift);
  });

  it.each([-2, 2])('is refused two steps away: %i', (drift) => {
    expect(stepOf(SECRET, codeAt(SECRET, here + drift), NOW, 0)).toBeUndefined();
  });

  it('is not accepted twice, nor one before it', () => {
    expect(stepOf(SECRET, codeAt(SECRET, here), NOW, here)).toBeUndefined();
    expect(stepOf(SECRET, codeAt(SECRET, here - 1), NOW, here)).toBeUndefined();
    expect(stepOf(SECRET, codeAt(SECRET, here + 1), NOW, here)).toBe(here + 1);
  });

  it.each(['', '00592', '0059244', '00592a', '００５９２４'])('is six digits, and not %j', (code) => {
    expect(stepOf(SECRET, code, NOW, 0)).toBeUndefined();
  });
});

describe('a secret', () => {
  it('is written in base 32 as RFC 4648 has it', () => {
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
    expect(base32(Buffer.from('f'))).toBe('MY');
    expect(fromBase32('MZXW6YTBOI').toString()).toBe('foobar');
  });

  it('is of 160 bits, and another each time', () => {
    expect(fromBase32(newSecret())).toHaveLength(20);
    expect(newSecret()).not.toBe(newSecret());
  });

  it('is part of an address that apps can read', () => {
    const address = new URL(addressFor('anna+1@plant.example', SECRET));
    expect(decodeURIComponent(address.pathname)).toContain('Officina:anna+1@plant.example');
    expect(address.searchParams.get('secret')).toBe(SECRET);
  });
});

describe('a device', () => {
  const agents: [string | undefined, string | undefined][] = [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'Chrome · Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge · Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari · iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
      'Samsung Internet · Android',
    ],
    ['curl/8.5.0', undefined],
    [undefined, undefined],
  ];
  it.each(agents)('%s is %s', (agent, name) => {
    expect(deviceOf(agent)).toBe(name);
  });
});
