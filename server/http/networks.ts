/** Internal and reserved networks, which webhooks must not reach. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isInNetwork, readAddress } from './network-address.ts';

/** The only part of IPv6 that is assigned to public networks. */
const PUBLIC_6 = ipaddr.parse('2000::');
/** IPv6 addresses that stand for IPv4 receivers where the server's network has no IPv4 (NAT64). */
const NAT64 = ipaddr.parse('64:ff9b::');

export function isInside(text: string): boolean {
  const address = readAddress(text);
  if (!address) return true;
  if (isInNetwork(address, NAT64, 96))
    return ipaddr.fromByteArray(address.toByteArray().slice(12)).range() !== 'unicast';
  return address.range() !== 'unicast' || (address.kind() === 'ipv6' && !isInNetwork(address, PUBLIC_6, 3));
}

/** Returns the host of a URL. An IPv6 address has no brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;

/** Checks the address alone, without a DNS lookup. */
export function isNamedInside(url: URL): boolean {
  const host = hostOf(url);
  return isIP(host) === 0 ? LOCAL_NAME.test(host) : isInside(host);
}

/** Returns why nothing may be sent to an address. There is no DNS lookup, which is made when the message is sent. */
export function addressFault(
  text: string,
  { inside, protocols }: { inside: boolean; protocols: RegExp },
): 'webhook-address' | 'webhook-inside' | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !protocols.test(url.protocol) || url.username || url.password) return 'webhook-address';
  return !inside && isNamedInside(url) ? 'webhook-inside' : undefined;
}

export interface Found {
  address: string;
  family: number;
}

/** Resolves the host to all its addresses. One internal address is enough to refuse it. */
export async function addressesOf(url: URL): Promise<Found[]> {
  const host = hostOf(url);
  const family = isIP(host);
  return family === 0 ? lookup(host, { all: true }) : [{ address: host, family }];
}
