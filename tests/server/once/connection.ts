/** A connection between client and server that a test controls, request by request. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Forwarded {
  status: number;
  replayed: boolean;
  text: string;
}

/** What happens to a request: `pass` sends it, as often as it is called; without a result the connection breaks. */
export type Carry = (method: string, pass: () => Promise<Forwarded>) => Promise<Forwarded | undefined>;

export interface Line {
  url: string;
  close(): Promise<void>;
}

async function passed(target: string, request: IncomingMessage, body: Buffer): Promise<Forwarded> {
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const reply = await fetch(`${target}${request.url}`, {
    method: request.method,
    headers: headers as Record<string, string>,
    body: body.length > 0 ? new Uint8Array(body) : undefined,
  });
  return {
    status: reply.status,
    replayed: reply.headers.get('idempotency-replayed') === 'true',
    text: await reply.text(),
  };
}

export async function lineTo(target: string, carry: Carry): Promise<Line> {
  const server = createServer(async (request, reply) => {
    const body = await buffer(request);
    const response = await carry(request.method!, () => passed(target, request, body)).catch(() => undefined);
    if (!response) return request.socket.destroy();
    reply.writeHead(response.status, {
      'content-type': 'application/json',
      ...(response.replayed && { 'idempotency-replayed': 'true' }),
    });
    return reply.end(response.text);
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
