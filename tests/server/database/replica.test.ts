/** A streaming replica of the database: it answers lists and figures, and never with something older than the database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSchemas, SCHEMAS } from '../../../schemas/read-schemas.ts';
import { type App, buildApp } from '../../../server/app.ts';
import { type Database, openDatabase, StartupError } from '../../../server/database/engine.ts';
import { diskStore } from '../../../server/files/disk-store.ts';
import { freePort } from '../../processes/free-port.ts';
import { binaries, PostgresServer } from '../../processes/postgres-server.ts';
import { testPlace } from '../plant/database.ts';
import { type Client, client } from '../plant/plant.ts';
import { DEMO_PASSWORD, log, type Place, SERVER } from '../plant/templates.ts';

const WHO = 'select pg_is_in_recovery() as replica';

interface Member {
  app: App;
  database: Database;
  folder: string;
}

describe.runIf(SERVER)('a replica', () => {
  let place: Place;
  let replica: PostgresServer;
  let shared: string;
  let members: Member[];
  let token: string;
  /** The address of the test's database on the replica. */
  let readUrl: string;

  const newFolder = (): string => mkdtempSync(join(tmpdir(), 'officina-read-'));
  async function start(): Promise<Member> {
    const folder = newFolder();
    const database = await openDatabase({ ...place, replica: readUrl, log });
    const schemas = readSchemas([SCHEMAS]);
    const app = await buildApp({
      database,
      schemas,
      files: diskStore(shared),
      folder,
      version: '1',
      site: 'none',
    });
    return { app, database, folder };
  }
  const on = (index: number): Client => client(members[index]!.app, token);

  async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
    const asking = new pg.Client(url);
    await asking.connect();
    try {
      return (await asking.query(statement)).rows;
    } finally {
      await asking.end();
    }
  }
  const database = (): Database => members[0]!.database;
  const answersFrom = async (): Promise<boolean> =>
    (await database().reading().query<{ replica: boolean }>(WHO)).rows[0]!.replica;
  const backOnReplica = () => expect.poll(answersFrom).toBe(true);

  beforeAll(async () => {
    place = await testPlace('demo');
    const name = new URL(place.url!).pathname.slice(1);
    // The server of the tests confirms commits before they are written. A plant's does not.
    await ask(place.url!, `alter database ${name} set synchronous_commit = on`);
    replica = await PostgresServer.replicaOf(binaries()!, SERVER!);
    await replica.start();
    readUrl = Object.assign(new URL(replica.url), { pathname: `/${name}` }).href;
    shared = newFolder();
    members = [await start(), await start()];
    const signedIn = await client(members[0]!.app).post('/utente/login', {
      username: 'superadmin@officina.example',
      pwd: DEMO_PASSWORD,
    });
    token = signedIn.data.access_token;
  });
  afterAll(async () => {
    for (const { app, database: own, folder } of members) {
      await app.close();
      await own.close();
      rmSync(folder, { recursive: true, force: true });
    }
    rmSync(shared, { recursive: true, force: true });
    await replica.remove();
    await place.remove();
  });
  beforeEach(backOnReplica);

  /** Creates rows on one server, and reads the list on the other after each. Returns the codes that were missing. */
  async function missingOf(prefix: string, count: number): Promise<string[]> {
    const missing: string[] = [];
    for (let index = 0; index < count; index++) {
      const codice = `${prefix}${index}`;
      const created = await on(index % 2).post('/cdc', { codice, descrizione: 'Reparto' });
      expect(created).toMatchObject({ result: 0 });
      const { data, status } = await on((index + 1) % 2).get('/cdc/?pag=-1');
      expect(status).toBe(200);
      if (!data.some((row: { codice: string }) => row.codice === codice)) missing.push(codice);
    }
    return missing;
  }

  it('answers lists and figures, and nothing else', async () => {
    const texts = async () => {
      const rows = await ask(
        readUrl,
        "select query from pg_stat_activity where application_name = 'officina replica' and datname = current_database()",
      );
      return rows.map(({ query }) => String(query)).join('\n');
    };
    expect(await on(0).get('/cdc/?pag=1&rows=5')).toMatchObject({ status: 200 });
    expect(await texts()).toContain('"cdc"');
    const before = await texts();
    expect(await on(0).get('/classe/1')).toMatchObject({ status: 200 });
    expect(await texts()).toBe(before);
    expect(await on(0).get('/odl/statistica?tipo=1')).toMatchObject({ status: 200 });
    expect(await texts()).toContain('odl_conta');
  });

  it('shows what was just written, on every server', async () => {
    expect(await missingOf('REP', 20)).toEqual([]);
    await backOnReplica();
  });

  it('is left alone by the rest of a request that has written', async () => {
    const reading = database().reading();
    expect((await reading.query(WHO)).rows).toEqual([{ replica: true }]);
    await reading.query('create table if not exists scritta (n int)');
    expect((await reading.query(WHO)).rows).toEqual([{ replica: false }]);
    const other = database().reading();
    await other.transaction(({ query }) => query('insert into scritta values (1)'));
    expect((await other.query('select n from scritta')).rows).toEqual([{ n: 1 }]);
    expect((await other.query(WHO)).rows).toEqual([{ replica: false }]);
  });

  it('that stands still shows nothing old: the database answers', async () => {
    await ask(readUrl, 'select pg_wal_replay_pause()');
    try {
      expect(await missingOf('FERMA', 6)).toEqual([]);
      expect(await answersFrom()).toBe(false);
    } finally {
      await ask(readUrl, 'select pg_wal_replay_resume()');
    }
    await backOnReplica();
  });

  it('that does not answer any more is not waited for', async () => {
    const goOn = replica.freeze();
    try {
      expect(await missingOf('MUTA', 4)).toEqual([]);
    } finally {
      goOn();
    }
    await backOnReplica();
  });

  it('shows what was just written also if commits are confirmed before they are on disk', async () => {
    const url = `${place.url}?options=${encodeURIComponent('-c synchronous_commit=off')}`;
    const early = await openDatabase({ url, replica: readUrl, log });
    try {
      await early.query('create table anticipata (n int)');
      for (let n = 1; n <= 10; n++) {
        await early.query('insert into anticipata values ($1)', [n]);
        const { rows } = await early.reading().query('select max(n) as n from anticipata');
        expect(rows).toEqual([{ n }]);
      }
    } finally {
      await early.close();
    }
    await backOnReplica();
  });

  it('passes errors of statements on, and what it may not do to the database', async () => {
    await expect(database().reading().query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    await database().query('create table if not exists bloccata (n int)');
    const { rows } = await database().reading().query('select n from bloccata for update');
    expect(rows).toEqual([]);
    await backOnReplica();
  });

  it('must be one, of this database', async () => {
    const refusal = async (address: string): Promise<string> => {
      const opened = await openDatabase({ ...place, replica: address, log }).catch((error) => error);
      expect(opened).toBeInstanceOf(StartupError);
      return String(opened);
    };
    expect(await refusal(place.url!)).toContain('the database itself and no replica');
    expect(await refusal(replica.url)).toContain('no replica of the database of DATABASE_URL');
    expect(await refusal('mysql://x')).toContain('DATABASE_READ_URL is not');
  });

  it('may be missing at the start', async () => {
    const said: string[] = [];
    const address = `postgres://officina@127.0.0.1:${await freePort()}/plant`;
    const opened = await openDatabase({
      ...place,
      replica: address,
      log: { ...log, warn: (line) => said.push(line) },
    });
    expect((await opened.reading().query(WHO)).rows).toEqual([{ replica: false }]);
    await opened.close();
    expect(said).toEqual([expect.stringContaining('The replica is not used')]);
  });

  it('that is killed is not missed, and is used again when it is back', async () => {
    await replica.kill();
    expect(await missingOf('UCCISA', 6)).toEqual([]);
    await replica.start();
    await backOnReplica();
    expect(await missingOf('TORNATA', 4)).toEqual([]);
  });
});
