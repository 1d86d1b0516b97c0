/** A newer version starts beside older ones, if it only adds to the database; otherwise it says so, or waits. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/database/engine.ts';
import { testPlace } from '../plant/database.ts';
import { log, type Place, SERVER } from '../plant/templates.ts';
import { listening, type ServerProcess, startProcess, stop } from './server-process.ts';

const TEXT = { type: 'string', title: 'Text', 'x-title': { it: 'Testo' }, maxLength: 20 };

/** The versions of one more entity: a newer one adds a column, and the next renames it. */
const schemaOf = (properties: Record<string, object>) => ({
  title: 'Tool',
  'x-title': { it: 'Attrezzo' },
  type: 'object',
  'x-resource': 'attrezzo',
  'x-id': 'id',
  'x-access': { read: 'session', write: [{ role: 'SUADMIN' }] },
  'x-delete': 'soft',
  'x-search': ['codice'],
  'x-sort': ['codice', 'ASC'],
  required: ['codice'],
  properties: { codice: TEXT, ...properties },
});
const OLD = schemaOf({});
const ADDED = schemaOf({ nota: TEXT });
const RENAMED = schemaOf({ appunto: { ...TEXT, 'x-was': 'nota' } });

describe.runIf(SERVER)('a newer version beside an older one', () => {
  let place: Place;
  const folders: string[] = [];
  const running = new Set<ServerProcess>();
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'officina-rolling-'));
    folders.push(folder);
    return folder;
  };
  beforeAll(async () => {
    place = await testPlace('demo');
  });
  afterAll(async () => {
    await Promise.all([...running].map((server) => stop(server)));
    await place.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  function start(schema: object, ...args: string[]): ServerProcess {
    const folder = newFolder();
    const schemas = join(folder, 'schemas');
    mkdirSync(schemas);
    writeFileSync(join(schemas, 'attrezzo.json'), JSON.stringify(schema));
    const server = startProcess(['--port', '0', '--data', folder, ...args], {
      DATABASE_URL: place.url!,
      OFFICINA_SCHEMAS: schemas,
      OFFICINA_LOG: 'info',
    });
    running.add(server);
    server.ended.then(() => running.delete(server));
    return server;
  }
  const isHealthy = async ({ output }: ServerProcess): Promise<boolean> =>
    (await fetch(`${/http:\/\/127\.0\.0\.1:\d+/.exec(output.stdout)![0]}/health`)).ok;

  async function columns(): Promise<string[]> {
    const database = await openDatabase({ ...place, log });
    const { rows } = await database.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = 'attrezzo'::regclass and attname in ('nota', 'appunto') and not attisdropped",
    );
    await database.close();
    return rows.map(({ name }) => name);
  }

  it('starts if it only adds; the older one goes on, and may start again', async () => {
    const older = start(OLD);
    await listening(older);
    const newer = start(ADDED);
    await listening(newer);
    expect(await columns()).toEqual(['nota']);
    expect([await isHealthy(older), await isHealthy(newer)]).toEqual([true, true]);
    await stop(older);
    const again = start(OLD);
    await listening(again);
    expect(again.output.stderr).toContain('A newer version has added to the database');
    expect(await columns()).toEqual(['nota']);
    await stop(again);
    await stop(newer);
  });

  it('otherwise changes nothing and says so; with --wait it waits until the older ones have stopped', async () => {
    const older = start(ADDED);
    await listening(older);
    const refused = await start(RENAMED).ended;
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('a server of this plant is running. Nothing was changed.');
    expect(await columns()).toEqual(['nota']);
    const waiting = start(RENAMED, '--wait');
    await expect.poll(() => waiting.output.stderr).toContain('Waiting until the other servers');
    expect(await isHealthy(older)).toBe(true);
    await stop(older);
    await listening(waiting);
    expect(await columns()).toEqual(['appunto']);
    const tooOld = await start(ADDED).ended;
    expect(tooOld.code).not.toBe(0);
    expect(await columns()).toEqual(['appunto']);
    await stop(waiting);
  });
});
