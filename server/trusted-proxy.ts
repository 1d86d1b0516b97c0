/** OFFICINA_TRUSTED_PROXY: the proxies whose forwarded headers are trusted. */
import { BlockList, isIP } from 'node:net';
import { StartupError } from './database/startup-error.ts';

/** `hop` counts from the server outwards, from 0. */
export type TrustedProxy = (address: string, hop: number) => boolean;

const MOST_HOPS = 9;
const BITS = { ipv4: 32, ipv6: 128 } as const;

const wrong = (text: string): never => {
  throw new StartupError(
    `OFFICINA_TRUSTED_PROXY=${text} is neither a number of proxies (1 to ${MOST_HOPS}) nor a list of their addresses: ` +
      'use 1, or 127.0.0.1, or 10.0.0.0/24,fd00::1.',
  );
};

const family = (version: number): 'ipv4' | 'ipv6' => (version === 6 ? 'ipv6' : 'ipv4');

function addressesOf(text: string): TrustedProxy {
  const list = new BlockList();
  for (const part of text.split(',').map((one) => one.trim())) {
    const [address = '', bits, more] = part.split('/');
    const version = isIP(address);
    if (version === 0 || more !== undefined) return wrong(text);
    if (bits === undefined) list.addAddress(address, family(version));
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= BITS[family(version)])
      list.addSubnet(address, Number(bits), family(version));
    else return wrong(text);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, family(version));
  };
}

/** Returns undefined if no proxy is configured: then forwarded headers are not read, since anyone could write them. */
export function readTrustedProxy(setting: string | undefined): TrustedProxy | undefined {
  const text = setting?.trim();
  if (!text) return undefined;
  if (!/^\d+$/.test(text)) return addressesOf(text);
  const hops = Number(text);
  if (hops < 1 || hops > MOST_HOPS) return wrong(text);
  return (_address, hop) => hop < hops;
}
