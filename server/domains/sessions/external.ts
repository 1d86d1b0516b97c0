/** Sign-in through the company's identity provider: OpenID Connect, code flow with PKCE. */

import { decodeJwt } from 'jose';
import type { Call, Context, RawReply, Reply } from '../../http/call.ts';
import { refused, type Sentence, say } from '../../http/problem.ts';
import { NO_DATA } from '../../http/reply-schemas.ts';
import { BadToken } from '../../http/tokens.ts';
import { admit } from './admit.ts';
import { bodySchema, readBody } from './body.ts';
import { pairReply } from './cookie.ts';
import { PAIR, PAIR_EXAMPLE, type TokenPair } from './logins.ts';
import { personByIdentity } from './people.ts';
import type { Parts } from './session-dependencies.ts';
import { ProviderFailure } from './sign-on/failure.ts';
import {
  identityBehind,
  returnAddress,
  signIdentity,
  startAddress,
  startFlow,
  takeFlow,
  takeOnce,
} from './sign-on/flow.ts';
import {
  createProviders,
  isSignOnOn,
  isSignOnOnly,
  isSignOnSet,
  type Providers,
} from './sign-on/provider.ts';
import { testSteps } from './sign-on/provider-check.ts';
import { identityIn } from './sign-on/vouched.ts';

const CALLBACK = { authCode: 'text?', state: 'text?', iss: 'text?', error: 'text?' } as const;
const AUTH = { auth: 'text' } as const;
const FAILURES_A_MINUTE = 10;
const QUESTIONS_A_MINUTE = 30;

interface SignOn extends Parts {
  providers: Providers;
}

/** Logs the failure of the provider and throws a message for the user. */
function refuseForUser(context: Context, error: unknown): never {
  if (!(error instanceof ProviderFailure)) throw error;
  context.log.warn(`single sign-on: ${error.message}`);
  throw refused(error.forPerson);
}

function requireOn({ setting }: Context): void {
  if (!isSignOnOn(setting)) throw refused('sso-disabled');
}

/** Redirects to the provider, or to our own page with the error, because a browser makes this call. */
async function start({ providers, sessions }: SignOn, context: Context): Promise<RawReply> {
  const redirectTo = (location: string, cookie?: string): RawReply => ({
    raw: '',
    type: 'text/plain; charset=utf-8',
    status: 302,
    headers: { location, ...(cookie && { 'set-cookie': cookie }) },
  });
  if (!isSignOnOn(context.setting)) return redirectTo('/auth?error=disabled');
  try {
    const provider = await providers.find(context.database, context.setting);
    const { location, cookie } = await startFlow(provider, sessions.tokens, context);
    return redirectTo(location, cookie);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    context.log.warn(`single sign-on: ${error.message}`);
    return redirectTo('/auth?error=server_error');
  }
}

/** Messages for the errors in a redirect from the provider. */
const PROVIDER_ERRORS: Record<string, Sentence> = {
  access_denied: 'sso-denied',
  disabled: 'sso-disabled',
  server_error: 'sso-unavailable',
  temporarily_unavailable: 'sso-unavailable',
};

async function exchangeCode({ providers, sessions }: SignOn, context: Context): Promise<Reply> {
  const { authCode: code, state, iss, error } = readBody(context.body, CALLBACK);
  requireOn(context);
  if (error) throw refused(PROVIDER_ERRORS[error] ?? 'sso-failed');
  if (!code || !state) throw refused('sso-state');
  const flow = await takeFlow(sessions.tokens, context, state);
  try {
    const provider = await providers.find(context.database, context.setting);
    const sub = await identityBehind(provider, flow, { code, state, iss });
    return { data: { auth: await signIdentity(sessions.tokens, sub) } };
  } catch (problem) {
    return refuseForUser(context, problem);
  }
}

const isOwnToken = (auth: string): boolean => {
  try {
    return decodeJwt(auth).iss === 'officina';
  } catch {
    throw refused('sso-failed');
  }
};

async function identityOfToken(
  { sessions: { tokens } }: SignOn,
  context: Context,
  auth: string,
): Promise<string> {
  const claims = await tokens.read('identity', auth).catch((error) => {
    throw error instanceof BadToken ? refused('sso-state') : error;
  });
  if (!claims.sub || !(await takeOnce(context.database, claims.jti))) throw refused('sso-state');
  return claims.sub;
}

async function portalIdentity({ providers }: SignOn, context: Context, auth: string): Promise<string> {
  const { database, setting } = context;
  if (setting('SsoPortale') !== '1') throw refused('sso-disabled');
  try {
    return await identityIn(database, await providers.find(database, setting), auth);
  } catch (problem) {
    return refuseForUser(context, problem);
  }
}

