/** The end of connections: when the server stops, and when a request stays incomplete. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { envelopeOf } from './errors.ts';
import { Problem } from './problem.ts';

/** The maximum duration of an upload that makes progress, such as a photo on a slow connection. */
const LONGEST_MS = 600_000;
const SWEEP_MS = 100;

/** Answers input that is not HTTP, in Italian, which is the default language. */
function refuseHead(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const body = JSON.stringify(envelopeOf(new Problem(status, 'malformed-request'), 'it'));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

/** Returns the options. `patience` is the time in milliseconds to wait for the rest of a request. */
export const connectionOptions = (patience: number) =>
  ({
    http: {
      headersTimeout: Math.min(patience, LONGEST_MS),
      connectionsCheckingInterval: Math.min(patience, 5000),
    },
    requestTimeout: LONGEST_MS,
    clientErrorHandler: refuseHead,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  }) satisfies FastifyHttpOptions<Server>;

function limitIdleBodies(server: FastifyInstance, patience: number): void {
  server.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket, headers } = request;
    if (Number(headers['content-length'] ?? 0) === 0 && !headers['transfer-encoding']) return;
    socket.setTimeout(patience);
    request.once('end', () => {
      if (!response.writableFinished) socket.setTimeout(0);
    });
  });
}

/** Returns the function that closes the server. Running requests finish, within at most `within` milliseconds. */
export function watchConnections(
  server: FastifyInstance,
  patience: number,
): (within: number) => Promise<void> {
  let closing = false;
  limitIdleBodies(server, patience);
  server.addHook('onRequest', (_request, _reply, done) =>
    done(closing ? new Problem(503, 'stopping', { headers: { 'retry-after': '5' } }) : undefined),
  );
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
  return async (within) => {
    closing = true;
    // A connection that is busy when the server closes becomes idle later, and must be closed then.
    const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
    const force = setTimeout(() => server.server.closeAllConnections(), within);
    try {
      await server.close();
    } finally {
      clearInterval(sweep);
      clearTimeout(force);
    }
  };
}
