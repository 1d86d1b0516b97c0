/** What can only be tested with a process: output, exit code, signals, port and data folder. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../files/temporary-folder.ts';
import { testPlace } from '../plant/database.ts';
import { SERVER } from '../plant/templates.ts';
import {
  type Ended,
  listening,
  run,
  type ServerProcess,
  startByStart,
  startProcess,
  stop,
  takenPort,
} from './server-process.ts';

const folder = temporaryFolder('start');

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Expects one sentence, no stack, and an exit code other than 0. */
function expectSentence({ code, stderr }: Ended, words: string): void {
  const lines = stderr
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{'));
  expect(lines.join('\n')).toContain(words);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
}

/** A data folder with the tables, so that a start only fills it; a new folder if the tables are on a server. */
async function prepared(name: string): Promise<string> {
  if (SERVER) return join(folder, name);
  const place = await testPlace('migrated');
  afterAll(place.remove);
  return place.folder!;
}

const addressOf = ({ output }: ServerProcess): string =>
  /http:\/\/127\.0\.0\.1:\d+/.exec(output.stdout)?.[0] ?? '';

async function send(url: string, method: 'POST' | 'PUT', body: object, token?: string) {
  const reply = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return reply.json();
}

describe('a demo plant', () => {
  let demo: string;
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    demo = await prepared('demo');
  });
  afterAll(() => server && stop(server));

  /** The server that the tests share; started again when one has ended it. */
  async function running(): Promise<ServerProcess> {
    if (server?.child.exitCode !== null) server = startProcess(['--port', '0', '--data', demo]);
    await listening(server);
    return server;
  }

  it('prints address and accounts, and listens on loopback alone', async () => {
    const { output } = await running();
    expect(output.stdout).toMatch(/Officina is at {2}http:\/\/127\.0\.0\.1:\d+\n/);
    expect(output.stdout).toContain('superadmin@officina.example');
    const account = { username: 'segnalatore@officina.example', pwd: 'Officina2026!' };
    expect(await send(`${addressOf(await running())}/api/cmms/utente/login`, 'POST', account)).toMatchObject({
      result: 0,
    });
  });

  it('prevents a second process from using its folder', async () => {
    await running();
    expectSentence(await run(['--port', '0', '--data', demo]), 'another');
  });

  it('answers the running request after a stop, and ends with 0', async () => {
    const { child, ended, ...started } = await running();
    const line = connect(Number(new URL(addressOf({ child, ended, ...started })).port), '127.0.0.1');
    let text = '';
    line.on('data', (bytes) => {
      text += bytes;
    });
    line.write(
      'PUT /api/cmms/stato/1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
    );
    await expect.poll(() => text).toContain('100 Continue');
    const from = Date.now();
    child.kill('SIGTERM');
    line.write('{}');
    const { code, stderr, stdout } = await ended;
    expect(text).toMatch(/HTTP\/1\.1 401 [\s\S]*"result":-100/);
    expect(code, stderr).toBe(0);
    expect(Date.now() - from).toBeLessThan(8000);
    expect(stderr + stdout).not.toMatch(/eyJ/);
  });

  it('ends with npm start, even when that is killed without a word; a port in use is reported', async () => {
    if (server) await stop(server);
    const application = mkdtempSync(join(folder, 'application-'));
    const started = startByStart(application, ['--port', '0', '--data', demo]);
    await listening(started);
    const address = addressOf(started);
    expect((await fetch(`${address}/health`)).status).toBe(200);
    started.child.kill('SIGKILL');
    await expect
      .poll(
        () =>
          fetch(`${address}/health`).then(
            () => 'answers',
            () => 'gone',
          ),
        { timeout: 20_000 },
      )
      .toBe('gone');
    // The next server gets the folder: it starts as far as the port.
    const { port, release } = await takenPort();
    expectSentence(await run(['--port', String(port), '--data', demo]), `Port ${port} is used`);
    release();
  });
});

describe('a real plant', () => {
  it('prints a link for its super admin until it has been used, and what it still lacks', async () => {
    const real = await prepared('real');
    const args = ['--port', '0', '--data', real, '--empty', '--admin', 'capo@plant.example'];
    const first = startProcess([...args, '--host', '127.0.0.1'], { OFFICINA_HTTPS: '1' });
    await listening(first);
    expect(first.output.stdout).toContain('capo@plant.example');
    expect(first.output.stdout).toContain('The setting ClienteURL is empty');
    expect(first.output.stdout).toContain('OFFICINA_TRUSTED_PROXY is not');
    const link = /(http:\/\/[^/]+)\/attiva-account\/(\S+)/.exec(first.output.stdout)!;
    const api = `${link[1]}/api/cmms`;
    const claims = JSON.parse(Buffer.from(link[2]!.split('.')[1]!, 'base64url').toString());
    const chosen = { password: 'Impianto2026!', password2: 'Impianto2026!' };
    expect(await send(`${api}/utente/${claims.idUtente}/password/`, 'POST', chosen, link[2])).toMatchObject({
      result: 0,
    });
    const account = { username: 'capo@plant.example', pwd: 'Impianto2026!' };
    const { data } = await send(`${api}/utente/login`, 'POST', account);
    const headers = { authorization: `Bearer ${data.access_token}` };
    const found = await fetch(`${api}/parametro/?codice=ClienteURL&pag=1&rows=9`, { headers });
    const setting = (await found.json()).data.find(
      ({ codice }: { codice: string }) => codice === 'ClienteURL',
    );
    const value = { valore: 'https://o.plant.example' };
    expect(await send(`${api}/parametro/${setting.id}`, 'PUT', value, data.access_token)).toMatchObject({
      result: 0,
    });
    expect((await stop(first, 'SIGINT')).code).toBe(0);

    const second = startProcess([...args, '--host', '127.0.0.1']);
    await listening(second);
    for (const word of ['attiva-account', 'ClienteURL', 'OFFICINA_TRUSTED_PROXY'])
      expect(second.output.stdout).not.toContain(word);
    await stop(second);
  });
});

describe('a start with an invalid configuration', () => {
  it('names the option, in one sentence', async () => {
    expectSentence(await run(['--prot', '80', '--data', join(folder, 'none')]), '--help');
  });

  it('names file and place of a typo in a schema', async () => {
    const schemas = mkdtempSync(join(folder, 'schemas-'));
    const typo = {
      title: 'Tool',
      type: 'object',
      'x-resource': 'attrezzo',
      'x-lisst': ['codice'],
      properties: {},
    };
    writeFileSync(join(schemas, 'tool.json'), JSON.stringify(typo));
    const ended = await run(['--port', '0', '--data', join(folder, 'none')], { OFFICINA_SCHEMAS: schemas });
    expectSentence(ended, 'tool.json');
    expect(ended.stderr).toContain('x-lisst');
  });

  it('and --help ends with 0', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('DATABASE_URL');
  });
});
