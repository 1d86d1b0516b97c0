/** A real OpenID Connect provider in the test's process; a name typed on its page signs that person in. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'officina', secret: 'segreto-di-prova/+=%' };

export interface IdentityProvider {
  issuer: string;
  close(): Promise<void>;
}

interface GrantContext {
  client: { clientId: string };
  session: { accountId: string };
}

function configurationFor(
  returns: string[],
  grantOf: (context: { oidc: GrantContext }) => Promise<unknown>,
): object {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: returns,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    cookies: { keys: ['officina-test'] },
    findAccount: async (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    loadExistingGrant: grantOf,
  };
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new URLSearchParams(Buffer.concat(parts).toString());
}

const PAGE = `<!doctype html><html lang="it"><head><meta charset="utf-8"><title>Account aziendale</title>
  <link rel="icon" href="data:,"></head><body><h1>Account aziendale</h1><form method="post">
  <label>Chi sei? <input name="who"></label><button>Entra</button></form></body></html>`;

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    return;
  }
  const who = (await bodyOf(request)).get('who');
  const result = who ? { login: { accountId: who } } : { error: 'access_denied' };
  await provider.interactionFinished(request, response, result);
}

/** `returns`: allowed return addresses. */
export async function openIdentityProvider(returns: string[]): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: Provider = new Provider(
    issuer,
    configurationFor(returns, async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    }),
  );
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url!.startsWith('/interaction/'))
      interact(provider, request, response).catch((error) => response.writeHead(500).end(String(error)));
    else answer(request, response);
  });
  return {
    issuer,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/**
 * Acts as a browser there: follows redirects, keeps cookies, types the name; an empty name is a refusal. Returns the
 * return address.
 */
export async function signInThere(start: string, who: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const issuer = new URL(start).origin;
  const ask = async (url: string, body?: URLSearchParams): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    return reply;
  };
  let reply = await ask(start);
  for (let step = 0; step < 10; step += 1) {
    const location = reply.headers.get('location');
    if (location === null) throw new Error(`${reply.status}: ${await reply.text()}`);
    const url = new URL(location, issuer);
    if (url.origin !== issuer) return url;
    reply = await ask(
      url.href,
      url.pathname.startsWith('/interaction/') ? new URLSearchParams({ who }) : undefined,
    );
  }
  throw new Error('The provider leads in a circle');
}
