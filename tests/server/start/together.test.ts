/** Servers started at once on an empty PostgreSQL: one creates the plant, the others wait and start too. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/database/engine.ts';
import { testPlace } from '../plant/database.ts';
import { log, type Place, SERVER } from '../plant/templates.ts';
import { listening, startProcess, stop } from './server-process.ts';

describe.runIf(SERVER)('on an empty database server', () => {
  let place: Place;
  const folders: string[] = [];
  beforeAll(async () => {
    place = await testPlace('empty');
  });
  afterAll(async () => {
    await place.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const start = () => {
    const folder = mkdtempSync(join(tmpdir(), 'officina-together-'));
    folders.push(folder);
    return startProcess(['--port', '0', '--data', folder], { DATABASE_URL: place.url! });
  };

  it('two that start at once both come up, and the plant is filled once', async () => {
    const servers = [start(), start()];
    try {
      const started = await Promise.allSettled(servers.map(listening));
      expect(started.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      const database = await openDatabase({ ...place, log });
      const { rows } = await database.query('select count(*)::int as plants from impianto');
      expect(rows).toEqual([{ plants: 1 }]);
      await database.close();
      for (const { output } of servers) {
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output.stdout)![0];
        expect((await fetch(`${address}/health`)).ok).toBe(true);
      }
    } finally {
      await Promise.all(servers.map((server) => stop(server)));
    }
  });
});
