/** Every reply: envelope, headers, and a trace after an error. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { type App, buildApp } from '../../server/app.ts';
import type { Database } from '../../server/database/engine.ts';
import { diskStore } from '../../server/files/disk-store.ts';
import type { Call } from '../../server/http/call.ts';
import { registerCalls } from '../../server/http/register.ts';
import { type Plant, plant, VISITORS } from './plant/plant.ts';

let demo: Plant;

/** The plant behind a port of its own: what a caller without a body receives shows only on a connection. */
async function listening(): Promise<{ addresses: string; close(): Promise<void> }> {
  const app = await buildApp({ ...demo, version: '0', site: '/nowhere' });
  return { addresses: await app.server.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
}

const BROKEN: Call = {
  method: 'GET',
  path: '/broken',
  access: 'public',
  tag: 'test',
  summary: { it: 'Rotta', en: 'Broken' },
  handle: async () => {
    throw new TypeError('the password of the database is secret');
  },
};

beforeAll(async () => {
  demo = await plant();
  registerCalls(demo.app.server, [BROKEN], {
    database: demo.database,
    files: diskStore(demo.folder),
    setting: () => undefined,
    definitionsOf: () => [],
    authenticate: async () => undefined,
  });
});
afterAll(() => demo.close());

describe('every reply', () => {
  it.each(VISITORS)('is an envelope, for %s [api-envelope]', async (who) => {
    const client = await demo.as(who);
    for (const path of ['/classe/', '/utente/1', '/costo/?pag=0', '/nothing/', '/broken/']) {
      const answer = await client.get(path);
      expect(answer).toMatchObject({ result: expect.any(Number), description: expect.any(String) });
      expect(answer).toHaveProperty('data');
      expect(answer.result === 0).toBe(answer.status === 200);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it('has the headers that keep a browser safe', async () => {
    const { headers } = await (await demo.as('SUADMIN')).get('/classe/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('is compressed when it is long and the caller can read it', async () => {
    const headers = { 'accept-encoding': 'br, gzip', authorization: `Bearer ${await demo.token('SUADMIN')}` };
    const long = await demo.app.server.inject({ url: '/api/cmms/checklist/voce/', headers });
    expect(long.headers['content-encoding']).toBe('br');
    const short = await demo.app.server.inject({ url: '/health', headers });
    expect(short.headers).not.toHaveProperty('content-encoding');
  });

  it('with data of users are not cached', async () => {
    const { headers } = await (await demo.as('SUADMIN')).get('/utente/');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('the version of the settings', () => {
  it('contains a version in each reply to signed-in users, which changes with any setting except private ones', async () => {
    const [admin, reporter] = [await demo.as('SUADMIN'), await demo.as('RESP')];
    const version = async () => (await reporter.get('/classe/')).headers['x-officina-settings'];
    const set = async (codice: string, valore: string) =>
      admin.put(`/parametro/${await demo.idOf('parametro', { codice })}`, { valore });
    const first = await version();
    expect(first).toMatch(/^[\w-]{12}$/);
    expect((await (await demo.as('nobody')).get('/lingua/default')).headers).not.toHaveProperty(
      'x-officina-settings',
    );
    const changed = await set('ShowClosedCalendar', '0');
    expect(changed.headers['x-officina-settings']).not.toBe(first);
    expect(await version()).toBe(changed.headers['x-officina-settings']);
    await set('ShowClosedCalendar', '1');
    await set('SmtpHost', 'mail.plant.example');
    expect(await version()).toBe(first);
    await set('SmtpHost', '');
  });
});

describe('a call that breaks', () => {
  it.each([
    ['it', 'Si è verificato un errore. Riprovare più tardi.'],
    ['en', 'An error has occurred. Please try again later.'],
  ] as const)(
    'is reported in %s, with the id that is in the log [error-http]',
    async (language, sentence) => {
      const answer = await (await demo.as('nobody')).get('/broken/', { language });
      expect(answer).toMatchObject({ status: 500, result: -1, description: sentence, data: null });
      expect(answer.requestId).toMatch(/\S/);
      expect(JSON.stringify(answer)).not.toMatch(/secret|TypeError|password/);
    },
  );

  it('has an id of its own each time', async () => {
    const nobody = await demo.as('nobody');
    const seen = [await nobody.get('/broken/'), await nobody.get('/broken/')].map((one) => one.requestId);
    expect(new Set(seen).size).toBe(2);
  });
});

describe('health', () => {
  it('says to everyone that it works, and to administrators also version and engine', async () => {
    const all = {
      status: 'ok',
      version: '0.1.0',
      engine: demo.database.engine,
      database: demo.database.version,
    };
    for (const who of VISITORS) {
      const headers = who === 'nobody' ? {} : { authorization: `Bearer ${await demo.token(who)}` };
      const reply = await demo.app.server.inject({ url: '/health', headers });
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(reply.json()).toEqual(who === 'SUADMIN' || who === 'SUPER' ? all : { status: 'ok' });
    }
    const forged = await demo.app.server.inject({ url: '/health', headers: { authorization: 'Bearer x' } });
    expect(forged.json()).toEqual({ status: 'ok' });
  });

  it.each([
    ['is gone', () => Promise.reject(new Error('connection refused')), 500],
    ['is frozen', () => new Promise<never>(() => undefined), 503],
  ])('does not answer well, and within two seconds, when the database %s', async (_name, query, status) => {
    let disconnected = false;
    const database: Database = {
      ...demo.database,
      query: (text, values) => (disconnected ? query() : demo.database.query(text, values)),
    };
    const app = await buildApp({ database, schemas: demo.schemas, version: '0', site: '/nowhere' });
    await app.server.ready();
    disconnected = true;
    const from = Date.now();
    const [reply] = await Promise.all([app.server.inject('/health'), app.server.inject('/health')]);
    expect(Date.now() - from).toBeLessThan(2000);
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({ result: -1 });
    disconnected = false;
    await app.close();
  });
});

describe('the pages', () => {
  let app: App;
  let site: string;

  beforeAll(async () => {
    site = mkdtempSync(join(tmpdir(), 'officina-site-'));
    mkdirSync(join(site, 'assets'));
    writeFileSync(join(site, 'index.html'), '<!doctype html><title>Officina</title>');
    writeFileSync(join(site, 'assets', 'index-abc.js'), 'export {};');
    writeFileSync(join(site, 'assets', 'index-abc.js.br'), brotliCompressSync('export {};'));
    for (const hidden of ['.officina', join('assets', '.hidden')])
      writeFileSync(join(site, hidden), 'secret');
    app = await buildApp({
      database: demo.database,
      schemas: readSchemas(),
      version: '0',
      site,
      https: true,
    });
  });
  afterAll(async () => {
    await app.close();
    rmSync(site, { recursive: true });
    expect(existsSync(site)).toBe(false);
  });

  it.each([
    '/',
    '/login',
    '/conf-ruoli',
    '/upd-ruolo/3',
    '/nothing/at/all',
    '/reset-password/ey.J-a_b',
    '/pippo.txt',
    '/upd-odl/23.',
    '/attiva-account/ey.pdf?a=b.c',
  ])('are the one page at every address of a screen: %s', async (url) => {
    const reply = await app.server.inject(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain('<title>Officina</title>');
    expect(reply.headers['cache-control']).toBe('no-cache');
  });

  it('lead to the login from an address that a mail program has broken', async () => {
    const reply = await app.server.inject('/reset-password/%E0%A4%A');
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/login']);
    const call = await app.server.inject('/api/cmms/oggetto/%E0%A4%A');
    expect(call.statusCode).toBe(400);
    expect(call.json()).toMatchObject({ result: -1 });
  });

  it('do not replace a missing file or call', async () => {
    for (const url of [
      '/assets/nothing.js',
      '/metrics',
      '/robots.txt',
      '/manifest.webmanifest',
      '/favicon.ico',
      '/.well-known/openid-configuration?x=1',
      '/api/cmms/nothing',
      '/api/other',
    ]) {
      const reply = await app.server.inject(url);
      expect([url, reply.statusCode]).toEqual([url, 404]);
      expect(reply.json()).toMatchObject({ result: -1 });
    }
  });

  it('may be cached if their name contains a hash', async () => {
    const reply = await app.server.inject('/assets/index-abc.js');
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('are sent as they were compressed by the build', async () => {
    const headers = { 'accept-encoding': 'br' };
    const reply = await app.server.inject({ url: '/assets/index-abc.js', headers });
    expect(reply.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe('export {};');
  });

  it('are files with plain names only', async () => {
    for (const url of [
      '/.officina',
      '/assets/.hidden',
      '/assets/',
      '/assets/index-abc.js%00',
      '/assets%2Findex-abc.js',
    ])
      expect((await app.server.inject(url)).body, url).not.toMatch(/^secret|export/);
  });

  it('stay on https once there', async () => {
    const reply = await app.server.inject('/login');
    expect(reply.headers['strict-transport-security']).toMatch(/max-age=\d+/);
  });

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/assets/%2e%2e%2f%2e%2e%2fetc/passwd',
  ])('return nothing from outside their folder: %s', async (url) => {
    const reply = await app.server.inject(url);
    expect(reply.body).not.toMatch(/"officina"|root:/);
  });
});

describe('a HEAD', () => {
  it('is answered as a GET, without content', async () => {
    const { addresses, close } = await listening();
    const authorization = `Bearer ${await demo.token('SUADMIN')}`;
    for (const [path, status] of [
      ['/health', 200],
      ['/api/cmms/classe/', 200],
      ['/api/cmms/classe/99999', 404],
      ['/api/cmms/nothing', 404],
      ['/robots.txt', 404],
    ] as const) {
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) => fetch(`${addresses}${path}`, { method, headers: { authorization } })),
      );
      expect([path, head!.status, await head!.text()]).toEqual([path, status, '']);
      expect(head!.headers.get('content-type')).toBe(get!.headers.get('content-type'));
      expect(head!.headers.get('content-length')).toBe(get!.headers.get('content-length'));
      expect(head!.headers.get('cache-control')).toBe(get!.headers.get('cache-control'));
      expect((await get!.text()).length).toBeGreaterThan(10);
    }
    await close();
  });

  it('of a stream without an end is answered at once, and takes no place of the user', async () => {
    const { addresses, close } = await listening();
    const authorization = `Bearer ${await demo.token('SUADMIN')}`;
    const asset = await demo.idOf('oggetto', { codice: 'FOL-L1' });
    const reply = await fetch(`${addresses}/api/cmms/oggetto/${asset}/novita`, {
      method: 'HEAD',
      headers: { authorization },
      signal: AbortSignal.timeout(10_000),
    });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    await close();
  });
});
