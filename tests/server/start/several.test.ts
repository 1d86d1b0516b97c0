/**
 * Two servers of one plant, on one PostgreSQL and one file store: what happens on one server is visible on the other
 * at once, without waiting for the polling intervals, which never end in this test.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSchemas, SCHEMAS } from '../../../schemas/read-schemas.ts';
import { type App, buildApp } from '../../../server/app.ts';
import { type Database, openDatabase } from '../../../server/database/engine.ts';
import { diskStore } from '../../../server/files/disk-store.ts';
import { testPlace } from '../plant/database.ts';
import { settled } from '../plant/jobs.ts';
import { type Client, client } from '../plant/plant.ts';
import { DEMO_PASSWORD, log, type Place, SERVER } from '../plant/templates.ts';
import { openNews } from './open-news.ts';

interface Member {
  app: App;
  database: Database;
  folder: string;
  port: number;
}

const TECHNICIAN = 'tecnico@officina.example';

describe.runIf(SERVER)('two servers of one plant', () => {
  let place: Place;
  let shared: string;
  let one: Member;
  let other: Member;
  let token: string;
  const on = ({ app }: Member, as = token): Client => client(app, as);

  const newFolder = (): string => mkdtempSync(join(tmpdir(), 'officina-several-'));
  async function start(): Promise<Member> {
    const folder = newFolder();
    const database = await openDatabase({ ...place, log });
    const schemas = readSchemas([SCHEMAS]);
    const files = diskStore(shared);
    const app = await buildApp({ database, schemas, files, folder, version: '1', site: 'none' });
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    return { app, database, folder, port: (app.server.server.address() as AddressInfo).port };
  }
  async function signIn(member: Member, username: string): Promise<string> {
    const reply = await client(member.app).post('/utente/login', { username, pwd: DEMO_PASSWORD });
    expect(reply).toMatchObject({ status: 200, result: 0 });
    return reply.data.access_token;
  }

  beforeAll(async () => {
    // No cache expires because time has passed.
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'], now: Date.now() });
    place = await testPlace('demo');
    shared = newFolder();
    one = await start();
    other = await start();
    token = await signIn(one, 'superadmin@officina.example');
  });
  afterAll(async () => {
    for (const { app, database, folder } of [one, other]) {
      await app.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
    vi.useRealTimers();
    rmSync(shared, { recursive: true, force: true });
    await place.remove();
  });

  it('both send the result of a job, whichever ran it', async () => {
    for (const member of [one, other]) {
      const { data } = await on(member).post('/classe/esportazione?formato=csv');
      expect(await settled(on(one), data.id)).toMatchObject({ stato: 'fatto' });
      const files = await Promise.all([one, other].map((from) => on(from).get(`/lavoro/${data.id}/file`)));
      expect(files.map(({ status }) => status)).toEqual([200, 200]);
      expect(files[0]!.data).toContain('COMP');
      expect(files[1]!.data).toBe(files[0]!.data);
    }
  });

  const firstNews = ({ port }: Member, path: string, as = token) =>
    openNews(`http://127.0.0.1:${port}`, path, as);

  it('pages open on one are notified of changes on the other', async () => {
    const { data } = await on(one).get('/oggetto/?pag=1&rows=1');
    const path = `/oggetto/${data[0].id}`;
    const line = await firstNews(other, path);
    const changed = await on(one).put(path, { note: 'Dal primo server' });
    expect(await line.next).toMatchObject({
      versione: changed.data.versione,
      usr_ultima_mod: 'Giulia Marchetti',
    });
  });

  it('a setting saved on one is in force on the other', async () => {
    const { rows } = await one.database.query<{ id: number }>(
      "select id from parametro where codice = 'ClienteURL'",
    );
    const version = async (member: Member) =>
      (await on(member).get('/classe/?pag=1&rows=1')).headers['x-officina-settings'];
    const before = await version(other);
    expect(await on(one).put(`/parametro/${rows[0]!.id}`, { valore: 'https://due.example' })).toMatchObject({
      result: 0,
    });
    expect(await version(one)).not.toBe(before);
    await expect.poll(() => version(other)).toBe(await version(one));
  });

  it('a user switched off on one is refused by the other, and their open pages end', async () => {
    const as = await signIn(other, TECHNICIAN);
    const { rows } = await one.database.query<{ id: number }>('select id from utente where mail = $1', [
      TECHNICIAN,
    ]);
    const { data } = await on(other, as).get('/oggetto/?pag=1&rows=1');
    const line = await firstNews(other, `/oggetto/${data[0].id}`, as);
    expect(await on(one).put(`/utente/${rows[0]!.id}`, { attivo: 0 })).toMatchObject({ result: 0 });
    expect(await line.next).toBeUndefined();
    expect(await on(other, as).get('/oggetto/?pag=1&rows=1')).toMatchObject({ status: 401 });
  });

  it('wrong passwords are counted together [W16]', async () => {
    const attempt = async (member: Member) =>
      (await client(member.app).post('/utente/login', { username: 'nobody@plant.example', pwd: 'x' })).status;
    const tries: number[] = [];
    for (const member of [one, other, one, other, one]) tries.push(await attempt(member));
    expect(tries).toEqual([422, 422, 422, 422, 422]);
    expect([await attempt(one), await attempt(other)]).toEqual([429, 429]);
  });

  it('read again what they may have missed when their connection was lost', async () => {
    const { rows } = await one.database.query<{ id: number }>(
      "select id from parametro where codice = 'ClienteURL'",
    );
    const version = async (member: Member) =>
      (await on(member).get('/classe/?pag=1&rows=1')).headers['x-officina-settings'];
    const before = await version(other);
    await one.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'officina announcements' and datname = current_database()",
    );
    // Written directly into the database, so no server announces it.
    await one.database.query('update parametro set valore = $2 where id = $1', [
      rows[0]!.id,
      'https://di-nuovo.example',
    ]);
    await expect.poll(() => version(other)).not.toBe(before);
  });
});
