/**
 * A server is killed between the mail server's reply 250 and its own mark: it sends the mail again with the same id. A
 * server is killed while it reports changes: each is reported once.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../server/database/engine.ts';
import { testPlace } from '../plant/database.ts';
import { DEMO_PASSWORD, log, type Place } from '../plant/templates.ts';
import { listening, type ServerProcess, startProcess, stop } from '../start/server-process.ts';
import { type PostOffice, postOffice } from './post-office.ts';

let place: Place;
let office: PostOffice;
beforeAll(async () => {
  place = await testPlace('demo');
  office = await postOffice();
});
afterAll(async () => {
  await office.close();
  await place.remove();
});

/** Runs between two servers, because the embedded database has one owner at a time. */
async function inside<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...place, log });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const start = async (): Promise<ServerProcess> => {
  const data = place.folder ?? `${process.env.TMPDIR ?? '/tmp'}/officina-killed`;
  const server = startProcess(
    ['--port', '0', '--data', data],
    place.url ? { DATABASE_URL: place.url } : undefined,
  );
  await listening(server);
  return server;
};

interface Mail {
  stato: string;
  message_id: string;
}
const mails = async (database: Database): Promise<Mail[]> =>
  (await database.query<Mail>("select stato, message_id from posta where destinatario = 'a@x.example'")).rows;

it('none is lost, and the double carries the same Message-ID [D-mail]', async () => {
  await inside(async (database) => {
    const settings = {
      SmtpHost: '127.0.0.1',
      SmtpPorta: String(office.port),
      SmtpSicurezza: 'nessuna',
      SmtpMittente: 'Officina <officina@plant.example>',
    };
    for (const [code, value] of Object.entries(settings))
      await database.query('update parametro set valore = $2 where codice = $1', [code, value]);
    await database.query(
      `insert into posta (creata, prossimo_tentativo, destinatario, oggetto, corpo, genere, stato, tentativi)
       values (now(), now(), 'a@x.example', 'S', 'B', 'intervento', 'attesa', 0)`,
    );
  });
  office.answers = false;
  const first = await start();
  await expect.poll(() => office.deliveries.length).toBe(1);
  await stop(first, 'SIGKILL');
  office.answers = true;

  const [taken] = office.deliveries;
  await inside(async (database) => {
    expect(await mails(database)).toEqual([{ stato: 'invio', message_id: taken!.id }]);
    // The time is ten minutes later.
    await database.query("update posta set prossimo_tentativo = now() where stato = 'invio'");
  });
  const second = await start();
  // On PostgreSQL the routine of the killed process is taken over after 30 s without its heartbeat.
  await expect.poll(() => office.deliveries.length, { timeout: 60_000 }).toBe(2);
  await stop(second);
  expect(office.deliveries.map(({ id, raw }) => [id, /^Subject: .*/m.exec(raw)?.[0]])).toEqual([
    [taken!.id, 'Subject: S'],
    [taken!.id, 'Subject: S'],
  ]);
  expect(await inside(mails)).toEqual([{ stato: 'inviata', message_id: taken!.id }]);
}, 180_000);

const DESCRIPTION = 'Cambiamento e arresto';
const SUBJECT = 'Segnalato';
const REQUESTS = 60;
const REPLIES_BEFORE_THE_KILL = 20;

/** Returns a function that calls a server as the super administrator. */
async function callerOf(server: ServerProcess) {
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output.stdout)![0];
  const call = async <T>(method: string, path: string, body?: unknown, token = ''): Promise<T> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const reply = await fetch(`${origin}/api/cmms${path}`, { method, headers, body: JSON.stringify(body) });
    return (await reply.json()) as T;
  };
  const account = { username: 'superadmin@officina.example', pwd: DEMO_PASSWORD };
  const { data } = await call<{ data: { access_token: string } }>('POST', '/utente/login', account);
  return <T>(method: string, path: string, body?: unknown) => call<T>(method, path, body, data.access_token);
}

/** Sends writes at the same time, and kills the server after some replies. */
async function createUntilKilled(server: ServerProcess, fault: unknown): Promise<void> {
  const call = await callerOf(server);
  let replies = 0;
  const create = async () => {
    await call('POST', '/odl/', fault);
    if (++replies === REPLIES_BEFORE_THE_KILL) server.child.kill('SIGKILL');
  };
  await Promise.allSettled(Array.from({ length: REQUESTS }, create));
  await server.ended;
}

const REPORTED = `
  select o.id, (select count(*)::int from cambiamento c where c.id_record = o.id) as waiting,
    (select count(*)::int from posta p where p.id_odl = o.id and p.destinatario = 'a@x.example') as mails
  from odl o where o.descrizione = '${DESCRIPTION}' order by o.id`;

interface Reported {
  id: number;
  waiting: number;
  mails: number;
}

it('each committed change of a server that is killed is waiting or reported, and reported once in the end [E1]', async () => {
  const fault = await inside(async (database) => {
    await database.query(
      `insert into mail_templates (id_stato, subject, body, recipients, active, send_usr_ins, send_tecnico, send_admin,
         send_usr_notifica) select id, '${SUBJECT}', 'B', 'a@x.example', 1, 0, 0, 0, 0 from stato where codice = 'AP'`,
    );
    const { rows } = await database.query(
      `select a.id as id_oggetto, s.id as id_stato, g.id as id_tipo_guasto, '${DESCRIPTION}' as descrizione
       from oggetto a, stato s, odl_tipoguasto g
       where a.codice = 'FOL-L1-CF' and s.codice = 'AP' and g.codice = 'GUA'`,
    );
    return rows[0];
  });
  await createUntilKilled(await start(), fault);
  const read = async (database: Database) => (await database.query<Reported>(REPORTED)).rows;
  const stored = await inside(read);
  expect(stored.length).toBeGreaterThanOrEqual(REPLIES_BEFORE_THE_KILL);
  for (const { waiting, mails: written } of stored) expect(waiting + written).toBe(1);

  const again = await start();
  const call = await callerOf(again);
  const written = async () =>
    (await call<{ tot: number }>('GET', `/posta/?pag=1&destinatario=a@x.example&oggetto=${SUBJECT}`)).tot;
  // On PostgreSQL the routine of the killed process is taken over after 30 s without its heartbeat.
  await expect.poll(written, { timeout: 60_000 }).toBe(stored.length);
  await stop(again);
  expect(await inside(read)).toEqual(stored.map(({ id }) => ({ id, waiting: 0, mails: 1 })));
}, 180_000);
