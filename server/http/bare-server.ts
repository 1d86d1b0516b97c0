/** The framework's server without routes. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { connectionOptions } from './connections.ts';
import { sendProblem } from './errors.ts';
import { RequestLog } from './request-log.ts';

const unused = (): never => {
  throw new Error('Calls check their input and write their replies themselves: a route has no schema');
};

/** Loading the framework's compilers, which nothing uses, would take 0.1 s of each start. */
export const WITHOUT_COMPILERS: object = {
  compilersFactory: { buildValidator: () => unused, buildSerializer: () => unused },
};

const heads = new WeakSet<IncomingMessage>();

/**
 * A HEAD is answered as a GET, by the same route: a second route for each address would take a quarter of the start.
 * Node has seen the method before, and sends no content.
 */
function headAsGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') {
    heads.add(request);
    request.method = 'GET';
  }
  return request.url ?? '/';
}

/** Ends the stream of a HEAD, which may be long or have no end. The method as it was keeps the length in the headers. */
function endStreamsOfHeads(server: FastifyInstance): void {
  server.addHook('onSend', ({ raw }, _reply, payload, done) => {
    if (!heads.has(raw) || !(payload instanceof Readable)) return done();
    raw.method = 'HEAD';
    payload.destroy();
    done(null, null);
  });
}

export function bareServer(
  trustProxy: FastifyServerOptions['trustProxy'],
  log: boolean | FastifyBaseLogger,
  patience: number,
): FastifyInstance {
  const server: FastifyInstance = Fastify({
    ...connectionOptions(patience),
    ...(typeof log === 'boolean' ? { logger: log } : { loggerInstance: log }),
    logController: new RequestLog(),
    schemaController: WITHOUT_COMPILERS,
    exposeHeadRoutes: false,
    rewriteUrl: headAsGet,
    // Anyone can write a forwarded header, and could use a new address for each attempt at a password.
    trustProxy: trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1200 },
    // An address that a mail program has broken is an unknown page, and not a call with an error.
    frameworkErrors: (error, request, reply) =>
      error.code === 'FST_ERR_BAD_URL' && !request.url.startsWith('/api/')
        ? reply.redirect('/login')
        : sendProblem(error, request, reply),
    bodyLimit: 1024 * 1024,
  });
  endStreamsOfHeads(server);
  return server;
}
