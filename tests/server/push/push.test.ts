/**
 * News on devices while Officina is closed: encrypted for one device, signed by the plant, in the language of its
 * user.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PUSH } from '../../../server/domains/news/news-table.ts';
import { isQuiet } from '../../../server/domains/news/push/routine.ts';
import { wake } from '../../../server/jobs/wake.ts';
import { localTime } from '../../../server/plant/plant-time.ts';
import { TECHNICIAN, type Workshop, workshop } from '../interventions/workshop.ts';
import type { Client } from '../plant/plant.ts';
import { claimsOf, Device, type Receiver, receive } from './receiver.ts';

const PATH = '/avvisi/dispositivo/';

let receiver: Receiver;
let shop: Workshop;
let technician: Client;
let publicKey: string;
beforeAll(async () => {
  // The receiver's certificate is made by the test itself.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  receiver = await receive();
  shop = await workshop({ webhooksInside: true });
  technician = await shop.as('RIFTEC');
  publicKey = (await technician.get(PATH)).data.chiave;
});
afterAll(async () => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  await shop.close();
  receiver.close();
});
beforeEach(() => {
  receiver.arrived = [];
  receiver.status = 201;
});

const devices = async (who = technician) =>
  (await who.get(PATH)).data.dispositivi as { id: number; indirizzo: string; inviato: string | null }[];
const assigned = async () => {
  const work = await shop.raise();
  await shop.move(work.id, 'AS', { id_tecnico: shop.ids[TECHNICIAN] });
  return work;
};
const arrivals = (count: number) => expect.poll(() => receiver.arrived.length).toBe(count);

describe('a device', () => {
  it('gets what others did with the work of its user, encrypted and signed, and nothing of before', async () => {
    await assigned();
    await shop.demo.reported();
    const device = new Device(receiver.origin, 'phone');
    const agent = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0' };
    const added = await technician.post(PATH, device.subscription, { language: 'en', headers: agent });
    expect(added).toMatchObject({ status: 200, data: null });
    const { id, codice } = await assigned();
    await arrivals(1);
    const [message] = receiver.arrived;
    expect(message!.path).toBe('/phone');
    expect(message!.headers['content-encoding']).toBe('aes128gcm');
    expect(message!.body.toString('latin1')).not.toContain(String(codice));
    expect(claimsOf(message!, publicKey)).toMatchObject({ aud: receiver.origin, exp: expect.any(Number) });
    const text = device.read(message!);
    expect(text).toMatchObject({ path: `/dettaglio-odl/${id}`, tag: `odl-${id}` });
    expect(text.title).toContain(String(codice));
    expect(text.body).toMatch(/assigned it to you$/);
    await expect
      .poll(async () => (await devices())[0])
      .toMatchObject({
        dispositivo: 'Chrome · Android',
        inviato: expect.any(String),
      });
    expect(JSON.stringify(await devices(shop.admin))).not.toContain('phone');
    await technician.del(`${PATH}${(await devices())[0]!.id}`);
    expect(await devices()).toEqual([]);
  });

  it('that the push service no longer knows is removed; one that fails stays, and the news is in the bell', async () => {
    await technician.post(PATH, new Device(receiver.origin, 'broken').subscription);
    receiver.status = 500;
    await assigned();
    await arrivals(1);
    expect(await devices()).toHaveLength(1);
    receiver.status = 410;
    const { id } = await assigned();
    await arrivals(2);
    await expect.poll(devices).toEqual([]);
    const { righe } = (await technician.get('/novita/')).data;
    expect(righe[0]).toMatchObject({ id_odl: id, letta: null });
  });

  it('belongs to the user who turned it on last, and is removed only by that user', async () => {
    const device = new Device(receiver.origin, 'shared');
    await technician.post(PATH, device.subscription);
    const [first] = await devices();
    expect((await shop.admin.del(`${PATH}${first!.id}`)).status).toBe(404);
    await shop.admin.post(PATH, device.subscription);
    expect(await devices()).toEqual([]);
    const [own] = await devices(shop.admin);
    expect((await shop.admin.del(`${PATH}${own!.id}`)).status).toBe(200);
    expect((await shop.admin.del(`${PATH}${own!.id}`)).status).toBe(404);
  });

  it('is refused with the field named if it is no subscription', async () => {
    const { subscription } = new Device(receiver.origin, 'x');
    const refused = async (more: object) =>
      Object.keys((await technician.post(PATH, { ...subscription, ...more })).errors ?? {});
    for (const indirizzo of [
      '',
      'http://push.example/x',
      'https://user:pwd@push.example/x',
      7,
      'ftp://x',
      `https://x/${'y'.repeat(2000)}`,
    ])
      expect(await refused({ indirizzo }), String(indirizzo)).toEqual(['indirizzo']);
    for (const chiave of ['', 'AAAA', null, 3]) expect(await refused({ chiave })).toEqual(['chiave']);
    expect(await refused({ segreto: 'short' })).toEqual(['segreto']);
    expect((await shop.demo.app.server.inject({ url: '/api/cmms/avvisi/dispositivo' })).statusCode).toBe(401);
  });

  it('with keys that are no keys is removed, and the others get theirs', async () => {
    const wrong = { ...new Device(receiver.origin, 'wrong').subscription, chiave: `B${'A'.repeat(86)}` };
    const right = new Device(receiver.origin, 'right');
    for (const subscription of [wrong, right.subscription]) await technician.post(PATH, subscription);
    const { id } = await assigned();
    await arrivals(1);
    expect(right.read(receiver.arrived[0]!).path).toBe(`/dettaglio-odl/${id}`);
    await expect
      .poll(async () => (await devices()).map(({ indirizzo }) => indirizzo))
      .toEqual([right.endpoint]);
    await technician.del(`${PATH}${(await devices())[0]!.id}`);
  });

  it('gets several news at once as one message', async () => {
    const device = new Device(receiver.origin, 'many');
    const hour = Number(localTime(new Date().toISOString(), () => '').slice(11, 13));
    const time = (value: number): string => `${String(value % 24).padStart(2, '0')}:00`;
    await shop.set('AvvisiSilenzioDalle', time(hour));
    await shop.set('AvvisiSilenzioAlle', time(hour + 2));
    await technician.post(PATH, device.subscription, { language: 'it' });
    const newest: unknown[] = [];
    for (let count = 0; count < 5; count++) newest.push((await assigned()).id);
    // News are made of the stored changes a moment later.
    const inBell = async () => {
      const { righe } = (await technician.get('/novita/')).data;
      return newest.filter((id) => righe.some(({ id_odl }: { id_odl: unknown }) => id_odl === id)).length;
    };
    await expect.poll(inBell).toBe(5);
    expect(receiver.arrived).toEqual([]);
    await shop.set('AvvisiSilenzioDalle', '');
    wake(PUSH);
    await arrivals(1);
    expect(device.read(receiver.arrived[0]!)).toMatchObject({
      title: 'Officina',
      body: '5 novità sul tuo lavoro',
      path: '/home',
    });
    await technician.del(`${PATH}${(await devices())[0]!.id}`);
  });
});

it('quiet hours are the plant’s, and may include midnight', () => {
  const at = (from: string, to: string, time: string): boolean =>
    isQuiet(
      (code) =>
        ({ AvvisiSilenzioDalle: from, AvvisiSilenzioAlle: to, FusoOrario: 'Europe/Rome' })[code] ?? '',
      new Date(time),
    );
  expect(at('20:00', '06:00', '2026-07-01T18:00:00Z')).toBe(true);
  expect(at('20:00', '06:00', '2026-07-01T17:59:00Z')).toBe(false);
  expect(at('20:00', '06:00', '2026-07-01T03:59:00Z')).toBe(true);
  expect(at('20:00', '06:00', '2026-07-01T04:00:00Z')).toBe(false);
  expect(at('12:00', '14:00', '2026-07-01T10:00:00Z')).toBe(true);
  expect([at('', '06:00', '2026-07-01T01:00:00Z'), at('06:00', '06:00', '2026-07-01T01:00:00Z')]).toEqual([
    false,
    false,
  ]);
});

it('a setting of quiet hours takes only a time', async () => {
  const { data: settings } = await shop.admin.get('/parametro/?pag=-1');
  const { id } = settings.find(({ codice }: { codice: string }) => codice === 'AvvisiSilenzioDalle');
  for (const valore of ['8', '24:00', '20.00', 'x'])
    expect((await shop.admin.put(`/parametro/${id}`, { valore })).errors).toHaveProperty('valore');
  expect((await shop.admin.put(`/parametro/${id}`, { valore: '20:00' })).status).toBe(200);
});
