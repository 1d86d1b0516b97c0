/** IP addresses as values, read with ipaddr.js. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type NetworkAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Reads an address. An IPv4 address mapped into IPv6 becomes the IPv4 address. Returns undefined if the text is not
 * an address: ipaddr.js alone would also read '0177.0.0.1' and '127.1', and rejects interfaces such as '%eth0.100'.
 */
export function readAddress(text: string): NetworkAddress | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text.replace(/%.*$/, ''));
}

/** Returns whether the address is in the network. It is not if one is IPv4 and the other IPv6. */
export const isInNetwork = (address: NetworkAddress, network: NetworkAddress, bits: number): boolean =>
  address.kind() === network.kind() && address.match(network, bits);
