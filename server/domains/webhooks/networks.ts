/** Internal and reserved networks, which webhooks must not reach. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const INSIDE: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Includes networks with an embedded IPv4 address: mapped, compatible, translated, 6to4, Teredo. */
const INSIDE_6: [string, number][] = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** Separate lists: a single one would match IPv4 addresses against the range of IPv4-mapped IPv6. */
const listOf = (nets: [string, number][], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const [net, bits] of nets) list.addSubnet(net, bits, family);
  return list;
};
const [inside4, inside6] = [listOf(INSIDE, 'ipv4'), listOf(INSIDE_6, 'ipv6')];

export function isInside(address: string): boolean {
  const family = isIP(address);
  if (family === 6) return inside6.check(address, 'ipv6');
  return family === 0 || inside4.check(address, 'ipv4');
}

/** Returns the host of a URL; an IPv6 address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;

/** Checks the address alone, without a DNS lookup. */
export function isNamedInside(url: URL): boolean {
  const host = hostOf(url);
  return isIP(host) === 0 ? LOCAL_NAME.test(host) : isInside(host);
}

export interface Found {
  address: string;
  family: number;
}

/** Resolves the host to all its addresses; one internal address is enough to refuse it. */
export async function addressesOf(url: URL): Promise<Found[]> {
  const host = hostOf(url);
  const family = isIP(host);
  return family === 0 ? lookup(host, { all: true }) : [{ address: host, family }];
}
