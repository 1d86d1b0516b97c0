/** The plant's identity provider: its settings, and its description, which is cached for an hour. */
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client';
import type { SettingOf } from '../../../../schemas/access.ts';
import type { Queryable } from '../../../database/engine.ts';
import { secretOf } from '../../settings/secrets.ts';
import { failureOf } from './failure.ts';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  secret: string | undefined;
}

export interface Provider extends ProviderSettings {
  configuration: Configuration;
}

const CACHE_MS = 60 * 60 * 1000;
const TIMEOUT_S = 10;

const nameOf = (setting: SettingOf) => ({
  issuer: setting('SsoIssuer')?.trim() ?? '',
  clientId: setting('SsoClientId')?.trim() ?? '',
});

export function isSignOnSet(setting: SettingOf): boolean {
  const { issuer, clientId } = nameOf(setting);
  return URL.canParse(issuer) && clientId !== '';
}

/** Returns whether sign-in through the provider is enabled. */
export const isSignOnOn = (setting: SettingOf): boolean =>
  setting('SsoAttivo') === '1' && isSignOnSet(setting);

/**
 * Returns whether only super administrators may sign in with a password. They always may, so that a failed provider
 * never locks out all users.
 */
export const isSignOnOnly = (setting: SettingOf): boolean =>
  setting('SsoSolo') === '1' && isSignOnOn(setting);

/**
 * Returns how the client authenticates. A client is registered for one method. If the provider supports both, this
 * is the default of the standard.
 */
function clientAuth(secret: string | undefined): ClientAuth {
  if (!secret) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const onlyPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return (onlyPost ? post : basic)(server, client, body, headers);
  };
}

export interface Providers {
  /** Returns the provider, or throws a ProviderFailure. With `reload`, the cache is not used. */
  find(database: Queryable, setting: SettingOf, reload?: boolean): Promise<Provider>;
}

/** With `insecure`, plain http is allowed, if the configuration says so. */
export function createProviders({ insecure }: { insecure: boolean }): Providers {
  let cached: { key: string; until: number; configuration: Promise<Configuration> } | undefined;

  const discover = ({ issuer, clientId, secret }: ProviderSettings): Promise<Configuration> =>
    discovery(new URL(issuer), clientId, secret, clientAuth(secret), {
      timeout: TIMEOUT_S,
      execute: [enableNonRepudiationChecks, ...(insecure ? [allowInsecureRequests] : [])],
    });

  return {
    async find(database, setting, reload = false) {
      const settings = { ...nameOf(setting), secret: await secretOf(database, 'SsoClientSecret') };
      const key = JSON.stringify(settings);
      if (reload || cached?.key !== key || cached.until < Date.now())
        cached = { key, until: Date.now() + CACHE_MS, configuration: discover(settings) };
      const current = cached;
      try {
        return { ...settings, configuration: await current.configuration };
      } catch (error) {
        if (cached === current) cached = undefined;
        throw failureOf(error, settings, 'discovery');
      }
    },
  };
}
