/** The message after a start: the address of the application, and how to sign in. */
import { networkInterfaces } from 'node:os';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './domains/sessions/demo-accounts.ts';
import type { Invitation } from './open-plant.ts';

const ANY = new Set(['0.0.0.0', '::']);

const lanAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

/** Returns the address for this machine and, if the server listens on all addresses, the one for others. */
export function addressesOf(host: string, port: number): [string, ...string[]] {
  const at = (name: string): string => `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  if (!ANY.has(host)) return [at(host)];
  const lan = lanAddress();
  return lan ? [at('localhost'), at(lan)] : [at('localhost')];
}

interface GreetingFacts {
  demo: boolean;
  invitation: Invitation | undefined;
  /** Whether the setting ClienteURL defines the public address. */
  isAddressSet: boolean;
  /** Whether users come by https through a proxy that is not configured. */
  isProxyUnnamed: boolean;
}

export function greeting(
  addresses: string[],
  { demo, invitation, isAddressSet, isProxyUnnamed }: GreetingFacts,
): string {
  const lines = ['', `  Officina is at  ${addresses.join('  and  ')}`, ''];
  if (demo) {
    lines.push(`  A demo plant. Sign in with the password ${DEMO_PASSWORD} as`);
    lines.push(...DEMO_ACCOUNTS.map((mail) => `    ${mail}`), '');
  }
  if (invitation) {
    lines.push(
      `  No super admin has a password yet. ${invitation.mail} can choose one here, once, within 72 hours:`,
    );
    lines.push(`    ${invitation.link}`, '');
  }
  if (!demo && !isAddressSet)
    lines.push(
      '  The setting ClienteURL is empty: links in mails, calendars and QR codes begin with the address that the',
      '  browser used. A super admin sets the right one in the settings.',
      '',
    );
  if (isProxyUnnamed)
    lines.push(
      '  OFFICINA_HTTPS is set and OFFICINA_TRUSTED_PROXY is not: every user has the address of the proxy, and the',
      '  failed logins of one user delay all. See docs/deploy.md.',
      '',
    );
  lines.push('  Ctrl+C stops it.', '');
  return lines.join('\n');
}
