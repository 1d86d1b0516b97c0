/** The plant's identity provider: as the settings name it, and as it describes itself, asked once an hour. */
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

const KEPT_MS = 60 * 60 * 1000;
const TIMEOUT_S = 10;

const nameOf = (setting: SettingOf) => ({
  issuer: setting('SsoIssuer')?.trim() ?? '',
  clientId: setting('SsoClientId')?.trim() ?? '',
});

export function isSignOnSet(setting: SettingOf): boolean {
  const { issuer, clientId } = nameOf(setting);
  return URL.canParse(issuer) && clientId !== '';
}

/** People come in this way. */
export const isSignOnOn = (setting: SettingOf): boolean =>
  setting('SsoAttivo') === '1' && isSignOnSet(setting);

/** Nobody but super admins comes in by password; they do, so that a provider that is gone locks nobody out for good. */
export const isSignOnOnly = (setting: SettingOf): boolean =>
  setting('SsoSolo') === '1' && isSignOnOn(setting);

/** A client is registered for one way; where the provider knows both, the standard's own is taken. */
function clientAuth(secret: string | undefined): ClientAuth {
  if (!secret) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const onlyPost = ways.includes('client_secret_post') && !ways.includes('client_secret_basic');
    return (onlyPost ? post : basic)(server, client, body, headers);
  };
}

export interface Providers {
  /** Throws a ProviderFailure. `anew`: what was read before does not count. */
  find(database: Queryable, setting: SettingOf, anew?: boolean): Promise<Provider>;
}

/** Plain http is for a configuration that says so. */
export function createProviders({ insecure }: { insecure: boolean }): Providers {
  let kept: { key: string; until: number; configuration: Promise<Configuration> } | undefined;

  const ask = ({ issuer, clientId, secret }: ProviderSettings): Promise<Configuration> =>
    discovery(new URL(issuer), clientId, secret, clientAuth(secret), {
      timeout: TIMEOUT_S,
      execute: [enableNonRepudiationChecks, ...(insecure ? [allowInsecureRequests] : [])],
    });

  return {
    async find(database, setting, anew = false) {
      const settings = { ...nameOf(setting), secret: await secretOf(database, 'SsoClientSecret') };
      const key = JSON.stringify(settings);
      if (anew || kept?.key !== key || kept.until < Date.now())
        kept = { key, until: Date.now() + KEPT_MS, configuration: ask(settings) };
      const mine = kept;
      try {
        return { ...settings, configuration: await mine.configuration };
      } catch (error) {
        if (kept === mine) kept = undefined;
        throw failureOf(error, settings, 'discovery');
      }
    },
  };
}
