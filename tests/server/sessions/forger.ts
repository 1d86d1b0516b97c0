/** An identity provider that signs anything: its replies are valid except for the test's changes. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { Row } from '../../../schemas/entity.ts';

export interface Forgery {
  claims?: JWTPayload;
  /** Signs with another key under the right name. */
  foreignKey?: boolean;
  /** Sends no signature. */
  unsigned?: boolean;
  /** Sends no identity token. */
  none?: boolean;
}

export interface Forger {
  issuer: string;
  /** The fault of the next reply, and changes of the provider's description. */
  forgery: Forgery;
  description: Row;
  /** The status of all replies. */
  status: number;
  /** Signs a token; undefined claims are left out. */
  sign(claims: JWTPayload, forgery?: Forgery): Promise<string>;
  /** The nonce of the next token. */
  nonce: string;
  close(): Promise<void>;
}

export async function openForger(client: string): Promise<Forger> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const now = () => Math.floor(Date.now() / 1000);

  const forger: Forger = {
    issuer,
    forgery: {},
    description: {},
    status: 200,
    nonce: '',
    async sign(claims, { foreignKey, unsigned } = {}) {
      const all = { iss: issuer, aud: client, sub: 'mario', iat: now(), exp: now() + 300, ...claims };
      if (unsigned)
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(all)).toString('base64url')}.`;
      return new SignJWT(all)
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign((foreignKey ? foreign : own).privateKey);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };

  const json = (response: ServerResponse, body: unknown) =>
    response.writeHead(forger.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const tokens = async () => {
    const { claims, none } = forger.forgery;
    const id_token = await forger.sign({ nonce: forger.nonce, ...claims }, forger.forgery);
    return { access_token: 'x', token_type: 'Bearer', ...(!none && { id_token }) };
  };

  server.on('request', async (request, response) => {
    request.resume();
    const { pathname } = new URL(request.url!, issuer);
    if (pathname === '/keys') json(response, { keys: [jwk] });
    else if (pathname === '/token') json(response, await tokens());
    else
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
        ...forger.description,
      });
  });
  return forger;
}
