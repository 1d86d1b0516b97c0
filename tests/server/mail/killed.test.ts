/**
 * A server is killed between the mail server's reply 250 and its own mark: it sends the mail again with the same id.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../server/database/engine.ts';
import { testPlace } from '../plant/database.ts';
import { log, type Place } from '../plant/templates.ts';
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
  await expect.poll(() => office.deliveries.length, { timeout: 30_000 }).toBe(1);
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
