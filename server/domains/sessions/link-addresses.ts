/** The base address of mailed links: the setting, or else an address by which users reach this server. */
import type { Family, SettingOf } from '../../../schemas/access.ts';
import type { Context } from '../../http/call.ts';

export interface Addresses {
  /** Stores the address that an administrator used, because it is an address of this server. */
  learn(origin: string, family: Family): void;
  forAdministrator(context: Context): string;
  /**
   * Returns the address for a request without a session. Its Host header cannot be trusted: it counts only if it
   * names this machine or an administrator has used it. Otherwise a mailed link could lead to another server.
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
