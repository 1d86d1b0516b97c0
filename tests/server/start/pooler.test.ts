/**
 * A plant behind PgBouncer in transaction mode, which lends a connection for one transaction: two servers on a pool of
 * three connections. What needs a session of its own goes directly to PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineBusy, openDatabase, StartupError } from '../../../server/database/engine.ts';
import { knowsNames, type Pooler, pgbouncer, startPooler } from '../../processes/pgbouncer.ts';
import { testPlace } from '../plant/database.ts';
import { DEMO_PASSWORD, log, type Place, SERVER } from '../plant/templates.ts';
import { openNews } from './open-news.ts';
import { listening, type ServerProcess, startProcess, stop } from './server-process.ts';

const CONNECTIONS = 3;
const CAN_RUN = Boolean(SERVER && pgbouncer());
const WHY_NOT = SERVER && !CAN_RUN ? ' (skipped: PgBouncer is not installed)' : '';

interface Member {
  server: ServerProcess;
  address: string;
}

interface Reply {
  result: number;
  // biome-ignore lint/suspicious/noExplicitAny: a reply of any call.
  data: any;
}

describe.runIf(CAN_RUN)(`behind a pooler by transaction${WHY_NOT}`, () => {
  let place: Place;
  let pooler: Pooler;
  const folders: string[] = [];
  beforeAll(async () => {
    place = await testPlace('empty');
    pooler = await startPooler(place.url!, CONNECTIONS, knowsNames() ? { max_prepared_statements: 0 } : {});
  });
  afterAll(async () => {
    await pooler.stop();
    await place.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<Member> {
    const folder = mkdtempSync(join(tmpdir(), 'officina-pooler-'));
    folders.push(folder);
    const server = startProcess(['--port', '0', '--data', folder], {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: place.url!,
    });
    await listening(server);
    return { server, address: /http:\/\/127\.0\.0\.1:\d+/.exec(server.output.stdout)![0] };
  }
  async function call(
    member: Member,
    method: string,
    path: string,
    body?: unknown,
    token = '',
  ): Promise<Reply> {
    const reply = await fetch(`${member.address}/api/cmms${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return (await reply.json()) as Reply;
  }

  /** What a statement returns on each connection of the pooler. */
  async function onEach(statement: string): Promise<Record<string, unknown>[]> {
    const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client(pooler.url));
    await Promise.all(clients.map((client) => client.connect()));
    try {
      // Each open transaction has a connection.
      for (const client of clients) await client.query('begin');
      const results = await Promise.all(clients.map((client) => client.query(statement)));
      for (const client of clients) await client.query('commit');
      return results.map(({ rows }) => rows[0]);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  }

  it('two servers start on an empty database, and work together', async () => {
    const starting = [start(), start()];
    const started = await Promise.allSettled(starting);
    const members = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    try {
      expect(started.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      const [one, other] = members as [Member, Member];
      const signedIn = await call(one, 'POST', '/utente/login', {
        username: 'superadmin@officina.example',
        pwd: DEMO_PASSWORD,
      });
      const token: string = signedIn.data.access_token;
      const codes = Array.from({ length: 20 }, (_, index) => `PB${index}`);
      const created = await Promise.all(
        codes.map((codice, index) =>
          call(index % 2 ? one : other, 'POST', '/cdc/', { codice, descrizione: 'Reparto' }, token),
        ),
      );
      expect(created.map(({ result }) => result)).toEqual(codes.map(() => 0));
      const lists = await Promise.all(
        codes.map((_, index) => call(index % 2 ? other : one, 'GET', '/cdc/?pag=-1', undefined, token)),
      );
      for (const { data } of lists)
        expect(data.map((row: { codice: string }) => row.codice)).toEqual(expect.arrayContaining(codes));

      const path = `/oggetto/${(await call(one, 'GET', '/oggetto/?pag=1&rows=1', undefined, token)).data[0].id}`;
      const news = await openNews(other.address, path, token);
      const changed = await call(one, 'PUT', path, { note: 'Attraverso il pooler' }, token);
      expect(changed.result).toBe(0);
      expect(await news.next).toMatchObject({ versione: changed.data.versione });

      const left = await onEach(
        "select current_setting('statement_timeout') as timeout, current_setting('jit') as jit, (select count(*)::int from pg_prepared_statements) as prepared, (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks",
      );
      const [fresh] = (await onDirect("select reset_val as jit from pg_settings where name = 'jit'")) as [
        { jit: string },
      ];
      expect(left).toEqual(left.map(() => ({ timeout: '0', jit: fresh.jit, prepared: 0, locks: 0 })));
    } finally {
      const ends = await Promise.all(members.map(({ server }) => stop(server)));
      expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 0));
    }
  });

  async function onDirect(statement: string): Promise<unknown[]> {
    const client = new pg.Client(place.url);
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  it('every statement has the settings of the program, wherever it runs', async () => {
    const database = await openDatabase({ url: pooler.url, direct: place.url, log, timeout: 300 });
    try {
      const settings =
        "select current_setting('timezone') as zone, current_setting('datestyle') as dates, current_setting('statement_timeout') as timeout";
      const rows = await Promise.all(Array.from({ length: 12 }, () => database.query(settings)));
      rows.push(await database.transaction(({ query }) => query(settings)));
      for (const { rows: found } of rows)
        expect(found).toEqual([{ zone: 'UTC', dates: 'ISO, MDY', timeout: '300ms' }]);
      await expect(database.query('select pg_sleep(30)')).rejects.toBeInstanceOf(EngineBusy);
      await database.transaction(({ query }) => query('select pg_sleep(0.6)'), { unhurried: true });
      await database.query('create table prova (n int primary key)');
      expect(await database.query('insert into prova select generate_series(1, 5)')).toMatchObject({
        count: 5,
      });
      await expect(database.query('insert into prova values (6), (1)')).rejects.toMatchObject({
        code: '23505',
      });
      const portions = [];
      for await (const portion of database.cursor('select n from prova order by n', [], 2))
        portions.push(portion.length);
      expect(portions).toEqual([2, 2, 1]);
      expect(
        await database.snapshot(({ query }) => query('select count(*)::int as n from prova')),
      ).toMatchObject({
        rows: [{ n: 5 }],
      });
      await database.maintain();
    } finally {
      await database.close();
    }
  });

  it.runIf(CAN_RUN && knowsNames())(
    'names statements if a setting says that the pooler knows them',
    async () => {
      const knowing = await startPooler(place.url!, CONNECTIONS, { max_prepared_statements: 100 });
      const database = await openDatabase({ url: knowing.url, direct: place.url, poolerPrepares: true, log });
      try {
        const results = await Promise.all(
          Array.from({ length: 30 }, (_, n) => database.query<{ n: number }>('select $1::int + 1 as n', [n])),
        );
        expect(results.map(({ rows }) => rows[0]!.n)).toEqual(results.map((_, n) => n + 1));
      } finally {
        await database.close();
        await knowing.stop();
      }
    },
  );

  const refusal = async (options: { url: string; direct?: string }): Promise<string> => {
    const error = await openDatabase({ ...options, log }).then(
      () => undefined,
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(StartupError);
    return String(error);
  };

  it('a direct address that leads through a pooler, or elsewhere, is refused', async () => {
    expect(await refusal({ url: pooler.url, direct: pooler.url })).toContain(
      'DATABASE_DIRECT_URL leads through a pooler',
    );
    expect(await refusal({ url: pooler.url, direct: SERVER! })).toContain('lead to different databases');
    expect(await refusal({ url: pooler.url, direct: 'mysql://x' })).toContain('DATABASE_DIRECT_URL is not');
  });

  it('a pooler without a direct address is told', async () => {
    const said: string[] = [];
    const database = await openDatabase({
      url: pooler.url,
      log: { ...log, warn: (line) => said.push(line) },
    });
    await database.close();
    expect(said).toEqual([expect.stringContaining('set DATABASE_DIRECT_URL')]);
  });
});
