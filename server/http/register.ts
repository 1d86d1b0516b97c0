/**
 * Registers calls as routes. A route runs authentication, access check and input, then the handler, and then builds
 * the envelope.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Access, allows, type SettingOf } from '../../schemas/access.ts';
import type { Definition } from '../../schemas/custom-fields.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { trimmed } from '../../schemas/meaning.ts';
import { isRow } from '../../schemas/values.ts';
import type { Database } from '../database/engine.ts';
import type { FileStore } from '../files/file-store.ts';
import { languageOf } from './accept-language.ts';
import { type Call, type Context, isBroad, type RawReply, type User } from './call.ts';
import { disposition } from './disposition.ts';
import { type Finished, isRaw } from './envelope.ts';
import { keyedCalls } from './idempotency.ts';
import { pathOf } from './path-of.ts';
import { forbidden, malformed, Problem } from './problem.ts';
import type { Seals } from './sealed-address.ts';
import { filesOf } from './sent-files.ts';
import { bearer } from './session.ts';

export const API = '/api/cmms';
/** The header with the version of the settings. A browser with another version reads the settings again. */
const SETTINGS_HEADER = 'x-officina-settings';

export interface Gate {
  database: Database;
  /** Receives the files of a call with an idempotency key. */
  files: Pick<FileStore, 'receive'>;
  setting: SettingOf;
  definitionsOf(entity: Entity): Definition[];
  /**
   * Returns the user of the header, or undefined for calls that need no session. Throws if the session is not
   * valid.
   */
  authenticate(header: string | undefined, access: Access): Promise<User | undefined>;
  /** Returns a value that changes with the settings that screens depend on. */
  settingsVersion?(): string;
  /** Checks sealed addresses. Without it, a seal opens no address. */
  seals?: Pick<Seals, 'opens'>;
  /** Whether users connect by https, regardless of the protocol between proxy and server. */
  https?: boolean;
}

const BODY_LIMIT = 1024 * 1024;

/** The route's types, as the framework parses an address. */
interface RouteTypes {
  Querystring: Record<string, string | string[]>;
  Params: Record<string, string>;
}
type ApiRequest = FastifyRequest<RouteTypes>;

function bodyOf(request: FastifyRequest): Row {
  const { body } = request;
  if (body === undefined || body === null) return {};
  if (!isRow(body)) throw malformed('not-an-object');
  return body;
}

/**
 * Returns the query. If a parameter is sent twice, a comma joins the values, the API's notation for several values.
 * Values are trimmed like stored values, so that a code that was copied with a blank is found.
 */
const queryOf = (request: ApiRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.query).map(([name, value]) => [
      name,
      trimmed(Array.isArray(value) ? value.join(',') : value),
    ]),
  );

const paramsOf = (request: ApiRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, trimmed(value)]));

async function contextOf(request: ApiRequest, call: Call, gate: Gate): Promise<Context> {
  const header = request.headers.authorization;
  const sealed = call.sealable === true && (await gate.seals?.opens(request.url)) === true;
  const user = sealed ? undefined : await gate.authenticate(header, call.access);
  if (!sealed && call.access !== 'link' && !allows(call.access, user, gate.setting)) throw forbidden();
  return {
    database: isBroad(call) ? gate.database.reading() : gate.database,
    user,
    language: languageOf(request.headers['accept-language']),
    setting: gate.setting,
    definitionsOf: gate.definitionsOf,
    params: paramsOf(request),
    query: queryOf(request),
    body: bodyOf(request),
    files: filesOf(request, call.files),
    headers: request.headers as Record<string, string | undefined>,
    token: bearer(header),
    address: request.ip,
    origin: `${gate.https ? 'https' : request.protocol}://${request.host}`,
    requestId: request.id,
    log: request.log,
  };
}

function send(reply: FastifyReply, answer: Finished | RawReply) {
  if (isRaw(answer)) {
    if (answer.filename) reply.header('content-disposition', disposition(answer.filename, 'attachment'));
    return reply
      .code(answer.status ?? 200)
      .type(answer.type)
      .headers(answer.headers ?? {})
      .send(answer.raw);
  }
  return (
    reply
      .code(answer.status)
      .headers(answer.headers)
      .type('application/json; charset=utf-8')
      // The text is sent as bytes, because the framework copies a long text three times.
      .send(Buffer.from(JSON.stringify(answer.envelope)))
  );
}

export function registerCalls(app: FastifyInstance, calls: Call[], gate: Gate): void {
  // The framework also parses plain text, but the calls accept only JSON.
  app.removeContentTypeParser('text/plain');
  const keyed = keyedCalls(gate.database, gate.files);
  for (const call of calls)
    app.route<RouteTypes>({
      method: call.method,
      url: `${API}${call.path}`,
      bodyLimit: call.bodyLimit ?? BODY_LIMIT,
      async handler(request, reply) {
        reply.header('cache-control', 'no-store');
        const context = await contextOf(request, call, gate);
        const answer = await keyed.answer(request, call, context);
        if (context.user && gate.settingsVersion) reply.header(SETTINGS_HEADER, gate.settingsVersion());
        return send(reply, answer);
      },
    });
}

const matcher = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);

/** Returns 404 for an unknown address of the API, and 405 with the allowed methods for an unknown method. */
export function unknownCall(calls: Call[]): (request: FastifyRequest) => Problem {
  const patterns = calls.map((call) => ({ method: call.method, pattern: matcher(call.path) }));
  return (request) => {
    const path = pathOf(request.url).slice(API.length).replace(/\/$/, '');
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) return new Problem(404, 'no-such-call');
    const allow = [...new Set(methods)].join(', ');
    return new Problem(405, 'no-such-method', { params: { method: request.method }, headers: { allow } });
  };
}
