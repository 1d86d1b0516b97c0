/** OFFICINA_TRUSTED_PROXY: a count or names, and refused with a message that names the setting. */
import { describe, expect, it } from 'vitest';
import { readTrustedProxy } from '../../server/trusted-proxy.ts';

describe('the trusted proxies', () => {
  it('are none unless they are said', () => {
    expect([readTrustedProxy(undefined), readTrustedProxy(' ')]).toEqual([undefined, undefined]);
  });

  it('are counted from the server outwards', () => {
    const trusted = readTrustedProxy('2')!;
    expect([0, 1, 2].map((hop) => trusted('203.0.113.1', hop))).toEqual([true, true, false]);
  });

  it('are named by address and network, of both kinds', () => {
    const trusted = readTrustedProxy('127.0.0.1, 10.1.0.0/16,fd00::/8')!;
    const asked = ['127.0.0.1', '::ffff:127.0.0.1', '10.1.255.9', '10.2.0.1', 'fd00::5', 'fe80::1', 'x', ''];
    expect(asked.filter((address) => trusted(address, 0))).toEqual(asked.slice(0, 3).concat('fd00::5'));
  });

  it.each(['0', '10', 'proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.1/8/8', '127.0.0.1,', 'true'])(
    'may not be %s',
    (text) => {
      expect(() => readTrustedProxy(text)).toThrow(`OFFICINA_TRUSTED_PROXY=${text} is neither`);
    },
  );
});
