/** npm run backup next to the running server, and npm run restore into a new folder. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import documents from '../../../server/seed/data/demo-documents.json' with { type: 'json' };
import { temporaryFolder } from '../../files/temporary-folder.ts';
import { testPlace } from '../plant/database.ts';
import { SERVER } from '../plant/templates.ts';
import { command, listening, startProcess, stop } from '../start/server-process.ts';

vi.setConfig({ testTimeout: 240_000 });

/** The stored contents of the demo plant. */
const FILES = new Set(documents.map(({ file }) => file)).size;
const work = temporaryFolder('commands');

/** Signs in at a server that has just started. */
async function signedIn(server: ReturnType<typeof startProcess>) {
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output.stdout)![0];
  const ask = async (method: string, path: string, body?: unknown, token?: string) => {
    const reply = await fetch(`${address}/api/cmms${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: body ? JSON.stringify(body) : null,
    });
    return (await reply.json()) as {
      result: number;
      data: Record<string, unknown>[] & Record<string, string>;
    };
  };
  const account = { username: 'superadmin@officina.example', pwd: 'Officina2026!' };
  const { data } = await ask('POST', '/utente/login', account);
  return (method: string, path: string, body?: unknown) => ask(method, path, body, data.access_token);
}

it('a running plant is backed up, and continues elsewhere, without sending anything if restored so', async () => {
  const place = await testPlace('demo');
  const data = place.folder ?? join(work, 'data');
  const env: Record<string, string> = place.url ? { DATABASE_URL: place.url } : {};
  const zip = join(work, 'plant.zip');
  const server = startProcess(['--port', '0', '--data', data], env);
  await listening(server);
  const here = await signedIn(server);
  const host = (await here('GET', '/parametro/?codice=SmtpHost')).data[0]!;
  expect(await here('PUT', `/parametro/${host.id}`, { valore: 'mail.example.org' })).toMatchObject({
    result: 0,
  });
  const hook = { descrizione: 'Gestionale', url: 'https://erp.example.org/officina', attivo: 1 };
  expect(await here('POST', '/webhook/', hook)).toMatchObject({ result: 0 });
  if (!SERVER) expect(statSync(join(data, 'officina.local')).mode & 0o777).toBe(0o600);
  const made = await command('backup', [zip, '--data', data], place.url);
  expect(made).toMatchObject({
    code: 0,
    said: expect.stringMatching(new RegExp(`\\d+ rows, ${FILES} files, read back and complete`)),
  });
  expect(statSync(zip).mode & 0o777).toBe(0o600);
  expect(await command('backup', [zip, '--data', data], place.url)).toMatchObject({
    code: 1,
    said: expect.stringContaining('already exists'),
  });
  const used = await command('restore', [zip, '--data', data], place.url);
  expect(used).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') });
  await stop(server);
  expect(existsSync(join(data, 'officina.local'))).toBe(false);

  // Without a server, the command opens the plant itself.
  const still = join(work, 'still.zip');
  expect((await command('backup', [still, '--data', data], place.url)).code).toBe(0);
  await place.remove();

  const broken = join(work, 'broken.zip');
  writeFileSync(broken, readFileSync(still).subarray(0, 5_000));
  const home = join(work, 'home');
  expect(await command('restore', [broken, '--data', home])).toMatchObject({
    code: 1,
    said: expect.stringContaining('cut short or changed'),
  });
  expect(existsSync(home)).toBe(false);

  const silent = await command('restore', [still, '--data', home, '--silent']);
  expect(silent).toMatchObject({
    code: 0,
    said: expect.stringMatching(new RegExp(`Restored \\d+ rows and ${FILES} files`)),
  });
  expect(silent.said).toContain('The restored plant has no mail server, and its webhooks are switched off.');
  expect(readdirSync(home)).not.toContain('officina.restoring');
  const moved = startProcess(['--port', '0', '--data', home]);
  await listening(moved);
  const there = await signedIn(moved);
  expect((await there('GET', '/parametro/?codice=SmtpHost')).data).toMatchObject([{ valore: '' }]);
  expect((await there('GET', '/webhook/')).data).toMatchObject([{ descrizione: 'Gestionale', attivo: 0 }]);
  await stop(moved);
});

it('invalid arguments are reported in a sentence', async () => {
  const empty = join(work, 'empty');
  mkdirSync(empty);
  expect(await command('backup', ['--data', empty])).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no plant'),
  });
  expect(await command('restore', [])).toMatchObject({
    code: 1,
    said: expect.stringContaining('Use: npm run'),
  });
  expect(await command('restore', [join(work, 'nothing.zip'), '--data', empty])).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no such file'),
  });
  writeFileSync(join(empty, 'officina.restoring'), '');
  const halfway = await startProcess(['--port', '0', '--data', empty]).ended;
  expect(halfway).toMatchObject({ code: 1, stderr: expect.stringContaining('was interrupted') });
  mkdirSync(join(empty, 'database'));
  for (const [program, words] of [
    ['backup', [join(work, 'half.zip')]],
    ['reset-password', ['anna@plant.example']],
  ] as const)
    expect(await command(program, [...words, '--data', empty])).toMatchObject({
      code: 1,
      said: expect.stringContaining('was interrupted'),
    });
});
