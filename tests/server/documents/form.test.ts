/** A form with files over a real connection: streamed, limited, refused with a message. */
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskStore } from '../../../server/files/disk-store.ts';
import type { Call } from '../../../server/http/call.ts';
import { installErrors } from '../../../server/http/errors.ts';
import { registerCalls } from '../../../server/http/register.ts';
import { acceptFiles } from '../../../server/http/sent-files.ts';

const LIMIT = 2 * 1024 * 1024;
let server: FastifyInstance;
let address: string;

const common = { access: 'public', tag: 'test', summary: { it: 'Prova', en: 'Trial' } } as const;
const calls: Call[] = [
  {
    ...common,
    method: 'POST',
    path: '/invio',
    files: { part: 'file', max: 3, bytes: LIMIT },
    async handle({ files }) {
      const seen: [string, number][] = [];
      for await (const { name, content } of files) {
        let bytes = 0;
        for await (const chunk of content) bytes += chunk.length;
        seen.push([name, bytes]);
      }
      return { data: seen };
    },
  },
  {
    ...common,
    method: 'POST',
    path: '/ferma',
    files: { part: 'file', max: 3, bytes: LIMIT },
    async handle({ files }) {
      for await (const { name } of files) return { data: name };
      return { data: null };
    },
  },
  { ...common, method: 'POST', path: '/json', handle: async ({ body }) => ({ data: body }) },
];

beforeAll(async () => {
  server = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  installErrors(server);
  await acceptFiles(server);
  registerCalls(server, calls, {
    // biome-ignore lint/suspicious/noExplicitAny: these calls do not use it.
    database: undefined as any,
    files: diskStore(tmpdir()),
    setting: () => undefined,
    definitionsOf: () => [],
    authenticate: async () => undefined,
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api/cmms`;
});
afterAll(() => server.close());

const form = (files: [string, number][]): FormData => {
  const made = new FormData();
  for (const [name, bytes] of files) made.append('file', new Blob([new Uint8Array(bytes)]), name);
  return made;
};

async function send(path: string, body: FormData | string, headers?: Record<string, string>) {
  const reply = await fetch(`${address}${path}`, {
    method: 'POST',
    body,
    headers: { 'accept-language': 'it', ...headers },
  });
  return { status: reply.status, ...((await reply.json()) as { description: string; data: unknown }) };
}

describe('a form with files', () => {
  it('is read file after file, with their names', async () => {
    const files: [string, number][] = [
      ['pompa.pdf', 3],
      ['perché è così €.png', LIMIT],
      ['📎.txt', 0],
    ];
    expect(await send('/invio', form(files))).toMatchObject({ status: 200, data: files });
  });

  it('has no file when it is empty', async () => {
    expect(await send('/invio', form([]))).toMatchObject({ status: 200, data: [] });
  });

  it('is refused with a message if a file exceeds the limit', async () => {
    expect(await send('/invio', form([['a.pdf', LIMIT + 1]]))).toMatchObject({
      status: 413,
      description: 'Il file è troppo grande: sono ammessi al massimo 2 MB.',
    });
    expect((await send('/invio', form([['a.pdf', 40 * LIMIT]]))).status).toBe(413);
  });

  it('is refused when it has too many files', async () => {
    const files = ['a', 'b', 'c', 'd'].map((name): [string, number] => [name, 10]);
    expect(await send('/invio', form(files))).toMatchObject({
      status: 413,
      description: 'Troppi file in un solo invio: al massimo 3.',
    });
  });

  it('is answered though the call stops reading, and the connection lives on', async () => {
    const files: [string, number][] = [
      ['primo', LIMIT],
      ['secondo', LIMIT],
    ];
    for (let round = 0; round < 3; round++)
      expect(await send('/ferma', form(files))).toMatchObject({ status: 200, data: 'primo' });
  });

  it.each([
    ['cut short', '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nabc'],
    ['cut within a header', '--x\r\nContent-Disposition: form-data; na'],
    ['no form at all', 'abc'],
  ])('that is %s is refused with 400', async (_name, body) => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(await send('/invio', body, type)).toMatchObject({
      status: 400,
      description: "L'invio del file è incompleto o illeggibile. Riprovare.",
    });
  });

  it('without a boundary is refused with 400', async () => {
    expect((await send('/invio', 'abc', { 'content-type': 'multipart/form-data' })).status).toBe(400);
  });

  it('is refused by a call of JSON, and JSON by a call of files', async () => {
    expect((await send('/json', form([['a', 1]]))).status).toBe(415);
    expect(await send('/invio', '{"a": 1}', { 'content-type': 'application/json' })).toMatchObject({
      status: 415,
      description: 'I file si inviano in un modulo di tipo multipart/form-data.',
    });
    expect(await send('/json', '{"a": 1}', { 'content-type': 'application/json' })).toMatchObject({
      status: 200,
      data: { a: 1 },
    });
  });
});
