/** Where mailed links lead: the setting, or else the address by which people reach this server. */
import type { Family, SettingOf } from '../../../schemas/access.ts';
import type { Context } from '../../http/call.ts';

export interface Addresses {
  /** An administrator came by this address, so it is ours. */
  learn(origin: string, family: Family): void;
  forAdministrator(context: Context): string;
  /**
   * A stranger may send any Host header, and a link in a mail must not lead to his own server: his address counts
   * only when it is this machine's, or an administrator has come by it.
   */
  forStranger(context: Context): string | undefined;
  /** For mails that nobody's call has written. */
  known(setting: SettingOf): string;
}

const ADMINS: Family[] = ['SUADMIN', 'SUPER'];
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const isLoopback = (origin: string): boolean =>
  URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);

export function createAddresses(): Addresses {
  let ours: string[] = [];
  const set = (context: Context): string | undefined => context.setting('ClienteURL') || undefined;

  return {
    learn(origin, family) {
      if (ADMINS.includes(family)) ours = [...ours.filter((one) => one !== origin), origin].slice(-20);
    },
    known: (setting) => setting('ClienteURL') || ours.at(-1) || '',
    forAdministrator: (context) => set(context) ?? context.origin,
    forStranger(context) {
      const { origin } = context;
      return set(context) ?? (ours.includes(origin) || isLoopback(origin) ? origin : ours.at(-1));
    },
  };
}
