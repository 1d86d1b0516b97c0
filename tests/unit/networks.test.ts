/** Networks: which addresses webhooks must not reach, and which addresses count as one caller. */
import { describe, expect, it } from 'vitest';
import { isInside, isNamedInside } from '../../server/http/networks.ts';
import { networkOf } from '../../server/http/rate-limit.ts';

describe('a webhook', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.19.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ])('does not reach the IPv4 address %s', (address) => {
    expect(isInside(address)).toBe(true);
  });

  it.each([
    ['loopback', '::1'],
    ['unspecified', '::'],
    ['private', 'fd00::1'],
    ['private', 'fc00::1'],
    ['of the link', 'fe80::1'],
    ['of the link, with its interface', 'fe80::1%eth0.100'],
    ['of the site', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discarded', '100::1'],
    ['for documentation', '2001:db8::1'],
    ['for documentation', '3fff::1'],
    ['for measurements', '2001:2::1'],
    ['a hash and not a place', '2001:20::1'],
    ['for protocols', '2001:1::1'],
    ['for segment routing', '5f00::1'],
    ['of an overlay network', '200::1'],
    ['not assigned', '4000::1'],
  ])('does not reach an IPv6 address that is %s: %s', (_kind, address) => {
    expect(isInside(address)).toBe(true);
  });

  it.each([
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped', '::ffff:7f00:1'],
    ['compatible', '::127.0.0.1'],
    ['compatible', '::7f00:1'],
    ['translated', '::ffff:0:7f00:1'],
    ['behind NAT64', '64:ff9b::a9fe:a9fe'],
    ['behind NAT64', '64:ff9b::10.0.0.1'],
    ['behind a NAT64 of the plant', '64:ff9b:1::a00:1'],
    ['behind 6to4', '2002:7f00:1::'],
    ['behind Teredo', '2001:0:7f00:1::1'],
  ])('does not reach an IPv4 address that is %s: %s', (_way, address) => {
    expect(isInside(address)).toBe(true);
  });

  it.each([
    '8.8.8.8',
    '::ffff:8.8.8.8',
    '100.128.0.1',
    '172.32.0.1',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4002::1',
  ])('reaches %s', (address) => {
    expect(isInside(address)).toBe(false);
  });

  it('reaches a public IPv4 address behind NAT64, as a network without IPv4 shows it', () => {
    expect(isInside('64:ff9b::808:808')).toBe(false);
  });

  it.each([
    'nonsense',
    '',
    '0177.0.0.1',
    '010.8.8.8',
    '0x08080808',
    '134744072',
    '8.8.2056',
    '8.8.8.8/8',
    '8.8.8.8 ',
  ])('does not reach %j, which is not an address as systems write it', (address) => {
    expect(isInside(address)).toBe(true);
  });

  it.each([
    'http://0177.0.0.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://127.1/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://localhost/',
    'http://nas.local./',
  ])('does not reach the address %s', (url) => {
    expect(isNamedInside(new URL(url))).toBe(true);
  });
});

describe('one caller', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['192.0.2.1', '::FFFF:c000:201', true],
    ['::ffff:c000:201', '::ffff:c000:202', false],
    ['0:0:0:0:0:ffff:192.0.2.1', '0:0:0:0:0:ffff:192.0.2.2', false],
    ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8:1:2::1', '2001:db8:0001:0002:0:0:192.0.2.1', true],
    ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::', true],
    ['::1:2:3:4:192.0.2.1', '0:0:1:2::', true],
    ['fe80::1%eth0.100', 'fe80::2%eth0.100', true],
    ['unknown', 'unknown', true],
    ['unknown', 'hidden', false],
  ])('is %s together with %s: %s', (one, other, same) => {
    expect(networkOf(one) === networkOf(other)).toBe(same);
  });
});
