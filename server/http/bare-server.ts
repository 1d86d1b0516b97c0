/** The framework's server without routes. */
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { connectionOptions } from './connections.ts';
import { sendProblem } from './errors.ts';
import { RequestLog } from './request-log.ts';

/** Calls check their input and write their replies themselves. Loading the framework's compilers takes 0.1 s. */
export const WITHOUT_COMPILERS: object = {
  compilersFactory: {
    buildValidator: () => () => () => true,
    buildSerializer: () => () => JSON.stringify,
  },
};

/**
 * A HEAD is answered as a GET, by the same route: a second route for each address would take a quarter of the start.
 * Node has seen the method before, and sends no body.
 */
function headAsGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') request.method = 'GET';
  return request.url ?? '/';
}

export const bareServer = (
  trustProxy: FastifyServerOptions['trustProxy'],
  log: boolean | FastifyBaseLogger,
  patience: number,
): FastifyInstance =>
  Fastify({
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
