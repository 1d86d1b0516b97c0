/** The headers of docs/proxy meet the server's needs: clients keep their addresses, and links are public. */
import { readFileSync } from 'node:fs';
import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTrustedProxy } from '../../server/trusted-proxy.ts';
import { type Plant, plant } from './plant/plant.ts';
import { DEMO_PASSWORD } from './plant/templates.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/proxy');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const HOST = 'officina.company.com';

/** The headers that a proxy forwards. */
type Headers = (request: IncomingMessage) => Record<string, string>;

/** Like nginx: headers in the file replace those of the client, an empty text removes them. */
const nginx: Headers = ({ headers, socket }) => {
  const variables: Record<string, string> = {
    $http_host: String(headers.host),
    $remote_addr: socket.remoteAddress!,
    $scheme: 'https',
  };
  const set = [...read('nginx.conf').matchAll(/^\s*proxy_set_header\s+(\S+)\s+(\S+);/gm)];
  return Object.fromEntries(
    set.map(([, name, value]) => [name!.toLowerCase(), value === '""' ? '' : variables[value!]!]),
  );
};

/** Like Caddy by default. */
const caddy: Headers = ({ headers, socket }) => ({
  host: String(headers.host),
  'x-forwarded-for': socket.remoteAddress!,
  'x-forwarded-proto': 'https',
  'x-forwarded-host': String(headers.host),
});

/** A proxy that only sets these headers. */
function proxyTo(port: number, headersOf: Headers): Promise<Server> {
  const proxy = createServer((from, to) => {
    const headers = Object.fromEntries(
      Object.entries({ ...from.headers, ...headersOf(from) }).filter(([, value]) => value !== ''),
    );
    const { method, url } = from;
    const on = ask({ port, host: '127.0.0.1', method, path: url, headers, agent: false }, (reply) => {
      to.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(to);
    });
    from.pipe(on);
  });
  return new Promise((done) => proxy.listen(0, '127.0.0.1', () => done(proxy)));
}

const portOf = (server: Server): number => (server.address() as { port: number }).port;

interface Sent {
  /** The client's address; this machine has many. */
  from?: string;
  token?: string;
  body?: object;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  text: string;
  headers: IncomingMessage['headers'];
}

function call(port: number, method: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { from = '127.0.0.1', token, body, headers } = sent;
  return new Promise((done, fail) => {
    const request = ask(
      {
        port,
        host: '127.0.0.1',
        localAddress: from,
        agent: false,
        method,
        path,
        headers: {
          host: HOST,
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      (reply) => {
        let text = '';
        reply.on('data', (part) => {
          text += part;
        });
        reply.on('end', () => done({ status: reply.statusCode!, text, headers: reply.headers }));
      },
    );
    request.on('error', fail);
    request.end(body && JSON.stringify(body));
  });
}

describe.each([
  ['nginx.conf', nginx],
  ['Caddyfile', caddy],
] as const)('behind the proxy of docs/proxy/%s', (file, headersOf) => {
  let demo: Plant;
  let proxy: Server;
  beforeAll(async () => {
    // The start command that the file documents.
    expect(read(file)).toContain('OFFICINA_HTTPS=1 OFFICINA_TRUSTED_PROXY=1 npm start');
    demo = await plant([], { https: true, trustProxy: readTrustedProxy('1') });
    await demo.app.server.listen({ host: '127.0.0.1', port: 0 });
    proxy = await proxyTo(portOf(demo.app.server.server as Server), headersOf);
  });
  afterAll(async () => {
    proxy.close();
    await demo.close();
  });

  const signIn = (sent: Sent, pwd: string) =>
    call(portOf(proxy), 'POST', '/api/cmms/utente/login', {
      ...sent,
      body: { username: 'superadmin@officina.example', pwd },
    });

  it('a stranger is slowed down by their own address, whatever header they send, and nobody else is [W16]', async () => {
    const tries: number[] = [];
    for (let n = 0; n < 6; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}` };
      const body = { username: `nobody${n}@officina.example`, pwd: 'wrong' };
      const sent = { from: '127.0.0.9', headers, body };
      tries.push((await call(portOf(proxy), 'POST', '/api/cmms/utente/login', sent)).status);
    }
    expect(tries).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await signIn({ from: '127.0.0.8' }, DEMO_PASSWORD)).status).toBe(200);
  });

  it('links begin with the public name, or with ClienteURL, and never with a forged header', async () => {
    const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const { data } = JSON.parse((await signIn({ headers: forged }, DEMO_PASSWORD)).text);
    const feed = async () => {
      const sent = { token: data.access_token, headers: forged };
      const made = await call(portOf(proxy), 'POST', '/api/cmms/calendario/', sent);
      return JSON.parse(made.text).data.link as string;
    };
    const link = await feed();
    expect(link).toMatch(new RegExp(`^https://${HOST}/api/cmms/calendario/`));
    const { text, headers } = await call(portOf(proxy), 'GET', new URL(link).pathname);
    const address = /^URL[^:]*:(\S+)/m.exec(text);
    if (address) expect(address[1]).toMatch(new RegExp(`^https://${HOST}/`));
    expect(headers['strict-transport-security']).toMatch(/max-age/);
    const id = await demo.idOf('parametro', { codice: 'ClienteURL' });
    const valore = 'https://impianto.company.com';
    await call(portOf(proxy), 'PUT', `/api/cmms/parametro/${id}`, {
      token: data.access_token,
      body: { valore },
    });
    expect(await feed()).toMatch(/^https:\/\/impianto\.company\.com\//);
  });

  it('accepts a file', () => {
    const most = /(?:client_max_body_size|max_size)\s+(\d+)(?:m|MB)\b/.exec(read(file));
    expect(Number(most?.[1])).toBeGreaterThan(25);
  });
});
