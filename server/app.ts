/** The whole server in one page: the entities' calls, the domains' own, and how a request meets them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Schemas } from '../schemas/read-schemas.ts';
import { childrenCalls } from './capabilities/children.ts';
import { crudCalls } from './capabilities/crud.ts';
import { historyCalls } from './capabilities/history.ts';
import { mergeRules } from './capabilities/rules.ts';
import { sheetCalls } from './capabilities/sheets.ts';
import type { Database } from './database/engine.ts';
import { domainsOf } from './domains/index.ts';
import { currentSettings } from './domains/settings/current.ts';
import type { Call } from './http/call.ts';
import { installErrors, sendProblem } from './http/errors.ts';
import { descriptionCalls } from './http/openapi.ts';
import { API, registerCalls, unknownCall } from './http/register.ts';
import { createSessions } from './http/session.ts';
import { installSite } from './http/site.ts';

export interface AppParts {
  database: Database;
  schemas: Schemas;
  version: string;
  /** The built front end. */
  site: string;
  /** The data folder: files, the plant's logo. */
  folder?: string;
  https?: boolean;
  log?: boolean | FastifyBaseLogger;
}

export interface App {
  server: FastifyInstance;
  /** Every call of the API, for the tests that go through all of them. */
  calls: Call[];
  close(): Promise<void>;
}

export async function buildApp({
  database,
  schemas,
  version,
  site,
  folder = '.',
  https = false,
  log = false,
}: AppParts): Promise<App> {
  const settings = await currentSettings(database);
  const sessions = await createSessions({ database });
  const domains = domainsOf({ schemas, sessions, version, folder });
  const rules = mergeRules([settings.rules, ...domains.rules]);
  const made = schemas.entities.flatMap((entity) => [
    ...crudCalls(entity, schemas, rules),
    ...childrenCalls(entity, schemas, rules),
    ...historyCalls(entity),
    ...sheetCalls(entity, schemas, rules),
  ]);
  const calls = withoutReplaced([...domains.calls, ...made]);
  calls.push(...descriptionCalls(calls, schemas, version));

  const server = Fastify({
    ...(typeof log === 'boolean' ? { logger: log } : { loggerInstance: log }),
    // Behind a proxy of the same network the person's own address counts, for the limit on failed logins.
    trustProxy: https ? 'loopback, linklocal, uniquelocal' : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: sendProblem,
    forceCloseConnections: 'idle',
    bodyLimit: 1024 * 1024,
  });
  installErrors(server);
  acceptEmptyDeletes(server);
  await installSite(server, site, https);
  registerCalls(server, calls, { database, setting: settings.setting, authenticate: sessions.authenticate });
  server.get('/health', async (_request, reply) => {
    await database.query('select 1');
    return reply.send({ status: 'ok', version, engine: database.engine, database: database.version });
  });
  answerTheRest(server, calls, site);
  return {
    server,
    calls,
    async close() {
      settings.close();
      await server.close();
    },
  };
}

/** Many clients name a content type on a DELETE and send nothing: that is no body, not a malformed one. */
function acceptEmptyDeletes(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.method === 'DELETE' && body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

/** A domain's call stands before the entity's of the same address. */
function withoutReplaced(calls: Call[]): Call[] {
  const seen = new Set<string>();
  return calls.filter((call) => {
    const key = `${call.method} ${call.path.replaceAll(/:\w+/g, ':')}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

function answerTheRest(server: FastifyInstance, calls: Call[], site: string): void {
  const unknown = unknownCall(calls);
  const hasPage = existsSync(join(site, 'index.html'));
  server.setNotFoundHandler((request, reply) => {
    // A file's ending is short; a link's token has points too, and is a screen's.
    const isFile = /\.[a-z\d]{2,5}$/i.test(request.url.split('?')[0]!);
    const screen = request.method === 'GET' && !request.url.startsWith('/api/') && !isFile;
    if (screen && hasPage) return reply.header('cache-control', 'no-cache').sendFile('index.html', site);
    return sendProblem(
      request.url.startsWith(API) ? unknown(request) : unknownCall([])(request),
      request,
      reply,
    );
  });
}
