/** Why the identity provider failed, classified by what can be done about it. */

import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { codeOf } from '../../../../schemas/failures.ts';
import { isObject } from '../../../../schemas/shape-parts.ts';
import type { Params, Sentence } from '../../../http/problem.ts';
import { say } from '../../../http/problem.ts';

export class ProviderFailure extends Error {
  override name = 'ProviderFailure';

  constructor(
    readonly sentence: Sentence,
    readonly params: Params,
    /** The message on the sign-in page. Everything else is for the super administrator and the log. */
    readonly forPerson: Sentence,
    cause: unknown,
  ) {
    super(say(sentence, 'en', params), { cause });
  }
}

type Step = 'discovery' | 'keys' | 'token';

interface Coded {
  code?: string;
  message?: string;
}

const NO_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const LATE = /TIMEOUT|^ETIMEDOUT$/;
const CERTIFICATE = /^ERR_(SSL|TLS)|CERT|SELF_SIGNED|UNABLE_TO|^EPROTO$/;
const REASON_LENGTH = 300;

/** Finds the first cause, because names, ports and certificates all fail as `fetch failed`. */
function rootCauseOf(error: unknown): Coded {
  let rootCause = error;
  for (let depth = 0; depth < 5 && rootCause instanceof Error && rootCause.cause instanceof Error; depth += 1)
    rootCause = rootCause.cause;
  return { code: codeOf(rootCause), message: rootCause instanceof Error ? rootCause.message : undefined };
}

function lineSentence(code: string): Sentence {
  if (NO_NAME.has(code)) return 'sso-name';
  if (code === 'ECONNREFUSED') return 'sso-refused';
  if (CERTIFICATE.test(code)) return 'sso-certificate';
  return LATE.test(code) ? 'sso-timeout' : 'sso-unreachable';
}

const CLIENT_ERRORS = new Set(['invalid_client', 'unauthorized_client']);

function replySentence(error: ClientError, step: Step): Sentence {
  if (error.code === 'OAUTH_TIMEOUT') return 'sso-timeout';
  if (error.code === 'OAUTH_HTTP_REQUEST_FORBIDDEN') return 'sso-http';
  if (step !== 'discovery') return 'sso-answer';
  return error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' ? 'sso-issuer' : 'sso-discovery';
}

/** Returns the status of a reply that is not a description; empty if there is no status. */
function statusOf({ cause }: ClientError): string {
  if (cause instanceof Response) return `${cause.status} ${cause.headers.get('content-type') ?? ''}`.trim();
  return '';
}

function foundIssuer({ cause }: ClientError): string {
  const body = isObject(cause) ? cause.body : undefined;
  return String((isObject(body) && body.issuer) || '');
}

export function failureOf(
  error: unknown,
  { issuer, clientId }: { issuer: string; clientId: string },
  step: Step,
) {
  if (error instanceof ProviderFailure) return error;
  const rootCause = rootCauseOf(error);
  const reason = String(rootCause.message ?? error)
    .replaceAll(/\s+/g, ' ')
    .slice(0, REASON_LENGTH);
  const params = {
    host: URL.canParse(issuer) ? new URL(issuer).host : issuer,
    issuer,
    client: clientId,
    reason,
  };
  const make = (sentence: Sentence, forPerson: Sentence, more: Params = {}) =>
    new ProviderFailure(sentence, { ...params, ...more }, forPerson, error);
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    if (CLIENT_ERRORS.has(error.error)) return make('sso-client', 'sso-failed', { reason: error.error });
    return error.error === 'invalid_grant'
      ? make('sso-code', 'sso-code')
      : make('sso-answer', 'sso-failed', { reason: error.error });
  }
  if (error instanceof WWWAuthenticateChallengeError)
    return make('sso-client', 'sso-failed', { reason: String(error.status) });
  if (error instanceof ClientError) {
    const sentence = replySentence(error, step);
    const more = { found: foundIssuer(error), reason: statusOf(error) || `${error.message}: ${reason}` };
    return make(
      sentence,
      step === 'discovery' || sentence === 'sso-timeout' ? 'sso-unavailable' : 'sso-failed',
      more,
    );
  }
  return make(lineSentence(rootCause.code ?? ''), 'sso-unavailable');
}
