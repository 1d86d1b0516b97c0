/** OFFICINA_TRUSTED_PROXY: a count or names, and refused with a message that names the setting. */
import { describe, expect, it } from 'vitest';
import { readTrustedProxy } from '../../server/trusted-proxy.ts';

describe('the trusted proxies', () => {
  it('are none by default', () => {
    expect([readTrustedProxy(undefined), readTrustedProxy(' ')]).toEqual([undefined, undefined]);
  });

  it('are counted from the server outwards', () => {
    const trusted = readTrustedProxy('2')!;
    expect([0, 1, 2].map((hop) => trusted('203.0.113.1', hop))).toEqual([true, true, false]);
  });

  it('are named by address and network, of both kinds', () => {
    const trusted = readTrustedProxy('127.0.0.1, 10.1.0.0/16,fd00::/8')!;
    const addresses = [
      '127.0.0.1',
      '::ffff:127.0.0.1',
      '10.1.255.9',
      '10.2.0.1',
      'fd00::5',
      'fe80::1',
      'x',
      '',
    ];
    expect(addresses.filter((address) => trusted(address, 0))).toEqual(
      addresses.slice(0, 3).concat('fd00::5'),
    );
  });

  it.each([
    ['::/0', '10.0.0.1', false],
    ['::/0', '::ffff:10.0.0.1', false],
    ['::/0', '2001:db8::1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['0.0.0.0/0', '::ffff:10.0.0.1', true],
    ['10.0.0.1', '::ffff:a00:1', true],
    ['::ffff:10.0.0.1', '10.0.0.1', true],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['::ffff:10.0.0.0/104', '11.0.0.1', false],
    ['fe80::/10', 'fe80::1%eth0.100', true],
    ['fe80::1', 'fe80::1%eth0', true],
    ['10.0.0.5/24', '10.0.0.9', true],
    ['10.0.0.1', '012.0.0.1', false],
    ['10.0.0.1', '10.1', false],
  ])('named %s trust %s: %s', (named, address, trusted) => {
    expect(readTrustedProxy(named)!(address, 0)).toBe(trusted);
  });

  it.each([
    '0',
    '10',
    'proxy',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.1/8/8',
    '127.0.0.1,',
    'true',
    '010.0.0.1',
    '127.1',
    '0x7f.1',
    '::ffff:0:0/90',
  ])('may not be %s', (text) => {
    expect(() => readTrustedProxy(text)).toThrow(`OFFICINA_TRUSTED_PROXY=${text} is neither`);
  });
});
