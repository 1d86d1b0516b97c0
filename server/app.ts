/** The whole server: the calls of entities and domains, and how requests reach them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Entity } from '../schemas/entity.ts';
import type { Schemas } from '../schemas/read-schemas.ts';
import { actCalls, requireMade } from './capabilities/acts.ts';
import { childrenCalls } from './capabilities/children.ts';
import { crudCalls } from './capabilities/crud.ts';
import { customFieldCalls } from './capabilities/custom-fields.ts';
import { currentDefinitions, definitionCalls } from './capabilities/definitions.ts';
import type { DocumentStores } from './capabilities/documents/document-owner.ts';
import { documentCalls, documentOverrides } from './capabilities/documents/index.ts';
import { documentRules } from './capabilities/documents/rules.ts';
import { removeUnused } from './capabilities/documents/sweep.ts';
import { finderCalls } from './capabilities/finder.ts';
import { hierarchyRules } from './capabilities/hierarchy.ts';
import { hierarchyCalls } from './capabilities/hierarchy-calls.ts';
import { historyCalls } from './capabilities/history.ts';
import { importCalls, importJobs } from './capabilities/import/import-calls.ts';
import { createLive, type Live } from './capabilities/live.ts';
import { mergeRules } from './capabilities/merge-rules.ts';
import { overridden, requireDistinct } from './capabilities/overrides.ts';
import { qrCalls } from './capabilities/qr.ts';
import { withReplayChecks } from './capabilities/repeated-calls.ts';
import type { RulesByResource } from './capabilities/rules.ts';
import { savedFilterRules } from './capabilities/saved-filters.ts';
import { exportJobs, sheetCalls } from './capabilities/sheets.ts';
import type { Announcements } from './database/announcements.ts';
import type { Database } from './database/engine.ts';
import { type DomainParts, type Domains, domainsOf } from './domains/index.ts';
import { customerLogo } from './domains/info/logo.ts';
import { currentSettings } from './domains/settings/current.ts';
import { diskStore } from './files/disk-store.ts';
import type { FileStore } from './files/file-store.ts';
import { filesFolder } from './files/open-store.ts';
import { bareServer } from './http/bare-server.ts';
import type { Call } from './http/call.ts';
import { watchConnections } from './http/connections.ts';
import { installErrors, sendProblem } from './http/errors.ts';
import { installHealth } from './http/health.ts';
import { descriptionCalls } from './http/openapi.ts';
import { API, type Gate, registerCalls, unknownCall } from './http/register.ts';
import { createSeals } from './http/sealed-address.ts';
import { acceptFiles } from './http/sent-files.ts';
import { createSessions } from './http/session.ts';
import { installSite, isForMachines } from './http/site.ts';
import { foldingCounts } from './jobs/fold-counts.ts';
import { forgettingAnswers } from './jobs/idempotency-cleanup.ts';
import { jobCalls } from './jobs/job-calls.ts';
import { JobFiles } from './jobs/job-files.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { createRoutines } from './jobs/routines.ts';
import type { TrustedProxy } from './trusted-proxy.ts';

export interface AppParts {
  database: Database;
  schemas: Schemas;
  version: string;
  /** The built front end. */
  site: string;
  /** The data folder: files, the plant's logo. */
  folder?: string;
  /** The contents of documents; by default below the data folder. */
  files?: FileStore;
  /** Whether users reach the server by https. Links and cookies depend on it. */
  https?: boolean;
  /** The proxies whose forwarded headers are trusted; by default none. */
  trustProxy?: TrustedProxy;
  /** Whether webhooks may reach addresses inside the own network. */
  webhooksInside?: boolean;
  /** Whether the identity provider may be reached by plain http. */
  signOnByHttp?: boolean;
  log?: boolean | FastifyBaseLogger;
  /** The time in milliseconds to wait for the rest of a request. */
  patience?: number;
}

export interface App {
  server: FastifyInstance;
  /** All calls of the API, for tests that check each of them. */
  calls: Call[];
  /** Closes the server. Running requests finish, within at most `within` milliseconds. */
  close(within?: number): Promise<void>;
}

const CLOSED_WITHIN_MS = 8000;

interface Areas {
  rules: RulesByResource;
  domains: Domains;
  live: Live;
}

interface CallParts extends Areas {
  schemas: Schemas;
  jobs: Jobs;
  documentStores: DocumentStores;
  folder: string;
  version: string;
}

const entityCalls = (entity: Entity, { schemas, rules, live, jobs, folder }: CallParts): Call[] => [
  ...crudCalls(entity, schemas, rules),
  ...childrenCalls(entity, schemas, rules),
  ...hierarchyCalls(entity, rules),
  ...historyCalls(entity, schemas, rules),
  ...live.calls(entity, schemas, rules),
  ...sheetCalls(entity, schemas, rules, jobs),
  ...importCalls(entity, schemas, rules, jobs),
  ...customFieldCalls(entity),
  ...qrCalls(entity, schemas, rules, { logo: (queryable) => customerLogo(queryable, folder) }),
];

