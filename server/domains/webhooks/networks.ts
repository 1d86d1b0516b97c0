/** Which addresses are the own network's, or nobody's: what a webhook must not be used to reach. */
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
/** Also those that carry an IPv4 address inside: mapped, compatible, translated, 6to4, Teredo. */
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

/** Kept apart: one list would hold an IPv4 address against the range of those that are mapped into IPv6. */
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

/** As a URL writes it: an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;

/** As far as the address alone tells, without asking who it is. */
export function isNamedInside(url: URL): boolean {
  const host = hostOf(url);
  return isIP(host) === 0 ? LOCAL_NAME.test(host) : isInside(host);
}

export interface Found {
  address: string;
  family: number;
}

/** What the name stands for now; one address inside is enough to tell that it is not to be trusted. */
export async function addressesOf(url: URL): Promise<Found[]> {
  const host = hostOf(url);
  const family = isIP(host);
  return family === 0 ? lookup(host, { all: true }) : [{ address: host, family }];
}
