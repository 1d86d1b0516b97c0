/** Webhooks: written with the change, signed, retried, and never sent into the internal network. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import type { WriteContext } from '../../server/capabilities/rules.ts';
import { webhookRules } from '../../server/domains/webhooks/index.ts';
import { post } from '../../server/domains/webhooks/post.ts';
import { NotDelivered, type PostOptions } from '../../server/http/checked-post.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let receiver: Server;
let base = '';
let received: Received[] = [];
let answer: (response: ServerResponse) => void;
const accept = (response: ServerResponse): void => {
  response.writeHead(204).end();
};

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      received.push({
        path: request.url!,
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      });
      answer(response);
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => receiver.close());
beforeEach(() => {
  received = [];
  answer = accept;
});

const message = { id: 'id-1', event: 'test', body: '{"a":"è"}', secret: 'whsec_prova' };
const options = (more: Partial<PostOptions> = {}): PostOptions => ({
  inside: true,
  signal: new AbortController().signal,
  ...more,
});

async function failureOf(url: string, more: Partial<PostOptions> = {}): Promise<NotDelivered> {
  const error = await post(url, message, options(more)).then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(NotDelivered);
  return error;
}

describe('one delivery', () => {
  it('is signed over its moment and its body, as the receiver can check', async () => {
    expect(await post(`${base}/presa?x=1`, message, options())).toEqual({ status: 204, text: '' });
    const [{ path, headers, body }] = received as [Received];
    expect([path, body, headers['content-type']]).toEqual([
      '/presa?x=1',
      message.body,
      'application/json; charset=utf-8',
    ]);
    expect(Math.abs(Number(headers['officina-timestamp']) - Date.now() / 1000)).toBeLessThan(5);
    const expected = createHmac('sha256', 'whsec_prova')
      .update(`${headers['officina-timestamp']}.${body}`)
      .digest('hex');
    expect(headers).toMatchObject({
      'officina-delivery': 'id-1',
      'officina-event': 'test',
      'officina-signature': `sha256=${expected}`,
    });
  });

  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://0',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://localhost',
    'http://169.254.169.254/latest/meta-data/',
  ])('to %s is refused when it would stay inside, by the address the name has become', async (url) => {
    const port = new URL(base).port;
    const { key } = await failureOf(url.replace(/^(http:\/\/[^/]+)/, `$1:${port}`), { inside: false });
    expect(key).toBe('webhook-inside');
    expect(received).toEqual([]);
  });

  it('follows no redirect, and reports its target', async () => {
    answer = (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    const failure = await failureOf(base);
    expect(failure).toMatchObject({
      key: 'webhook-redirect',
      answered: { status: 302 },
      params: { to: 'http://169.254.169.254/' },
    });
    expect(received).toHaveLength(1);
  });

  it('waits for a limited time, and uses the status of an endless reply, of which it reads only the beginning', async () => {
    answer = () => undefined;
    expect((await failureOf(base, { timeout: 150 })).key).toBe('webhook-slow');
    answer = (response) => {
      response.writeHead(200);
      response.write('x');
    };
    expect(await post(base, message, options({ timeout: 300 }))).toEqual({ status: 200, text: 'x' });
    answer = (response) => {
      response.writeHead(500);
      response.write('x');
    };
    expect(await failureOf(base, { timeout: 300 })).toMatchObject({ answered: { status: 500, text: 'x' } });
    answer = (response) => {
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write('y'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', pour);
      };
      response.on('error', () => undefined);
      pour();
    };
    const { status, text } = await post(base, message, options());
    expect([status, text.length]).toEqual([200, 1000]);
  });

  it('reports the fault: unknown name, no server, an error status', async () => {
    expect((await failureOf('http://nessuno.invalid')).key).toBe('webhook-no-host');
    expect((await failureOf('http://127.0.0.1:9')).key).toBe('webhook-unreachable');
    answer = (response) => response.writeHead(500).end('guasto');
    expect(await failureOf(base)).toMatchObject({
      key: 'webhook-status',
      answered: { status: 500, text: 'guasto' },
    });
  });

  it.each([
    ['ftp://example.com/', 'webhook-address'],
    ['https://user:pwd@example.com/', 'webhook-address'],
    ['http://192.168.0.10/hook', 'webhook-inside'],
    ['http://[fd00::1]/', 'webhook-inside'],
    ['http://localhost:9000/', 'webhook-inside'],
    ['https://example.com/hook', undefined],
  ])('to %s is refused when it is typed: %s', async (url, rule) => {
    // The rule reads only the row.
    const nothing = {} as unknown as WriteContext;
    const refusals = await webhookRules({ inside: false }).webhook!.check!(
      { url },
      undefined,
      nothing,
      undefined,
    );
    expect(refusals).toEqual(rule ? [{ field: 'url', rule }] : []);
  });
});

describe('a webhook of the plant', () => {
  let demo: Plant;
  let admin: Client;
  let hook: number;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    demo = await plant([], { webhooksInside: true });
    admin = await demo.as('SUADMIN');
    for (const code of ['AP', 'AS']) ids[code] = await demo.idOf('stato', { codice: code });
    ids.asset = await demo.idOf('oggetto', { codice: 'FOL-L1-CF' });
    ids.type = await demo.idOf('odl/tipoGuasto', { codice: 'GUA' });
    const made = await admin.post('/webhook/', { descrizione: 'Gestionale', url: `${base}/eventi` });
    expect(made.status, made.description).toBe(200);
    hook = made.data.id;
  });
  afterAll(() => demo.close());

  const raise = (more: Row = {}) =>
    admin.post('/odl/', {
      id_oggetto: ids.asset,
      id_stato: ids.AP,
      id_tipo_guasto: ids.type,
      descrizione: 'Perdita d’olio',
      priorita: 2,
      ...more,
    });
  const log = async (query = ''): Promise<Row[]> =>
    (await admin.get(`/webhook/${hook}/consegne/?${query}`, { language: 'en' })).data;
  const receivedEvents = async (count: number): Promise<{ event: string; data: Row; id: string }[]> => {
    await expect.poll(() => received.length).toBe(count);
    return received.map(({ body }) => JSON.parse(body));
  };

  it('never returns its secret, except a new one once', async () => {
    expect(JSON.stringify((await admin.get(`/webhook/${hook}`)).data)).not.toContain('whsec');
    const fresh = await admin.post(`/webhook/${hook}/segreto`, undefined, { language: 'en' });
    expect(fresh.data.secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(fresh.description).toContain('not be shown again');
    const [latest] = (await admin.get(`/webhook/${hook}/storico/`, { language: 'en' })).data;
    expect(latest).toMatchObject({ atto: 'renew-secret', detto: 'Replaced the secret' });
    expect((await admin.post('/webhook/999999/segreto')).status).toBe(404);
    const wrong = await admin.post('/webhook/', { descrizione: 'x', url: 'ftp://a' }, { language: 'en' });
    expect(wrong).toMatchObject({
      status: 422,
      errors: { url: 'Enter an address that begins with http:// or https://, without user and password' },
    });
    const { rows } = await demo.database.query<Row>(
      "select modifiche::text as text from storico_modifiche where risorsa = 'webhook'",
    );
    expect(JSON.stringify(rows)).not.toContain('whsec');
  });

  it('receives an event for an intervention created, and for each change of state, and none for refusals', async () => {
    const { data } = await raise();
    const [created] = await receivedEvents(1);
    expect(created).toMatchObject({
      event: 'intervention.created',
      data: {
        id: data.id,
        codice: data.codice,
        descrizione: 'Perdita d’olio',
        oggetto: 'FOL-L1-CF',
        stato: 'AP',
      },
    });
    expect((await raise({ descrizione: '' })).status).toBe(422);
    expect((await admin.put(`/odl/${data.id}`, { note: 'solo una nota' })).status).toBe(200);
    const moved = await admin.put(`/odl/${data.id}`, {
      id_stato: ids.AS,
      id_tecnico: await demo.idOf('utente', { mail: 'tecnico@officina.example' }),
    });
    expect(moved.status, moved.description).toBe(200);
    const [, changed] = await receivedEvents(2);
    expect(changed).toMatchObject({
      event: 'intervention.state_changed',
      data: { id: data.id, stato: 'AS', stato_precedente: 'AP', id_stato_precedente: ids.AP },
    });
    const secret = (
      await demo.database.query<{ valore: string }>('select valore from segreto where codice = $1', [
        `webhook/${hook}`,
      ])
    ).rows[0]!.valore;
    for (const { headers, body } of received)
      expect(headers['officina-signature']).toBe(
        `sha256=${createHmac('sha256', secret).update(`${headers['officina-timestamp']}.${body}`).digest('hex')}`,
      );
    await expect
      .poll(async () => (await log()).map(({ stato, stato_risposta }) => [stato, stato_risposta]))
      .toEqual([
        ['consegnata', 204],
        ['consegnata', 204],
      ]);
  });

  it('receives one event when stock falls below the minimum, in any way, and another only after it was above', async () => {
    const part = (await admin.get('/ricambio/?max_rows=1')).data[0];
    const warehouse = (await admin.get('/magazzino/?max_rows=1')).data[0];
    await demo.database.query('update giacenza set quantita = 0 where id_ricambio = $1', [part.id]);
    await demo.database.query('update ricambio set scorta_minima = 5 where id = $1', [part.id]);
    const move = async (quantita: number) => {
      const done = await admin.post(`/ricambio/${part.id}/giacenza/`, {
        id_ricambio: part.id,
        id_magazzino: warehouse.id,
        quantita,
      });
      expect(done.status, done.description).toBe(200);
    };
    for (const quantity of [10, -5]) await move(quantity);
    expect(received).toEqual([]);
    await admin.put(`/webhook/${hook}`, { su_giacenza: 1 });
    for (const quantity of [-1, -1, 4, -2, -2]) await move(quantity);
    await demo.runs('webhook');
    const events = await receivedEvents(2);
    expect(events.map(({ event, data }) => [event, data.codice, data.giacenza, data.scorta_minima])).toEqual([
      ['stock.below_minimum', part.codice, 4, 5],
      ['stock.below_minimum', part.codice, 3, 5],
    ]);
    await admin.put(`/webhook/${hook}`, { su_giacenza: 0 });
  });

  it('is retried with growing pauses until it fails, and then on request', async () => {
    answer = (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    await raise();
    await receivedEvents(1);
    const first = async () => (await log())[0]!;
    await expect.poll(async () => (await first()).tentativi).toBe(1);
    const waiting = await first();
    expect(waiting).toMatchObject({
      stato: 'attesa',
      stato_risposta: 302,
      errore: 'The reply was 302, a redirect to http://169.254.169.254/, which is not followed.',
    });
    const pause = Date.parse(String(waiting.prossimo)) - Date.now();
    expect(pause).toBeGreaterThan(30_000);
    expect(pause).toBeLessThan(60_500);
    const id = waiting.id as number;
    expect((await admin.post(`/webhook/consegna/${id}/riprova`)).status).toBe(409);
    await demo.database.query('update webhook_consegna set prossimo = now(), tentativi = 7 where id = $1', [
      id,
    ]);
    await demo.runs('webhook');
    await expect.poll(async () => (await first()).stato).toBe('fallita');
    expect(await first()).toMatchObject({ tentativi: 8, prossimo: null });
    answer = accept;
    expect(await admin.post(`/webhook/consegna/${id}/riprova`, undefined, { language: 'en' })).toMatchObject({
      status: 200,
      description: 'The delivery is being tried again.',
    });
    await expect.poll(async () => (await first()).stato).toBe('consegnata');
    const sent = await receivedEvents(3);
    expect(new Set(sent.map((one) => one.id)).size).toBe(1);
    // A run reports its result at the end, after the delivery is marked.
    await expect
      .poll(async () => (await admin.get('/attivita/?nome=webhook', { language: 'en' })).data[0].messaggio)
      .toBe('Delivered: 1. Failed: 0.');
  });

  it('can be tested, with an immediate result', async () => {
    expect(await admin.post(`/webhook/${hook}/prova`, undefined, { language: 'en' })).toMatchObject({
      status: 200,
      description: 'The test delivery succeeded: the reply was 204.',
    });
    expect(await receivedEvents(1)).toMatchObject([{ event: 'test', data: { test: true } }]);
    answer = (response) => response.writeHead(401).end('no');
    expect(await admin.post(`/webhook/${hook}/prova`, undefined, { language: 'en' })).toMatchObject({
      status: 422,
      description: 'The reply was 401.',
    });
    const [last] = await log();
    expect(last).toMatchObject({ evento: 'test', stato: 'fallita', risposta: 'no' });
    // The log is read-only: users cannot add, change or delete rows.
    const [all, one] = [`/webhook/${hook}/consegne`, `/webhook/${hook}/consegne/${last!.id}`];
    expect([
      (await admin.post(all, { evento: 'test' })).status,
      (await admin.put(one, { stato: 'consegnata' })).status,
      (await admin.del(one)).status,
    ]).toEqual([403, 403, 403]);
  });

  it('does not wait for a slow one', async () => {
    const slow = await admin.post('/webhook/', { descrizione: 'Lento', url: `${base}/lento` });
    const held: ServerResponse[] = [];
    answer = (response) => {
      if (received.at(-1)!.path === '/lento') held.push(response);
      else accept(response);
    };
    await raise();
    await receivedEvents(2);
    await raise();
    await expect.poll(() => received.filter(({ path }) => path === '/eventi').length).toBe(2);
    expect(held).toHaveLength(1);
    answer = accept;
    for (const response of held) accept(response);
    await receivedEvents(4);
    await expect.poll(() => demo.count("webhook_consegna where stato = 'attesa'")).toBe(0);
    expect((await admin.del(`/webhook/${slow.data.id}`)).status).toBe(200);
  });

  it('keeps waiting events while it is off, and receives them when it is on again', async () => {
    answer = (response) => response.writeHead(503).end();
    await raise();
    await receivedEvents(1);
    await expect.poll(async () => (await log())[0]!.tentativi).toBe(1);
    await admin.put(`/webhook/${hook}`, { attivo: 0 });
    await demo.database.query("update webhook_consegna set prossimo = now() where stato = 'attesa'");
    await demo.database.query(
      `insert into webhook_consegna (id_webhook, evento, uid, creata, dati)
       values ($1, 'test', 'trial-of-a-dead-server', now() - interval '1 hour', '{}')`,
      [hook],
    );
    answer = accept;
    await demo.runs('webhook');
    await expect.poll(async () => (await log())[0]!.stato).toBe('fallita');
    const [tested, waiting] = await log();
    expect(tested).toMatchObject({ evento: 'test', errore: 'The server stopped during the test.' });
    expect([waiting!.stato, received.length]).toEqual(['attesa', 1]);
    await admin.put(`/webhook/${hook}`, { attivo: 1 });
    await demo.runs('webhook');
    await expect.poll(async () => (await log())[1]!.stato).toBe('consegnata');
  });

  it('receives nothing after its deletion; waiting events are ended', async () => {
    answer = (response) => response.writeHead(503).end();
    await raise();
    await receivedEvents(1);
    await expect.poll(async () => (await log())[0]!.tentativi).toBe(1);
    expect((await admin.del(`/webhook/${hook}`)).status).toBe(200);
    await raise();
    await demo.database.query("update webhook_consegna set prossimo = now() where stato = 'attesa'");
    await demo.runs('webhook');
    await expect.poll(() => demo.count("webhook_consegna where stato = 'attesa'")).toBe(0);
    expect(received).toHaveLength(1);
    const last = (await admin.get('/webhook/consegna/?max_rows=1', { language: 'en' })).data[0];
    expect(last).toMatchObject({ stato: 'fallita', errore: 'The webhook has been switched off or deleted.' });
  });
});