function allCalls(parts: CallParts): Call[] {
  const { schemas, rules, domains, jobs, documentStores, version } = parts;
  const overrides = [
    ...schemas.entities.flatMap((entity) => documentOverrides(entity, rules, documentStores)),
    ...domains.overrides(rules),
  ];
  const distinctCalls = requireDistinct([
    ...actCalls(schemas, rules, domains.acts(rules, jobs)),
    ...domains.calls(rules, jobs),
    ...definitionCalls(schemas),
    ...jobCalls(jobs),
    ...finderCalls(schemas, rules),
    ...schemas.entities.flatMap((entity) => documentCalls(entity, rules, documentStores)),
    ...overridden(
      schemas.entities.flatMap((entity) => entityCalls(entity, parts)),
      overrides,
    ),
  ]);
  requireMade(schemas, distinctCalls);
  const calls = withReplayChecks(distinctCalls, schemas, rules);
  return [...calls, ...descriptionCalls(calls, schemas, version)];
}

/** Creates the background work: jobs of users and routines. */
function createWork(parts: Parameters<typeof createJobs>[0], schemas: Schemas, { domains, rules }: Areas) {
  const jobs = createJobs(parts);
  for (const [name, kind] of [
    ...exportJobs(schemas, rules),
    ...importJobs(schemas, rules),
    ...domains.jobs(rules),
  ])
    jobs.kinds.set(name, kind);
  const routines = createRoutines(parts);
  routines.add(forgettingAnswers, foldingCounts(schemas.entities), ...domains.routines(rules));
  return { jobs, routines };
}

/** Connects requests with the calls, the pages and the health check. */
async function install(
  server: FastifyInstance,
  calls: Call[],
  gate: Gate,
  { site, https, version }: { site: string; https: boolean; version: string },
): Promise<void> {
  installErrors(server);
  acceptEmptyBodies(server);
  await installSite(server, site, https);
  await acceptFiles(server);
  registerCalls(server, calls, gate);
  installHealth(server, gate, version);
  answerTheRest(server, calls, site);
}

/** Returns the results of jobs, in the file store. A content that nothing else uses is deleted with its job. */
const filesOfJobs = (parts: { database: Database; schemas: Schemas; files: FileStore }): JobFiles =>
  new JobFiles({ ...parts, release: (hash) => removeUnused(parts, hash, new Date()) });

/** Creates the domains and the live news, with the rules of all of them. */
function createAreas(parts: DomainParts, first: RulesByResource[], announcements: Announcements): Areas {
  const { schemas, sessions, documentStores } = parts;
  const domains = domainsOf(parts);
  const live = createLive(schemas, sessions, announcements);
  const rules = mergeRules([
    ...first,
    hierarchyRules(schemas),
    ...documentRules(schemas, documentStores.seals),
    savedFilterRules(schemas),
    ...domains.rules,
    ...live.rules,
  ]);
  return { domains, live, rules };
}

export async function buildApp({
  database,
  schemas,
  version,
  site,
  folder = '.',
  files = diskStore(filesFolder(folder)),
  https = false,
  trustProxy,
  webhooksInside = false,
  signOnByHttp = false,
  log = false,
  patience = 60_000,
}: AppParts): Promise<App> {
  const settings = await currentSettings(database);
  const customFields = await currentDefinitions(database, schemas);
  const sessions = await createSessions({ database, setting: settings.setting });
  const documentStores = { schemas, files, seals: createSeals(sessions.tokens) };
  const areas = createAreas(
    {
      schemas,
      sessions,
      definitionsOf: customFields.definitionsOf,
      version,
      folder,
      webhooksInside,
      signOnByHttp,
      documentStores,
    },
    [settings.rules, customFields.rules],
    database.announcements,
  );
  const server = bareServer(trustProxy, log, patience);
  const closeConnections = watchConnections(server, patience);
  const gate = {
    database,
    files,
    setting: settings.setting,
    settingsVersion: settings.version,
    definitionsOf: customFields.definitionsOf,
    authenticate: sessions.authenticate,
    seals: documentStores.seals,
    https,
  };
  const jobFiles = filesOfJobs({ database, schemas, files });
  const workParts = { ...gate, accounts: sessions.accounts, jobFiles, log: server.log };
  const { jobs, routines } = createWork(workParts, schemas, areas);
  const calls = allCalls({ ...areas, schemas, jobs, documentStores, folder, version });
  await install(server, calls, gate, { site, https, version });
  await jobs.open();
  await routines.open();
  return {
    server,
    calls,
    async close(within = CLOSED_WITHIN_MS) {
      for (const part of [settings, customFields, areas.live, sessions.accounts]) part.close();
      await Promise.all([closeConnections(within), routines.close(), jobs.close()]);
    },
  };
}

/** Accepts a content type without content. Many clients send one, and it means no body, not a malformed one. */
function acceptEmptyBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

function answerTheRest(server: FastifyInstance, calls: Call[], site: string): void {
  const unknown = unknownCall(calls);
  const hasPage = existsSync(join(site, 'index.html'));
  server.setNotFoundHandler((request, reply) => {
    const isScreen =
      request.method === 'GET' && !request.url.startsWith('/api/') && !isForMachines(request.url);
    if (isScreen && hasPage) reply.header('cache-control', 'no-cache').sendFile('index.html');
    else
      sendProblem(request.url.startsWith(API) ? unknown(request) : unknownCall([])(request), request, reply);
  });
}
