/** Routines: once among several servers, repeated after a failure, started on request. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row, Text } from '../../schemas/entity.ts';
import type { Database } from '../../server/database/engine.ts';
import { refused } from '../../server/http/problem.ts';
import { nextTime, type Routine, type RoutineWork, timeAfterFailures } from '../../server/jobs/routine.ts';
import { createRoutines, type Routines } from '../../server/jobs/routines.ts';
import { wake } from '../../server/jobs/wake.ts';
import { testDatabase } from './plant/database.ts';
import { type Plant, plant } from './plant/plant.ts';

const both = (text: string): Text => ({ it: text, en: text });
const ROME = () => 'Europe/Rome';
const quiet = { error: () => undefined, warn: () => undefined, info: () => undefined };
const HOURLY = { minutes: 60 };
const NIGHTLY = { dailyAt: '02:00' };

describe('when a routine is next due', () => {
  it.each([
    ['the evening before', '2026-11-20T22:00:00.000Z', '02:30', '2026-11-21T01:30:00.000Z'],
    ['on the hour itself, the next day', '2026-11-21T01:30:00.000Z', '02:30', '2026-11-22T01:30:00.000Z'],
    [
      'in the night that has no half past two',
      '2026-03-28T23:30:00.000Z',
      '02:30',
      '2026-03-29T01:30:00.000Z',
    ],
    ['in the night that has it twice', '2026-10-24T23:00:00.000Z', '02:30', '2026-10-25T00:30:00.000Z'],
    ['between the two, once only', '2026-10-25T00:45:00.000Z', '02:30', '2026-10-26T01:30:00.000Z'],
    ['late on the day of 25 hours', '2026-10-24T22:10:00.000Z', '00:05', '2026-10-25T23:05:00.000Z'],
  ])('%s', (_name, now, hour, expected) => {
    expect(nextTime({ dailyAt: hour }, new Date(now), ROME).toISOString()).toBe(expected);
  });

  it('waits longer after each failure, and never more than an hour', () => {
    const now = new Date('2026-11-21T00:00:00Z');
    const minutes = [1, 2, 3, 4, 7, 40].map(
      (failures) => (timeAfterFailures(failures, now).getTime() - now.getTime()) / 60_000,
    );
    expect(minutes).toEqual([1, 2, 4, 8, 60, 60]);
  });
});

describe('several servers', () => {
  let database: Database;
  let servers: Routines[] = [];

  beforeAll(async () => {
    database = await testDatabase('migrated');
  });
  afterAll(() => database.close());
  beforeEach(() => database.query('delete from attivita_esecuzione'));
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()));
    servers = [];
    await database.query('delete from attivita_esecuzione');
    await database.query('delete from attivita');
  });

  const serverWith = (run: Routine['run'], every: Routine['every'] = HOURLY, silence = 30): Routines => {
    const server = createRoutines({
      database,
      setting: ROME,
      definitionsOf: () => [],
      // biome-ignore lint/suspicious/noExplicitAny: a silent log.
      log: quiet as any,
      lookMs: 25,
      silence,
    });
    server.add({ name: 'prova', title: { it: 'Prova', en: 'Trial' }, every, run });
    servers.push(server);
    return server;
  };
  const row = async (): Promise<Row> =>
    (await database.query<Row>("select * from attivita where nome = 'prova'")).rows[0]!;
  const runs = async (): Promise<Row[]> =>
    (await database.query<Row>('select * from attivita_esecuzione order by id')).rows;
  const due = () => database.query("update attivita set prossima = now() - interval '1 second'");

  it('run a routine once among them, again when it is due, and store the result', async () => {
    let count = 0;
    const run = async () => {
      count += 1;
      await wait(60);
      return both(`giro ${count}`);
    };
    // The embedded engine has one server: later ones find nothing to do.
    for (const server of [serverWith(run, NIGHTLY), serverWith(run), serverWith(run)]) await server.open();
    for (const round of [1, 2]) {
      await due();
      await expect.poll(async () => (await runs()).length).toBe(round);
      await wait(120);
      expect(count).toBe(round);
    }
    expect(await row()).toMatchObject({ stato: 'attesa', errori: 0, messaggio: 'giro 2', esecutore: null });
    expect(Date.parse(String((await row()).prossima))).toBeGreaterThan(Date.now());
    expect((await runs()).map(({ stato }) => stato)).toEqual(['fatta', 'fatta']);
  });

  it('take over from a server that died, and report the interruption', async () => {
    let count = 0;
    const server = serverWith(async () => {
      count += 1;
      return both('finito');
    }, NIGHTLY);
    await server.open();
    const left =
      "update attivita set stato = 'in_corso', esecutore = 'morto', inizio = now(), battito = now() - interval";
    await database.query(`${left} '20 seconds'`);
    await wait(100);
    expect(count).toBe(0);
    await database.query(`${left} '31 seconds'`);
    await expect.poll(async () => (await runs()).map(({ stato }) => stato)).toEqual(['interrotta', 'fatta']);
    expect(count).toBe(1);
  });

  it('stop when another server has taken over, and do not overwrite its result', async () => {
    const works: RoutineWork[] = [];
    let finish = (): void => undefined;
    const run = async (work: RoutineWork) => {
      works.push(work);
      if (works.length > 1) return both('secondo');
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      work.goOn();
      return both('primo');
    };
    for (const server of [serverWith(run, NIGHTLY, 4), serverWith(run, NIGHTLY, 4)]) await server.open();
    await due();
    await expect.poll(() => works.length).toBe(1);
    await database.query("update attivita set battito = now() - interval '1 minute', esecutore = 'altro'");
    await expect.poll(() => works[0]!.signal.aborted).toBe(true);
    await expect.poll(async () => (await row()).messaggio).toBe('secondo');
    finish();
    await wait(100);
    expect(await row()).toMatchObject({ stato: 'attesa', messaggio: 'secondo' });
    expect((await runs()).map(({ stato }) => stato)).toEqual(['interrotta', 'fatta']);
  });

  it('repeat a failed run later, with a message, and count the failures', async () => {
    let count = 0;
    const server = serverWith(
      async () => {
        count += 1;
        if (count === 1) throw new Error('connect ECONNREFUSED 127.0.0.1:25');
        if (count === 2) throw refused('job-ended');
        return both('riuscita');
      },
      { wake: true, lookEverySeconds: 3600 },
    );
    await server.open();
    await expect.poll(async () => (await row()).stato).toBe('errore');
    const pause = Date.parse(String((await row()).prossima)) - Date.now();
    expect(pause).toBeGreaterThan(50_000);
    expect(pause).toBeLessThan(60_500);
    expect((await row()).messaggio_traduzioni).toMatchObject({
      en: 'Failed: connect ECONNREFUSED 127.0.0.1:25',
    });
    // A paused routine ignores the wake-up.
    wake('prova');
    await wait(80);
    expect(count).toBe(1);
    await due();
    await expect.poll(async () => (await row()).errori).toBe(2);
    expect(Date.parse(String((await row()).prossima)) - Date.now()).toBeGreaterThan(110_000);
    await due();
    await expect.poll(async () => (await row()).errori).toBe(0);
    expect(await row()).toMatchObject({ stato: 'attesa', messaggio: 'riuscita' });
    expect((await runs()).map(({ stato }) => stato)).toEqual(['errore', 'errore', 'fatta']);
  });

  it('look again when woken, also while they are at it, and say nothing of a run with nothing to do', async () => {
    let count = 0;
    const server = serverWith(
      async () => {
        count += 1;
        await wait(50);
        return undefined;
      },
      { wake: true, lookEverySeconds: 3600 },
    );
    await server.open();
    await expect.poll(async () => [count, (await row()).stato]).toEqual([1, 'attesa']);
    wake('prova');
    await expect.poll(() => count).toBe(2);
    wake('prova');
    await expect.poll(() => count).toBe(3);
    expect(await runs()).toEqual([]);
  });

  it('end running work when they stop, and the next one continues', async () => {
    let notifications = 0;
    const server = serverWith(async (work) => {
      await new Promise<void>((_, reject) =>
        work.signal.addEventListener('abort', () => {
          notifications += 1;
          reject(work.signal.reason);
        }),
      );
      return undefined;
    });
    await server.open();
    await expect.poll(async () => (await row()).stato).toBe('in_corso');
    await server.close();
    expect(notifications).toBe(1);
    expect(await row()).toMatchObject({ stato: 'attesa', errori: 0, esecutore: null });
    expect((await runs()).map(({ stato }) => stato)).toEqual(['interrotta']);
    const next = serverWith(async () => both('ripresa'));
    await next.open();
    await expect.poll(async () => (await row()).messaggio).toBe('ripresa');
  });

  it('forget a routine that the product no longer has', async () => {
    await database.query(
      "insert into attivita (nome, titolo, prossima) values ('vecchia', 'Vecchia', now())",
    );
    await serverWith(async () => undefined).open();
    const { rows } = await database.query<Row>('select nome from attivita');
    expect(rows).toEqual([{ nome: 'prova' }]);
  });

  it('keep the last two hundred runs', async () => {
    const server = serverWith(async () => both('ultima'), NIGHTLY);
    await server.open();
    const { id } = await row();
    await database.query(
      `insert into attivita_esecuzione (id_attivita, stato, messaggio) select $1, 'fatta', g::text from generate_series(1, 250) g`,
      [id],
    );
    await due();
    await expect.poll(async () => (await runs()).at(-1)?.messaggio).toBe('ultima');
    await expect.poll(async () => (await runs()).length).toBe(200);
  });
});

describe('a super admin', () => {
  let demo: Plant;
  beforeAll(async () => {
    demo = await plant();
  });
  afterAll(() => demo.close());

  it('sees the automatic work of the server, in their language, starts it, and not twice at once', async () => {
    const admin = await demo.as('SUADMIN');
    const { rows } = await demo.database.query<{ id: number }>(
      `insert into attivita (nome, titolo, traduzioni, prossima, messaggio, messaggio_traduzioni)
       values ('prova', 'Prova', '{"it": "Prova", "en": "Trial"}', now() + interval '1 day', 'Fatto', '{"en": "Done"}') returning id`,
    );
    const { id } = rows[0]!;
    await demo.database.query(
      `insert into attivita_esecuzione (id_attivita, stato, messaggio, traduzioni) values ($1, 'fatta', 'Fatto', '{"en": "Done"}')`,
      [id],
    );
    const list = await admin.get('/attivita/?nome=prova', { language: 'en' });
    expect(list.data).toMatchObject([{ titolo: 'Trial', messaggio: 'Done', stato: 'attesa', errori: 0 }]);
    const past = await admin.get(`/attivita/${id}/esecuzioni/`, { language: 'en' });
    expect(past.data).toMatchObject([{ stato: 'fatta', messaggio: 'Done' }]);
    expect(await admin.post(`/attivita/${id}/esegui`)).toMatchObject({
      status: 200,
      description: "L'attività è stata avviata.",
    });
    expect(Date.parse((await admin.get(`/attivita/${id}`)).data.prossima)).toBeLessThanOrEqual(Date.now());
    await demo.database.query("update attivita set stato = 'in_corso', battito = now() where id = $1", [id]);
    expect(await admin.post(`/attivita/${id}/esegui`, undefined, { language: 'en' })).toMatchObject({
      status: 409,
      description: 'The routine is already running.',
    });
    expect(await admin.post('/attivita/999999/esegui')).toMatchObject({ status: 404 });
    expect(await (await demo.as('SUPER')).post(`/attivita/${id}/esegui`)).toMatchObject({ status: 403 });
  });

  it('sees all background jobs, and repeats failed ones, in the name of their users', async () => {
    const [admin, other] = [await demo.as('SUADMIN'), await demo.as('SUPER')];
    const user = await demo.idOf('utente', { mail: 'admin@officina.example' });
    const add = async (tipo: string, stato: string, fase = '') => {
      const { rows } = await demo.database.query<{ id: number }>(
        `insert into lavoro (tipo, fase, risorsa, id_utente, lingua, stato, parametri, messaggio, finito)
         values ($1, $2, 'stato', $3, 'it', $4, '{"formato": "csv", "query": {}}', '{"it": "Fermato", "en": "Stopped"}', now()) returning id`,
        [tipo, fase, user, stato],
      );
      return rows[0]!.id;
    };
    const failed = await add('esportazione', 'interrotto');
    const list = await admin.get(`/lavoro/registro/?id_utente=${user}&stato=interrotto&pag=1`, {
      language: 'en',
    });
    expect(list).toMatchObject({
      tot: 1,
      data: [{ id: failed, tipo: 'esportazione', messaggio: 'Stopped', ripetibile: 1 }],
    });
    expect((await admin.get(`/lavoro/registro/${failed}`)).data).toMatchObject({ messaggio: 'Fermato' });
    expect((await admin.get(`/lavoro/${failed}`)).status).toBe(404);
    const again = await admin.post(`/lavoro/registro/${failed}/riprova`);
    expect(again).toMatchObject({ status: 200, description: 'Il lavoro viene ripetuto.' });
    const stateOf = async () => (await admin.get(`/lavoro/registro/${failed}`)).data.stato;
    await expect.poll(stateOf).toBe('errore');
    // Rights are checked again: without access to states the job failed; with it, it succeeds.
    expect((await admin.get(`/lavoro/registro/${failed}`)).data.messaggio).toContain('ruolo');
    await demo.database.query("update lavoro set risorsa = 'oggetto' where id = $1", [failed]);
    expect((await admin.post(`/lavoro/registro/${failed}/riprova`)).status).toBe(200);
    await expect.poll(stateOf).toBe('fatto');
    expect((await other.get(`/lavoro/${failed}`)).data).toMatchObject({ stato: 'fatto' });
    expect((await admin.post(`/lavoro/registro/${failed}/riprova`)).status).toBe(409);
    const sheet = await add('importazione', 'interrotto', 'esecuzione');
    expect((await admin.get(`/lavoro/registro/${sheet}`)).data.ripetibile).toBe(0);
    expect(await admin.post(`/lavoro/registro/${sheet}/riprova`)).toMatchObject({
      status: 409,
      description: 'Solo chi ha richiesto un lavoro di questo tipo può ripeterlo.',
    });
    expect((await admin.put(`/lavoro/registro/${sheet}`, {})).status).toBe(405);
    expect((await other.get('/lavoro/registro/')).status).toBe(403);
  });
});
