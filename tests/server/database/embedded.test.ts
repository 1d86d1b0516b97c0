import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase, StartupError } from '../../../server/database/engine.ts';
import { temporaryFolder } from '../../files/temporary-folder.ts';
import { testPlace } from '../plant/database.ts';
import { log, SERVER } from '../plant/templates.ts';

const root = temporaryFolder('folders');

const open = (folder: string): Promise<Database> => openDatabase({ folder, log });
const refusal = (folder: string): Promise<unknown> =>
  open(folder).then(
    () => undefined,
    (error) => error,
  );

/** Returns the folder of a complete embedded database. */
async function whole(): Promise<string> {
  const place = await testPlace('empty');
  onTestFinished(place.remove);
  return place.folder!;
}

/** Starts a process that opens the folder, reports it, and keeps running. */
async function holding(folder: string) {
  const engine = new URL('../../../server/database/engine.ts', import.meta.url).href;
  const script = `const { openDatabase } = await import(${JSON.stringify(engine)});
    await openDatabase({ folder: ${JSON.stringify(folder)}, log: console }); console.log('open'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((opened) => child.stdout.once('data', opened));
  const kill = () =>
    new Promise<void>((exited) => {
      child.once('exit', () => exited());
      child.kill('SIGKILL');
    });
  return { pid: child.pid!, kill };
}

/** Starts a process that tries to take the lock on a signal, reports the result, and keeps it until the next signal. */
function racer(folder: string) {
  const lock = new URL('../../../server/database/embedded-lock.ts', import.meta.url).href;
  const script = `import { once } from 'node:events';
    const { lockFolder } = await import(${JSON.stringify(lock)});
    process.stdout.write('ready');
    await once(process.stdin, 'data');
    try { lockFolder(${JSON.stringify(folder)}); process.stdout.write('taken'); }
    catch { process.stdout.write('refused'); }
    await once(process.stdin, 'end');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
  const says = async (): Promise<string> => String((await once(child.stdout, 'data'))[0]);
  return { says, go: () => child.stdin.write('go'), leave: () => child.stdin.end() };
}

describe.skipIf(SERVER)('the data folder', () => {
  it('refuses a second process, and is free when the first was killed', async () => {
    const folder = await whole();
    const other = await holding(folder);
    const error = await refusal(folder);
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toContain(`in use by process ${other.pid}`);
    await other.kill();
    expect(existsSync(join(folder, 'officina.lock'))).toBe(true);
    await (await open(folder)).close();
    expect(existsSync(join(folder, 'officina.lock'))).toBe(false);
  });

  it('refuses a second opening by the same process', async () => {
    const folder = await whole();
    const first = await open(folder);
    expect(await refusal(folder)).toBeInstanceOf(StartupError);
    await first.close();
    await (await open(folder)).close();
  });

  it('is not blocked by a lock whose process number was reused', async () => {
    const folder = await whole();
    writeFileSync(join(folder, 'officina.lock'), `${process.pid} 1\n`);
    await (await open(folder)).close();
  });

  it('is not blocked by an invalid lock', async () => {
    const folder = await whole();
    writeFileSync(join(folder, 'officina.lock'), '');
    await (await open(folder)).close();
  });

  it('opens again when the engine was killed before it wrote into its own lock file', async () => {
    const folder = await whole();
    writeFileSync(join(folder, 'database', 'postmaster.pid'), '');
    const database = await open(folder);
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  it('is opened by only one of several processes that find a stale lock at the same moment', async () => {
    const folder = join(root, 'raced');
    mkdirSync(folder);
    writeFileSync(join(folder, 'officina.lock'), '999999999 1\n');
    const racers = [1, 2, 3, 4].map(() => racer(folder));
    expect(await Promise.all(racers.map(({ says }) => says()))).toEqual(Array(4).fill('ready'));
    const said = Promise.all(racers.map(({ says }) => says()));
    for (const { go } of racers) go();
    const outcomes = await said;
    // The winner keeps the lock until all have tried.
    for (const { leave } of racers) leave();
    expect(outcomes.sort()).toEqual(['refused', 'refused', 'refused', 'taken']);
  });

  it('is made again when making it was interrupted', async () => {
    const folder = join(root, 'interrupted');
    mkdirSync(join(folder, 'database', 'base'), { recursive: true });
    writeFileSync(join(folder, 'database', 'postgresql.conf'), 'half');
    writeFileSync(join(folder, 'database.initialising'), '');
    const database = await open(folder);
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
    expect(existsSync(join(folder, 'database.initialising'))).toBe(false);
  });

  it('is left unchanged if it contains other files', async () => {
    const folder = join(root, 'odd');
    mkdirSync(join(folder, 'database'), { recursive: true });
    writeFileSync(join(folder, 'database', 'letter.txt'), 'dear');
    expect(String(await refusal(folder))).toContain('is not a database');
    expect(readdirSync(join(folder, 'database'))).toEqual(['letter.txt']);
    expect(existsSync(join(folder, 'officina.lock'))).toBe(false);
  });

  it('is left unchanged if PG_VERSION is missing', async () => {
    const folder = await whole();
    rmSync(join(folder, 'database', 'PG_VERSION'));
    const before = readdirSync(join(folder, 'database')).length;
    expect(String(await refusal(folder))).toContain('no PG_VERSION');
    expect(readdirSync(join(folder, 'database'))).toHaveLength(before);
  });

  it('is left alone when another PostgreSQL wrote it', async () => {
    const folder = await whole();
    writeFileSync(join(folder, 'database', 'PG_VERSION'), '17\n');
    expect(String(await refusal(folder))).toContain('written by PostgreSQL 17');
    expect(readFileSync(join(folder, 'database', 'PG_VERSION'), 'utf8')).toBe('17\n');
  });

  it('that is damaged causes a clear message', async () => {
    const folder = await whole();
    writeFileSync(join(folder, 'database', 'global', 'pg_control'), 'damaged');
    const error = await refusal(folder);
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toContain('could not be opened');
    expect(existsSync(join(folder, 'officina.lock'))).toBe(false);
  });

  it('that is not writable causes a clear message', async () => {
    writeFileSync(join(root, 'file'), '');
    const error = await refusal(join(root, 'file', 'data'));
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toContain('cannot be used: a part of the path is a file');
  });
});
