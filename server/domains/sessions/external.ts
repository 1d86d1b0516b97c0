/** Sign-in through an identity provider: not set up on this plant, and the calls say so. */
import type { Call } from '../../http/call.ts';
import { refused } from '../../http/problem.ts';
import { bodySchema, readBody } from './body.ts';

const CODE = { authCode: 'text' } as const;
const AUTH = { auth: 'text' } as const;

export const externalCalls: Call[] = [
  {
    method: 'GET',
    path: '/auth/config',
    access: 'public',
    tag: 'session',
    summary: { it: "Configurazione dell'accesso esterno", en: 'Configuration of external sign-in' },
    reply: {
      type: 'object',
      properties: { enabled: { type: 'integer' }, url: { type: ['string', 'null'] } },
    },
    example: { data: { enabled: 0, url: null } },
    handle: async () => ({ data: { enabled: 0, url: null } }),
  },
  {
    method: 'POST',
    path: '/auth/auth',
    access: 'public',
    tag: 'session',
    summary: { it: "Scambio del codice dell'accesso esterno", en: 'Exchange the code of external sign-in' },
    body: bodySchema(CODE),
    example: { body: { authCode: 'SplxlOBeZQQYbYS6WxSbIA' }, data: { auth: '…' } },
    async handle(context) {
      readBody(context.body, CODE);
      throw refused('sso-disabled');
    },
  },
  {
    method: 'GET',
    path: '/auth/external-id/:id',
    access: 'public',
    tag: 'session',
    summary: {
      it: "L'identità esterna appartiene a un utente?",
      en: 'Does the external identity belong to a user?',
    },
    example: { data: 0 },
    async handle() {
      throw refused('sso-disabled');
    },
  },
  {
    method: 'POST',
    path: '/utente/login-sso',
    access: 'public',
    tag: 'session',
    summary: { it: "Accesso con un'identità esterna", en: 'Sign in with an external identity' },
    body: bodySchema(AUTH),
    example: { body: { auth: '…' }, data: { access_token: '…', refresh_token: '…' } },
    async handle(context) {
      readBody(context.body, AUTH);
      throw refused('sso-disabled');
    },
  },
];
