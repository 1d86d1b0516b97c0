/** The base address of mailed links: the setting, else an address by which users reach this server. */
import type { Family, SettingOf } from '../../../schemas/access.ts';
import type { Context } from '../../http/call.ts';

export interface Addresses {
  /** Remembers the address that an administrator used: it is one of ours. */
  learn(origin: string, family: Family): void;
  forAdministrator(context: Context): string;
  /**
   * Returns the address for a request without a session, whose Host header cannot be trusted: it counts only if it
   * is this machine or an administrator has used it. Otherwise a mailed link could lead to a foreign server.
   */
  forStranger(context: Context): string | undefined;
  /** Returns the address for mails that no request causes. */
  withoutRequest(setting: SettingOf): string;
}

const ADMINS: Family[] = ['SUADMIN', 'SUPER'];
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const isLoopback = (origin: string): boolean =>
  URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);

export function createAddresses(): Addresses {
  let trusted: string[] = [];
  const fromSetting = (context: Context): string | undefined => context.setting('ClienteURL') || undefined;

  return {
    learn(origin, family) {
      if (ADMINS.includes(family)) trusted = [...trusted.filter((one) => one !== origin), origin].slice(-20);
    },
    withoutRequest: (setting) => setting('ClienteURL') || trusted.at(-1) || '',
    forAdministrator: (context) => fromSetting(context) ?? context.origin,
    forStranger(context) {
      const { origin } = context;
      return (
        fromSetting(context) ?? (trusted.includes(origin) || isLoopback(origin) ? origin : trusted.at(-1))
      );
    },
  };
}