/** Signs in. An unknown identity creates no user. The message contains the identity for the administrator. */
async function signIn(parts: SignOn, context: Context): Promise<TokenPair> {
  const { auth } = readBody(context.body, AUTH);
  requireOn(context);
  const identity = await (isOwnToken(auth) ? identityOfToken : portalIdentity)(parts, context, auth);
  const person = await personByIdentity(context.database, identity);
  if (!person) throw refused('sso-unknown', { identity });
  if (person.attivo !== 1) throw refused('sso-inactive');
  return admit(parts, context, person, 'esterno');
}

async function testProvider({ providers }: SignOn, context: Context): Promise<Reply> {
  const { database, setting, language } = context;
  if (!isSignOnSet(setting)) throw refused('sso-not-set');
  const address = returnAddress(context);
  try {
    const provider = await providers.find(database, setting, true);
    await testSteps(provider, address);
    const description = say('sso-tried', language, {
      issuer: provider.issuer,
      client: provider.clientId,
      address,
    });
    return { data: null, description };
  } catch (error) {
    if (error instanceof ProviderFailure) throw refused(error.sentence, error.params);
    throw error;
  }
}

function configuration(context: Context): Reply {
  const { setting } = context;
  const enabled = isSignOnOn(setting);
  return {
    data: {
      enabled: enabled ? 1 : 0,
      url: enabled ? startAddress(context) : null,
      text: enabled ? setting('SsoTesto')?.trim() || null : null,
      only: isSignOnOnly(setting) ? 1 : 0,
    },
  };
}

async function isIdentityKnown(context: Context): Promise<Reply> {
  requireOn(context);
  if (context.setting('SsoPortale') !== '1') throw refused('sso-disabled');
  return { data: (await personByIdentity(context.database, context.params.id ?? '')) ? 1 : 0 };
}

const SHARED = { access: 'public' as const, tag: 'session' };

const CONFIGURATION: Call = {
  ...SHARED,
  method: 'GET',
  path: '/auth/config',
  summary: { it: "Configurazione dell'accesso esterno", en: 'Configuration of external sign-in' },
  reply: {
    type: 'object',
    properties: {
      enabled: { type: 'integer' },
      url: { type: ['string', 'null'], description: 'The address for the redirect' },
      text: { type: ['string', 'null'], description: 'The label of the button' },
      only: { type: 'integer', description: '1 if only super administrators may use a password' },
    },
  },
  example: { data: { enabled: 1, url: '/api/cmms/auth/avvio', text: null, only: 0 } },
  handle: async (context) => configuration(context),
};

const testCall = (signOn: SignOn): Call => ({
  method: 'POST',
  path: '/auth/prova',
  once: 'beside',
  access: [{ role: 'SUADMIN' }],
  tag: 'session',
  summary: { it: "Prova dell'accesso esterno", en: 'Test external sign-in' },
  ...NO_DATA,
  handle: (context) => testProvider(signOn, context),
});

export function externalCalls(parts: Parts, { insecure }: { insecure: boolean }): Call[] {
  const signOn: SignOn = { ...parts, providers: createProviders({ insecure }) };
  const failures = parts.sessions.limits.attempts('external', FAILURES_A_MINUTE);
  const questions = parts.sessions.limits.attempts('external-id', QUESTIONS_A_MINUTE, { countAll: true });
  return [
    CONFIGURATION,
    {
      ...SHARED,
      method: 'GET',
      path: '/auth/avvio',
      summary: { it: "Verso il provider d'identità (302)", en: 'Redirect to the identity provider (302)' },
      bare: 'redirect',
      example: { data: '' },
      handle: (context) => start(signOn, context),
    },
    {
      ...SHARED,
      method: 'POST',
      path: '/auth/auth',
      summary: { it: "Scambio del codice dell'accesso esterno", en: 'Exchange the code of external sign-in' },
      body: bodySchema(CALLBACK),
      reply: { type: 'object', properties: { auth: { type: 'string' } } },
      example: { body: { authCode: 'SplxlOBeZQQYbYS6WxSbIA', state: 'af0ifjsldkj' }, data: { auth: '…' } },
      handle: (context) => failures.run(context.address, () => exchangeCode(signOn, context)),
    },
    {
      ...SHARED,
      method: 'GET',
      path: '/auth/external-id/:id',
      summary: {
        it: "L'identità esterna appartiene a un utente?",
        en: 'Whether the external identity belongs to a user',
      },
      reply: { type: 'integer' },
      example: { data: 0 },
      handle: (context) => questions.run(context.address, () => isIdentityKnown(context)),
    },
    {
      ...SHARED,
      method: 'POST',
      path: '/utente/login-sso',
      summary: { it: "Accesso con un'identità esterna", en: 'Sign in with an external identity' },
      body: bodySchema(AUTH),
      reply: PAIR,
      example: { body: { auth: '…' }, data: PAIR_EXAMPLE },
      async handle(context) {
        const pair = await failures.run(context.address, () => signIn(signOn, context));
        return pairReply(signOn.sessions.tokens, context, pair);
      },
    },
    testCall(signOn),
  ];
}
