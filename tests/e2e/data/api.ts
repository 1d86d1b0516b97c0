/** Prepares and looks up data through the API, with the demo plant's accounts. */
import { expect } from 'vitest';
import type { Family } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';

export const ACCOUNTS: Record<Family, string> = {
  SUADMIN: 'superadmin@officina.example',
  SUPER: 'admin@officina.example',
  RIFTEC: 'tecnico@officina.example',
  RESP: 'segnalatore@officina.example',
};
export const PASSWORD = 'Officina2026!';

export interface Tokens {
  access_token: string;
  /** The browser's session cookie: name=value. */
  cookie: string;
  /** The user's id. */
  user?: number;
}

interface Envelope {
  result: number;
  description: string;
  data: unknown;
}

export type Api = <T = Row>(method: string, path: string, body?: unknown) => Promise<T>;

/** Returns the claims of a token. */
export const claimsOf = (token: string): Row =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

/** Returns a token with changed claims and the old, now invalid signature. */
export function forged(token: string, changes: Row): string {
  const [head, , signature] = token.split('.');
  const body = Buffer.from(JSON.stringify({ ...claimsOf(token), ...changes })).toString('base64url');
  return `${head}.${body}.${signature}`;
}

export const tokenWith = (claims: Row): string =>
  forged(`${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.c2lnbmF0dXJl`, claims);

export const apiWith =
  (url: string, token?: string): Api =>
  async <T>(method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${url}/api/cmms${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const envelope = (await reply.json()) as Envelope;
    expect(envelope.result, `${method} ${path}: ${JSON.stringify(envelope)}`).toBe(0);
    return envelope.data as T;
  };

/** Signs in, which ends any other session of the account. */
export async function logIn(url: string, family: Family): Promise<Tokens> {
  const reply = await fetch(`${url}/api/cmms/utente/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Officina-Session': 'cookie' },
    body: JSON.stringify({ username: ACCOUNTS[family], pwd: PASSWORD }),
  });
  const { data, result, description } = (await reply.json()) as Envelope;
  expect(result, `${family}: ${description}`).toBe(0);
  const { access_token } = data as Tokens;
  const { idUtente } = claimsOf(access_token).user as { idUtente: number };
  return { access_token, cookie: reply.headers.get('set-cookie')!.split(';')[0]!, user: idUtente };
}

export async function apiAs(url: string, family: Family): Promise<Api> {
  return apiWith(url, (await logIn(url, family)).access_token);
}
