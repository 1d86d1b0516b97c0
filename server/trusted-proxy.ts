/** OFFICINA_TRUSTED_PROXY: the proxies whose forwarded headers are trusted. */
import { isIP } from 'node:net';
import { StartupError } from './database/startup-error.ts';
import { isInNetwork, type NetworkAddress, readAddress } from './http/network-address.ts';

/** Returns whether a proxy is trusted. `hop` counts from the server outwards, from 0. */
export type TrustedProxy = (address: string, hop: number) => boolean;

const MOST_HOPS = 9;

const wrong = (text: string): never => {
  throw new StartupError(
    `OFFICINA_TRUSTED_PROXY=${text} is neither a number of proxies (1 to ${MOST_HOPS}) nor a list of their addresses: ` +
      'use 1, or 127.0.0.1, or 10.0.0.0/24,fd00::1.',
  );
};

type Network = [NetworkAddress, number];

/** Reads '10.0.0.1' or '10.0.0.0/24'. The bits of an IPv4 network written as IPv6 are counted from its IPv4 part. */
function readNetwork(text: string): Network | undefined {
  const [, written = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = readAddress(written);
  if (!address) return undefined;
  const whole = address.toByteArray().length * 8;
  const outside = isIP(written) === 6 && whole === 32 ? 96 : 0;
  const length = bits === undefined ? whole : Number(bits) - outside;
  return length >= 0 && length <= whole ? [address, length] : undefined;
}

function addressesOf(text: string): TrustedProxy {
  const networks = text.split(',').map((part) => readNetwork(part.trim()) ?? wrong(text));
  return (sender) => {
    const address = readAddress(sender);
    return address !== undefined && networks.some(([network, bits]) => isInNetwork(address, network, bits));
  };
}

/**
 * Returns the proxies. Returns undefined if none is configured: forwarded headers are then not read, since anyone
 * could write them.
 */
export function readTrustedProxy(setting: string | undefined): TrustedProxy | undefined {
  const text = setting?.trim();
  if (!text) return undefined;
  if (!/^\d+$/.test(text)) return addressesOf(text);
  const hops = Number(text);
  if (hops < 1 || hops > MOST_HOPS) return wrong(text);
  return (_address, hop) => hop < hops;
}
