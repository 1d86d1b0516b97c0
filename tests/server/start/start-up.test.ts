import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../server/database/engine.ts';
import { type Ended, listening, run, startByStart, startProcess, stop, takenPort } from './server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'officina-start-'));
const demo = join(folder, 'demo');
const real = join(folder, 'real');
const silent = { info: () => undefined, warn: () => undefined };

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

beforeAll(async () => {
  const server = startProcess(['--port', '0', '--data', demo]);
  await listening(server);
  await stop(server);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

describe('a demo plant', () => {
  it('prints address and accounts, listens on loopback alone, and stops with 0', async () => {
    const server = startProcess(['--port', '0', '--data', demo]);
    await listening(server);
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output.stdout)?.[0];
    expect(server.output.stdout).toContain('superadmin@officina.example');
    const login = await fetch(`${address}/api/cmms/utente/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'segnalatore@officina.example', pwd: 'Officina2026!' }),
    });
    expect(await login.json()).toMatchObject({ result: 0 });
    const { code, stderr, stdout } = await stop(server, 'SIGINT');
    expect(code).toBe(0);
    expect(stderr + stdout).not.toMatch(/eyJ/);
  });

  it('answers the running request after a stop, and ends with 0', async () => {
    const server = startProcess(['--port', '0', '--data', demo]);
    await listening(server);
    const port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(server.output.stdout)![1]);
    const line = connect(port, '127.0.0.1');
    let text = '';
    line.on('data', (bytes) => {
      text += bytes;
    });
    line.write(
      'PUT /api/cmms/stato/1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
    );
    await expect.poll(() => text).toContain('100 Continue');
    const from = Date.now();
    server.child.kill('SIGTERM');
    line.write('{}');
    const { code, stderr } = await server.ended;
    expect(text).toMatch(/HTTP\/1\.1 401 [\s\S]*"result":-100/);
    expect(code, stderr).toBe(0);
    expect(Date.now() - from).toBeLessThan(8000);
  });

  it('ends with npm start, even when that is killed without a word', async () => {
    const application = mkdtempSync(join(folder, 'application-'));
    const started = startByStart(application, ['--port', '0', '--data', demo]);
    await listening(started);
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(started.output.stdout)![0];
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
    const next = startProcess(['--port', '0', '--data', demo]);
    await expect.poll(() => next.output.stdout + next.output.stderr, { timeout: 60_000 }).toMatch(/Ctrl\+C/);
    await stop(next);
  });

  it('prevents a second process from using its folder', async () => {
    const first = startProcess(['--port', '0', '--data', demo]);
    await listening(first);
    expectSentence(await run(['--port', '0', '--data', demo]), 'another');
    await stop(first);
  });

  it('does not become a real one', async () => {
    expectSentence(await run(['--port', '0', '--data', demo, '--empty']), 'contains a demo plant');
  });

  it('reports a port in use', async () => {
    const { port, release } = await takenPort();
    expectSentence(await run(['--port', String(port), '--data', demo]), `Port ${port} is used`);
    release();
  });
});

describe('a real plant', () => {
  it('prints a link for its super admin until it has been used', async () => {
    const args = [
      '--port',
      '0',
      '--data',
      real,
      '--empty',
      '--admin',
      'capo@plant.example',
      '--host',
      '127.0.0.1',
    ];
    const first = startProcess(args);
    await listening(first);
    expect(first.output.stdout).toContain('capo@plant.example');
    expect(first.output.stdout).toContain('The setting ClienteURL is empty');
    expect(first.output.stdout).not.toContain('OFFICINA_TRUSTED_PROXY');
    await stop(first);
    const database = await openDatabase({ folder: real, log: silent });
    await database.query(
      "update parametro set valore = 'https://o.plant.example' where codice = 'ClienteURL'",
    );
    await database.close();

    const second = startProcess(args, { OFFICINA_HTTPS: '1' });
    await listening(second);
    expect(second.output.stdout).toContain('OFFICINA_TRUSTED_PROXY is not');
    expect(second.output.stdout).not.toContain('ClienteURL');
    const link = /(http:\/\/[^/]+)\/attiva-account\/(\S+)/.exec(second.output.stdout)!;
    const claims = JSON.parse(Buffer.from(link[2]!.split('.')[1]!, 'base64url').toString());
    const chosen = await fetch(`${link[1]}/api/cmms/utente/${claims.idUtente}/password/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${link[2]}` },
      body: JSON.stringify({ password: 'Impianto2026!', password2: 'Impianto2026!' }),
    });
    expect(await chosen.json()).toMatchObject({ result: 0 });
    await stop(second);

    const third = startProcess(args);
    await listening(third);
    expect(third.output.stdout).not.toContain('attiva-account');
    await stop(third);
  });

  it('written by a newer version is left alone', async () => {
    const database = await openDatabase({ folder: real, log: silent });
    await database.query(`insert into officina_versione (versione, impronta, sql) values (999, '', '')`);
    await database.close();
    expectSentence(await run(['--port', '0', '--data', real]), 'newer version');
  });
});

describe('a start with an invalid configuration', () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const cases: [string, string[], Record<string, string>, string][] = [
    ['an unwritable folder', ['--data', join(file, 'data')], {}, file],
    [
      'an unreachable database',
      [],
      { DATABASE_URL: 'postgres://me:geheim@127.0.0.1:1/cmms' },
      'DATABASE_URL',
    ],
    ['an address that is none', [], { DATABASE_URL: 'mysql://x' }, 'Use postgres://'],
    ['a port that is none', ['--port', '70000'], {}, '--port 70000 is not a port'],
    ['an option that is none', ['--prot', '80'], {}, '--help'],
    ['a level that is none', [], { OFFICINA_LOG: 'loud' }, 'OFFICINA_LOG=loud'],
    ['an e-mail that is none', ['--empty', '--admin', 'capo'], {}, '--admin capo'],
    ['half a bucket', [], { OFFICINA_S3_BUCKET: 'impianto' }, 'OFFICINA_S3_KEY is not set'],
    [
      'a bucket that does not answer',
      [],
      {
        OFFICINA_S3_BUCKET: 'impianto',
        OFFICINA_S3_KEY: 'k',
        OFFICINA_S3_SECRET: 's',
        OFFICINA_S3_ENDPOINT: 'http://127.0.0.1:9',
      },
      'the store does not answer',
    ],
    ['a folder of schemas that is none', [], { OFFICINA_SCHEMAS: '/no/such' }, '/no/such'],
  ];
  it.each(cases)('%s', async (_name, args, environment, words) => {
    const ended = await run(['--port', '0', '--data', demo, ...args], environment);
    expectSentence(ended, words);
    expect(ended.stderr).not.toContain('geheim');
  });

  it('a schema with a typo: file and place', async () => {
    const schemas = mkdtempSync(join(folder, 'schemas-'));
    const typo = {
      title: 'Tool',
      type: 'object',
      'x-resource': 'attrezzo',
      'x-lisst': ['codice'],
      properties: {},
    };
    writeFileSync(join(schemas, 'tool.json'), JSON.stringify(typo));
    const ended = await run(['--port', '0', '--data', demo], { OFFICINA_SCHEMAS: schemas });
    expectSentence(ended, 'tool.json');
    expect(ended.stderr).toContain('x-lisst');
  });

  it('and --help lists all settings', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    for (const word of ['--empty', '--port', '--host', '--data', '--dev', 'DATABASE_URL'])
      expect(stdout).toContain(word);
  });
});
