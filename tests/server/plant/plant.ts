/** The demo plant for tests: its own database, a server without a port, a client for each family. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, expect, vi } from 'vitest';
import type { Family } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';
import { readSchemas, SCHEMAS, type Schemas } from '../../../schemas/read-schemas.ts';
import { type App, type AppParts, buildApp } from '../../../server/app.ts';
import type { Database } from '../../../server/database/engine.ts';
import { migrate } from '../../../server/database/migration.ts';
import { ident } from '../../../server/database/sql.ts';
import { API } from '../../../server/http/register.ts';
import { testDatabase } from './database.ts';
import { DEMO_PASSWORD, log } from './templates.ts';

export type Visitor = Family | 'nobody';
export const VISITORS: Visitor[] = ['SUADMIN', 'SUPER', 'RESP', 'RIFTEC', 'nobody'];

const NO_SITE = join(tmpdir(), 'officina-without-a-site');

const ACCOUNTS: Record<Family, string> = {
  SUADMIN: 'superadmin@officina.example',
  SUPER: 'admin@officina.example',
  RESP: 'segnalatore@officina.example',
  RIFTEC: 'tecnico@officina.example',
};

export interface Answer {
  status: number;
  result: number;
  description: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the contents it expects.
  data: any;
  tot?: number;
  max_rows?: number;
  /** Numbers per day, of the calendar. */
  giorni?: Row[];
  errors?: Record<string, string>;
  requestId?: string;
  headers: Record<string, unknown>;
}

export interface Options {
  language?: 'it' | 'en';
  headers?: Record<string, string>;
}

type Send = (path: string, body?: unknown, options?: Options) => Promise<Answer>;

export interface Client {
  get(path: string, options?: Options): Promise<Answer>;
  post: Send;
  put: Send;
  patch: Send;
  del(path: string, options?: Options): Promise<Answer>;
  send(
    method: string,
    path: string,
    options?: Options & { payload?: InjectOptions['payload'] },
  ): Promise<Answer>;
}

export interface Plant {
  app: App;
  database: Database;
  schemas: Schemas;
  /** The data folder, with the contents of documents. */
  folder: string;
  as(who: Visitor): Promise<Client>;
  /** Any account of the demo plant; accounts beyond the four get the demo's password first. */
  asUser(mail: string): Promise<Client>;
  tokenOfUser(mail: string): Promise<string>;
  token(who: Family): Promise<string>;
  /** Returns the id of the row with these values. */
  idOf(resource: string, match: Row): Promise<number>;
  /** Returns a count from the database: `count('costo where canc = 0')`. */
  count(from: string): Promise<number>;
  /** Runs a routine. A run that a change has started ends first: it may have read its rows too early. */
  runs(routine: string): Promise<void>;
  /** Waits until mails, events and news are written for all changes so far. */
  reported(): Promise<void>;
  close(): Promise<void>;
}

/** A client of one server, with or without a session. */
export function client(app: App, token?: string): Client {
  const send: Client['send'] = async (method, path, { language, headers, payload } = {}) => {
    const reply = await app.server.inject({
      method: method as InjectOptions['method'] & string,
      url: path.startsWith('/api') || path === '/health' ? path : `${API}${path}`,
      headers: {
        // KEYED=1: every write has an idempotency key, like those of a browser.
        ...(process.env.KEYED && method !== 'GET' && { 'idempotency-key': randomUUID() }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(language && { 'accept-language': language }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    });
    const envelope = /json/.test(String(reply.headers['content-type'])) ? reply.json() : { data: reply.body };
    return { status: reply.statusCode, headers: reply.headers, ...envelope };
  };
  const sending =
    (method: string): Send =>
    (path, body, options) =>
      send(method, path, { ...options, payload: body as InjectOptions['payload'] });
  return {
    send,
    get: (path, options) => send('GET', path, options),
    post: sending('POST'),
    put: sending('PUT'),
    patch: sending('PATCH'),
    del: (path, options) => send('DELETE', path, options),
  };
}

/** `folders`: further entity files, as in OFFICINA_SCHEMAS. */
export async function plant(folders: string[] = [], more: Partial<AppParts> = {}): Promise<Plant> {
  const schemas = readSchemas([SCHEMAS, ...folders]);
  const database = await testDatabase('demo');
  if (folders.length > 0) await migrate(database, schemas.entities, { log });
  const folder = mkdtempSync(join(tmpdir(), 'officina-plant-'));
  const app = await buildApp({ database, schemas, version: '0.1.0', site: NO_SITE, folder, ...more });
  const tokens = new Map<string, Promise<string>>();

  async function signIn(mail: string): Promise<string> {
    const reply = await client(app).post('/utente/login', { username: mail, pwd: DEMO_PASSWORD });
    expect(reply).toMatchObject({ status: 200, result: 0 });
    return reply.data.access_token;
  }
  /** One session per user: a second sign-in would end the first. */
  function tokenOf(mail: string): Promise<string> {
    const cached = tokens.get(mail) ?? signIn(mail);
    tokens.set(mail, cached);
    return cached;
  }

  async function tokenOfUser(mail: string): Promise<string> {
    await database.query(
      `insert into credenziale (id_utente, hash)
       select u.id, (select c.hash from credenziale c join utente d on d.id = c.id_utente where d.mail = $2)
       from utente u where u.mail = $1 on conflict do nothing`,
      [mail, ACCOUNTS.SUADMIN],
    );
    return tokenOf(mail);
  }

  async function idOf(resource: string, match: Row): Promise<number> {
    const entity = schemas.byResource.get(resource)!;
    const where = Object.keys(match).map((name, index) => `${ident(name)} = $${index + 1}`);
    const { rows } = await database.query<{ id: number }>(
      `select ${ident(entity.id)} as id from ${ident(entity.table)} where ${where.join(' and ')} order by 1`,
      Object.values(match),
    );
    if (!rows[0]) throw new Error(`no row of ${resource} is ${JSON.stringify(match)}`);
    return rows[0].id;
  }

  return {
    app,
    database,
    schemas,
    folder,
    as: async (who) => client(app, who === 'nobody' ? undefined : await tokenOf(ACCOUNTS[who])),
    asUser: async (mail) => client(app, await tokenOfUser(mail)),
    tokenOfUser,
    token: (who) => tokenOf(ACCOUNTS[who]),
    idOf,
    async count(from) {
      const { rows } = await database.query<{ count: number }>(`select count(*)::int as count from ${from}`);
      return rows[0]!.count;
    },
    async runs(nome) {
      const path = `/attivita/${await idOf('attivita', { nome })}/esegui`;
      const admin = client(app, await tokenOf(ACCOUNTS.SUADMIN));
      const started = async () => expect((await admin.post(path)).status).toBe(200);
      await vi.waitFor(started, { timeout: 40_000, interval: 50 });
    },
    async reported() {
      const waiting = async () => (await database.query('select id from cambiamento')).rows;
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 40_000, interval: 10 });
    },
    async close() {
      await app.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a plant for the whole test file, with a super administrator, and closes it after the last test. */
export async function ownPlant(): Promise<{ demo: Plant; admin: Client }> {
  const demo = await plant();
  afterAll(() => demo.close());
  return { demo, admin: await demo.as('SUADMIN') };
}
