/** The end of connections: when the server stops, and when a request arrives incompletely. */
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Plant, plant } from './plant/plant.ts';

interface Line {
  socket: Socket;
  /** The text received so far. */
  text(): string;
  ended: Promise<number>;
}

async function lineTo(port: number): Promise<Line> {
  const socket = connect(port, '127.0.0.1');
  const since = Date.now();
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes;
  });
  const ended = new Promise<number>((done) => socket.once('close', () => done(Date.now() - since)));
  socket.on('error', () => undefined);
  await new Promise((done) => socket.once('connect', done));
  return { socket, text: () => text, ended };
}

let demo: Plant;
async function listening(patience?: number): Promise<number> {
  demo = await plant([], { patience });
  await demo.app.server.listen({ host: '127.0.0.1', port: 0 });
  return (demo.app.server.server.address() as { port: number }).port;
}
afterEach(() => demo.close());

const GET = 'GET /api/cmms/lingua/default HTTP/1.1\r\nHost: x\r\n\r\n';
const BODY = JSON.stringify({ username: 'nobody@officina.example', pwd: 'x' });
/** The server sends 100 after the headers. */
const HEAD = `POST /api/cmms/utente/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\nExpect: 100-continue\r\n\r\n`;

describe('a server that stops', () => {
  it('answers running requests, refuses new ones in an envelope, and waits for no connection', async () => {
    const port = await listening();
    const [begun, reused] = [await lineTo(port), await lineTo(port)];
    begun.socket.write(HEAD);
    await expect.poll(begun.text).toContain('100 Continue');
    reused.socket.write(GET);
    await expect.poll(reused.text).toContain('"result":0');
    // An incomplete pipelined request keeps the connection from being idle.
    reused.socket.write(GET.slice(0, 20));
    const one = await lineTo(port);
    one.socket.write(GET.slice(0, 20));
    await new Promise((done) => setImmediate(done));

    const from = Date.now();
    const closed = demo.app.close();
    reused.socket.write(GET.slice(20));
    await expect.poll(reused.text).toMatch(/HTTP\/1\.1 503 [\s\S]*"result":-1/);
    expect(reused.text()).toMatch(/503[\s\S]*connection: close/i);
    begun.socket.write(BODY);
    await expect.poll(begun.text).toMatch(/HTTP\/1\.1 422 |HTTP\/1\.1 40\d /);
    expect(begun.text()).toMatch(/\nconnection: close/i);
    expect(begun.text()).toContain('"result":-1');
    one.socket.destroy();
    await closed;
    expect(Date.now() - from).toBeLessThan(3000);
  });

  it('closes the connection of a client that never finishes its request', async () => {
    const port = await listening();
    const half = await lineTo(port);
    half.socket.write(HEAD);
    await expect.poll(half.text).toContain('100 Continue');
    await demo.app.close(200);
    await half.ended;
  });
});

describe('half a request', () => {
  it.each([
    ['its head', GET.slice(0, 20)],
    ['its body', `${HEAD}{`],
  ])('%s is dropped', async (_name, sent) => {
    const port = await listening(300);
    const half = await lineTo(port);
    half.socket.write(sent);
    expect(await half.ended).toBeLessThan(5000);
    expect(await (await fetch(`http://127.0.0.1:${port}/api/cmms/lingua/default`)).json()).toMatchObject({
      result: 0,
    });
  });

  it('with an invalid header gets a message in an envelope', async () => {
    const port = await listening();
    const line = await lineTo(port);
    line.socket.write('GET\r\n\r\n');
    await line.ended;
    expect(line.text()).toContain('400 Bad Request');
    expect(line.text()).toContain('"result":-1');
  });
});
