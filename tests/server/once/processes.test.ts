/** Servers as separate processes: one killed after a write, and two on one database. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { testPlace } from '../plant/database.ts';
import { DEMO_PASSWORD, type Place, SERVER } from '../plant/templates.ts';
import { listening, type ServerProcess, startProcess, stop } from '../start/server-process.ts';
import { lineTo } from './connection.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let place: Place;
const folders: string[] = [];
beforeAll(async () => {
  place = await testPlace('demo');
});
afterAll(async () => {
  await place.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'officina-once-'));
  folders.push(made);
  return made;
}

async function start(): Promise<{ server: ServerProcess; url: string }> {
  const args = ['--port', '0', '--data', place.folder ?? folder()];
  const server = startProcess(args, place.url ? { DATABASE_URL: place.url } : undefined);
  await listening(server);
  return { server, url: /http:\/\/127\.0\.0\.1:\d+/.exec(server.output.stdout)![0] };
}

interface Received {
  status: number;
  replayed: boolean;
  reason?: string;
  data: Row;
}

/** Undefined if the connection broke. */
async function send(url: string, token: string, key: string, body: Row): Promise<Received | undefined> {
  try {
    const reply = await fetch(`${url}/api/cmms/cdc/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    const replayed = reply.headers.get('idempotency-replayed') === 'true';
    return { status: reply.status, replayed, ...((await reply.json()) as { data: Row }) };
  } catch {
    return undefined;
  }
}

async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/cmms/utente/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'superadmin@officina.example', pwd: DEMO_PASSWORD }),
  });
  return ((await reply.json()) as { data: { access_token: string } }).data.access_token;
}

async function rowsWith(url: string, token: string, codice: string): Promise<Row[]> {
  const reply = await fetch(`${url}/api/cmms/cdc/?pag=-1`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await reply.json()) as { data: Row[] };
  return data.filter((row) => row.codice === codice);
}

it('killed between the commit and the answer: the same key gets the answer, and nothing is done twice', async () => {
  let { server, url } = await start();
  const token = await signIn(url);
  const act = { key: randomUUID(), body: { codice: 'UCCISO', descrizione: 'Una volta' } };
  let taken = '';
  const line = await lineTo(url, async (_method, pass) => {
    taken = (await pass()).text;
    await stop(server, 'SIGKILL');
    return undefined;
  });
  expect(await send(line.url, token, act.key, act.body)).toBeUndefined();
  await line.close();
  ({ server, url } = await start());
  const again = await send(url, token, act.key, act.body);
  expect(again).toMatchObject({ status: 200, replayed: true });
  expect(again!.data).toEqual(JSON.parse(taken).data);
  expect(await rowsWith(url, token, 'UCCISO')).toHaveLength(1);

  // Before, during or after the commit; by day only once.
  for (const [index, milliseconds] of (process.env.NIGHTLY ? [1, 6, 15] : [6]).entries()) {
    const [key, codice] = [randomUUID(), `UCCISO-${index}`];
    const under = send(url, token, key, { codice, descrizione: 'Una volta' });
    await pause(milliseconds);
    await stop(server, 'SIGKILL');
    await under;
    ({ server, url } = await start());
    expect(await send(url, token, key, { codice, descrizione: 'Una volta' })).toMatchObject({ status: 200 });
    expect(await rowsWith(url, token, codice)).toHaveLength(1);
  }
  await stop(server);
});

describe.runIf(SERVER)('two servers on one database', () => {
  it('called at once with the same key do it once, and return the same reply', async () => {
    const [one, other] = [await start(), await start()];
    const token = await signIn(one.url);
    const outcomes: (number | undefined)[] = [];
    try {
      for (let round = 0; round < 30; round++) {
        const [key, codice] = [randomUUID(), `DUE-${round}`];
        const body = { codice, descrizione: 'Due server' };
        const both = await Promise.all([one, other].map(({ url }) => send(url, token, key, body)));
        for (const response of both) {
          outcomes.push(response?.status);
          if (response?.status === 409) expect(response.reason).toBe('running');
        }
        const [first, second] = [
          await send(one.url, token, key, body),
          await send(other.url, token, key, body),
        ];
        expect([first?.replayed, second?.replayed]).toEqual([true, true]);
        expect(first!.data).toEqual(second!.data);
        expect(await rowsWith(one.url, token, codice)).toHaveLength(1);
      }
      expect(new Set(outcomes).size).toBeLessThanOrEqual(2);
      expect(outcomes.every((status) => status === 200 || status === 409)).toBe(true);
    } finally {
      await Promise.all([one, other].map(({ server }) => stop(server)));
    }
  });
});
