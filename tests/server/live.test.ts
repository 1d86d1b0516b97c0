/** Open records: viewers are notified of every change, over a real connection. */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsIn, type News } from '../../dataProvider/live.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';
import { DEMO_PASSWORD } from './plant/templates.ts';

let demo: Plant;
let admin: Client;
let port: number;
let asset: number;

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  await demo.app.server.listen({ port: 0, host: '127.0.0.1' });
  port = (demo.app.server.server.address() as AddressInfo).port;
  asset = await demo.idOf('oggetto', { codice: 'FOL-L1-PR' });
});
afterAll(() => demo.close());

interface Line {
  type: string | null;
  encoding: string | null;
  next(): Promise<News | undefined>;
  close(): void;
}

async function open(path: string, who: 'SUPER' | 'RIFTEC' = 'SUPER') {
  return openWith(path, await demo.token(who));
}

async function openWith(path: string, token: string): Promise<Line & { status: number }> {
  const controller = new AbortController();
  const reply = await fetch(`http://127.0.0.1:${port}/api/cmms${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' },
    signal: controller.signal,
  });
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const waiting: News[] = [];
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    encoding: reply.headers.get('content-encoding'),
    async next() {
      while (waiting.length === 0) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        const { news, rest } = eventsIn(text + value);
        text = rest;
        waiting.push(...news);
      }
      return waiting.shift();
    },
    close: () => controller.abort(),
  };
}

describe('a user with an open record', () => {
  it('is notified who changed it, and of its new version, after the commit', async () => {
    const line = await open(`/oggetto/${asset}/novita`);
    expect(line).toMatchObject({ status: 200, type: 'text/event-stream' });
    const refused = await admin.put(`/oggetto/${asset}`, { descrizione: '' });
    expect(refused.status).toBe(422);
    const { data } = await admin.put(`/oggetto/${asset}`, { note: 'Cambiata adesso' });
    const name = (
      await demo.database.query<{ nome: string }>(
        "select nome || ' ' || cognome as nome from utente where mail = 'superadmin@officina.example'",
      )
    ).rows[0]!.nome;
    expect(await line.next()).toEqual({
      versione: data.versione,
      eliminato: 0,
      id_usr_ultima_mod: expect.any(Number),
      usr_ultima_mod: name,
    });
    line.close();
  });

  it('is not notified of anything else', async () => {
    const line = await open(`/oggetto/${asset}/novita`);
    const other = await demo.idOf('oggetto', { codice: 'FOL-L1' });
    await admin.put(`/oggetto/${other}`, { note: 'Un altro' });
    await admin.put(`/oggetto/${asset}`, { note: 'Questo' });
    const { versione } = (await admin.get(`/oggetto/${asset}`)).data;
    expect(await line.next()).toMatchObject({ versione });
    line.close();
  });

  it('is notified at once of changes since the read, but not of the displayed version', async () => {
    const { versione } = (await admin.get(`/oggetto/${asset}`)).data;
    const late = await open(`/oggetto/${asset}/novita?versione=${versione - 1}`);
    expect(await late.next()).toMatchObject({ versione, eliminato: 0, usr_ultima_mod: 'Giulia Marchetti' });
    late.close();
    const line = await open(`/oggetto/${asset}/novita?versione=${versione}`);
    await admin.put(`/oggetto/${asset}`, { note: 'Più tardi' });
    expect(await line.next()).toMatchObject({ versione: versione + 1 });
    line.close();
  });

  it('is notified of its deletion', async () => {
    const { data } = await admin.post('/magazzino/', {
      codice: 'VIVO',
      descrizione: 'Presto via',
      id_classe: await demo.idOf('magazzino/classe', { canc: 0 }),
      id_organizzazione: 1,
      id_reparto: 1,
    });
    const line = await open(`/magazzino/${data.id}/novita`);
    await admin.del(`/magazzino/${data.id}`);
    expect(await line.next()).toMatchObject({ eliminato: 1, versione: null });
    line.close();
  });

  it('is notified of changes to its child rows', async () => {
    const part = await demo.idOf('ricambio', { canc: 0 });
    const line = await open(`/oggetto/${asset}/novita`);
    expect((await admin.post(`/oggetto/${asset}/ricambi-consigliati/`, { id_ricambio: part })).status).toBe(
      200,
    );
    expect(await line.next()).toMatchObject({ versione: null, eliminato: 0 });
    line.close();
  });

  it('is notified of a deletion before the stream started, and of nothing after it', async () => {
    const line = await open('/oggetto/2147483647/novita?versione=1');
    expect(line.status).toBe(200);
    expect(await line.next()).toMatchObject({ eliminato: 1, versione: null });
    expect(await line.next()).toBeUndefined();
  });

  it.each([
    ['/oggetto/2147483647/novita', 404],
    ['/oggetto/abc/novita', 400],
  ])('%s is answered with %i', async (path, status) => {
    expect(await admin.get(path)).toMatchObject({ status, result: -1 });
  });

  it('gets 404 for a record out of scope', async () => {
    const far = await demo.idOf('oggetto', { codice: 'PAR-L1' });
    const reporter = await demo.as('RESP');
    expect((await reporter.get(`/oggetto/${far}/novita`)).status).toBe(404);
  });

  describe('can open and close streams repeatedly', () => {
    const MAIL = 'elena.tosi@officina.example';
    const signIn = async (): Promise<string> => {
      const body = { username: MAIL, pwd: DEMO_PASSWORD };
      return (await admin.post('/utente/login', body)).data.access_token;
    };
    beforeAll(() => demo.asUser(MAIL));

    it.each<[string, (token: string) => Promise<unknown>]>([
      [
        'they sign out',
        (token) => admin.post('/utente/logout', {}, { headers: { authorization: `Bearer ${token}` } }),
      ],
      ['they sign in elsewhere', () => signIn()],
      ['they are deactivated', async () => switched(0)],
    ])('is not notified once %s [S6]', async (_name, leave) => {
      const token = await signIn();
      const line = await openWith(`/oggetto/${asset}/novita`, token);
      expect(line.status).toBe(200);
      const ended = line.next();
      await leave(token);
      await admin.put(`/oggetto/${asset}`, { note: `Dopo ${_name}` });
      expect(await ended).toBeUndefined();
      await switched(1);
    });

    const switched = async (attivo: 0 | 1) =>
      admin.put(`/utente/${await demo.idOf('utente', { mail: MAIL })}`, { attivo });

    it('has a limited number of streams, and the oldest ends first', async () => {
      const token = await signIn();
      const lines: Line[] = [];
      for (let n = 0; n < 31; n += 1) lines.push(await openWith(`/oggetto/${asset}/novita`, token));
      expect(await lines[0]!.next()).toBeUndefined();
      await admin.put(`/oggetto/${asset}`, { note: 'Per trenta' });
      expect(await Promise.all([lines[1]!, lines[30]!].map((line) => line.next()))).toMatchObject([
        { eliminato: 0 },
        { eliminato: 0 },
      ]);
      for (const line of lines) line.close();
    });
  });

  it('is disconnected when the server ends', async () => {
    const line = await open(`/oggetto/${asset}/novita`, 'RIFTEC');
    const ended = line.next();
    await demo.app.close();
    expect(await ended).toBeUndefined();
  });
});
