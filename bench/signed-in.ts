/** The request headers of a signed-in user of the demo plant. */
import { once } from './load.ts';

export const PASSWORD = 'Officina2026!';
export const SUPER_ADMIN = 'superadmin@officina.example';
export const JSON_BODY = { 'content-type': 'application/json' };

export async function signedIn(port: number, username = SUPER_ADMIN): Promise<Record<string, string>> {
  const reply = await once(port, {
    method: 'POST',
    path: '/api/cmms/utente/login',
    headers: JSON_BODY,
    body: JSON.stringify({ username, pwd: PASSWORD }),
  });
  return { authorization: `Bearer ${JSON.parse(reply).data.access_token}` };
}

export type Caller = <T = never>(method: string, path: string, body?: object) => Promise<{ data: T }>;

/** Returns a function that calls the API with these headers, and parses the reply. */
export const callerWith =
  (port: number, headers: Record<string, string>): Caller =>
  async (method, path, body) =>
    JSON.parse(
      await once(port, {
        method,
        path: `/api/cmms${path}`,
        headers: { ...headers, ...(body && JSON_BODY) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
