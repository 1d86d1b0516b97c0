/** Devices of users: the files of acts that they sign, and what happens when an administrator ends one. */
import { createHash, createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { formOf } from '../../files/sample-files.ts';
import { type Client, client, ownPlant } from '../plant/plant.ts';

const { demo, admin } = await ownPlant();
const OWN = '/utente/dispositivo';

interface Key {
  id: number;
  chiave: string;
  impianto: string;
}

const signed = (key: string, what: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(what).digest('hex');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

async function met(who: Client): Promise<Key> {
  const agent = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0' };
  const reply = await who.post(OWN, { da_inviare: 2 }, { headers: agent });
  expect(reply, reply.description).toMatchObject({ status: 200, data: { finito: 0 } });
  return reply.data;
}

const fileOf = ({ id, chiave, impianto }: Key, text: string) => ({
  impianto,
  dispositivo: id,
  impronta: hashOf(text),
  firma: signed(chiave, `acts ${hashOf(text)}`),
});

/** A call of a device without a session. */
const contact = ({ id, chiave }: Key, body: object, proof = signed(chiave, 'contact')) =>
  client(demo.app, proof).post(`/dispositivo/${id}/contatto`, body);

async function handsIn(key: Key, text: string, signature = fileOf(key, text).firma) {
  const { payload, headers } = await formOf([['acts.json', Buffer.from(text)]]);
  const times = 'dal=2026-11-26T08:00:00Z&al=2026-11-26T09:00:00Z';
  const path = `/dispositivo/${key.id}/consegna?firma=${signature}&atti=2&${times}`;
  return client(demo.app, signed(key.chiave, 'contact')).send('POST', path, { payload, headers });
}

const TEXT = '{"kind":"officina-acts","acts":[{"key":"1"}]}';
let technician: Client;
beforeAll(async () => {
  technician = await demo.as('RIFTEC');
});

describe('a device', () => {
  it('gets its key once, is recognised by it, and appears with what it has not sent', async () => {
    const key = await met(technician);
    expect(key).toMatchObject({
      chiave: expect.stringMatching(/^[0-9a-f]{64}$/),
      impianto: expect.any(String),
    });
    const known = { id: key.id, prova: signed(key.chiave, 'contact'), da_inviare: 3 };
    expect((await technician.post(OWN, known)).data).toMatchObject({ id: key.id, chiave: null, finito: 0 });
    const row = (await admin.get(`/dispositivo/${key.id}`)).data;
    expect(row).toMatchObject({ nome: 'Chrome · Android', da_inviare: 3, stato: 'uso' });
    expect(Object.keys(row)).not.toContain('segreto');
    expect((await technician.get('/dispositivo/')).status).toBe(403);
    // Another user's browser that sends this id gets a device of its own.
    const other = await (await demo.as('RESP')).post(OWN, known);
    expect(other.data.id).not.toBe(key.id);
    expect(other.data.chiave).not.toBe(key.chiave);
  });

  it('is refused with the fields named if what it sends is wrong', async () => {
    const bad = await technician.post(OWN, { id: 'x', prova: 7, da_inviare: -1, più: 1 });
    expect(bad.status).toBe(422);
    expect(Object.keys(bad.errors ?? {}).sort()).toEqual(['da_inviare', 'id', 'più', 'prova']);
    expect((await client(demo.app).post('/dispositivo/1/contatto', { da_inviare: 0 })).status).toBe(401);
    expect(await technician.post(OWN, { id: '', prova: null, da_inviare: 0 })).toMatchObject({ status: 200 });
  });

  it('does not know a device without a key, as those of a demo plant', async () => {
    const { id } = await met(technician);
    await demo.database.query('update dispositivo set segreto = null where id = $1', [id]);
    const proof = signed('0'.repeat(64), 'contact');
    const refused = await client(demo.app, proof).post(`/dispositivo/${id}/contatto`, { da_inviare: 0 });
    expect(refused.status).toBe(401);
    const again = await technician.post(OWN, { id, da_inviare: 0 });
    expect(again).toMatchObject({ status: 200, data: { chiave: expect.any(String) } });
    expect(again.data.id).not.toBe(id);
  });

  it('signs files that only its user can hand in, unchanged, at this plant', async () => {
    const key = await met(technician);
    const file = fileOf(key, TEXT);
    const check = async (who: Client, more: object = {}) => {
      const { status, description } = await who.post(`${OWN}/atti`, { ...file, ...more }, { language: 'en' });
      return `${status} ${description}`;
    };
    expect(await check(technician)).toMatch(/^200/);
    expect(await check(technician)).toMatch(/^200/);
    expect(await check(technician, { impronta: hashOf(`${TEXT} `) })).toMatch(/^422 This file was changed/);
    expect(await check(technician, { dispositivo: 2147483647 })).toMatch(/^422 This file was changed/);
    expect(await check(technician, { firma: '' })).toMatch(/^422/);
    expect(await check(technician, { impianto: 'x' })).toMatch(/^422 This file is from another plant/);
    expect(await check(admin)).toMatch(/^422 This file belongs to another user/);
  });
});

describe('a device that an administrator ends', () => {
  it('loses its session, learns it at its next contact, hands in once, and is empty', async () => {
    const user = await demo.asUser('paolo.galli@officina.example');
    const key = await met(user);
    expect((await handsIn(key, TEXT)).status).toBe(422);
    expect((await contact(key, { da_inviare: 1 })).data).toMatchObject({ finito: 0 });
    const ended = await admin.post(`/dispositivo/${key.id}/chiusura`, {}, { language: 'en' });
    expect(ended).toMatchObject({ status: 200, description: expect.stringContaining('next contact') });
    expect((await admin.post(`/dispositivo/${key.id}/chiusura`, {})).status).toBe(422);
    expect((await user.get('/utente/sessione/')).result).toBe(-100);
    expect((await admin.get(`/dispositivo/${key.id}`)).data).toMatchObject({ stato: 'attesa' });

    expect((await contact(key, { da_inviare: 2 })).data).toMatchObject({ finito: 1 });
    expect((await contact(key, { da_inviare: 2 }, signed('00', 'contact'))).status).toBe(401);
    expect((await handsIn(key, TEXT, signed('00', 'x'))).status).toBe(422);
    expect((await handsIn(key, `${TEXT} `, fileOf(key, TEXT).firma)).status).toBe(422);
    expect((await handsIn(key, TEXT)).status).toBe(200);
    expect((await handsIn(key, TEXT)).status).toBe(200);
    await contact(key, { da_inviare: 0, svuotato: 1 });
    expect((await admin.get(`/dispositivo/${key.id}`)).data).toMatchObject({ stato: 'svuotato' });
    expect((await handsIn(key, `${TEXT} `)).description).toMatch(/già stato svuotato/);

    const held = (await admin.get(`/dispositivo/atti/?id_dispositivo=${key.id}`)).data;
    expect(held).toMatchObject([{ atti: 2, stato: 'tenute', dimensione: TEXT.length }]);
    const { data } = await admin.get(`/dispositivo/atti/${held[0].id}/file`);
    const { signature, ...content } = JSON.parse(data);
    expect(JSON.stringify(content)).toBe(TEXT);
    expect(signature).toBe(fileOf(key, TEXT).firma);
    expect((await technician.get(`/dispositivo/atti/${held[0].id}/file`)).status).toBe(403);
  });

  it('hands in what a user who has left had not sent, and administrators still have it', async () => {
    const user = await demo.asUser('matteo.caruso@officina.example');
    const key = await met(user);
    const people = (await admin.get('/utente/?pag=-1')).data;
    const { id } = people.find(({ mail }: { mail: string }) => mail === 'matteo.caruso@officina.example');
    expect((await admin.put(`/utente/${id}`, { attivo: 0 })).status).toBe(200);
    expect((await admin.post(`/dispositivo/${key.id}/chiusura`, {})).status).toBe(200);
    expect((await contact(key, { da_inviare: 2 })).data).toMatchObject({ finito: 1 });
    expect((await handsIn(key, TEXT)).status).toBe(200);
    const held = (await admin.get(`/dispositivo/atti/?id_dispositivo=${key.id}`)).data;
    expect(held).toMatchObject([{ id_utente: id, atti: 2, stato: 'tenute' }]);
    const gone = await admin.send('DELETE', `/utente/${id}`, { language: 'en' });
    expect(gone).toMatchObject({
      status: 409,
      description: expect.stringContaining('acts of an ended device'),
    });
  });

  it('leaves acts that are dropped only with a reason, and whose file is then gone', async () => {
    const [held] = (await admin.get('/dispositivo/atti/')).data;
    const path = `/dispositivo/atti/${held.id}`;
    expect((await admin.post(`${path}/scarto`, {})).errors).toHaveProperty('motivo');
    expect((await admin.post(`${path}/scarto`, { motivo: 'Già rifatte' })).status).toBe(200);
    expect((await admin.post(`${path}/scarto`, { motivo: 'Già rifatte' })).status).toBe(422);
    expect((await admin.get(path)).data).toMatchObject({ stato: 'scartate', motivo: 'Già rifatte' });
    expect((await admin.get(`${path}/file`)).status).toBe(404);
    expect((await admin.get(`${path}/storico/`, { language: 'en' })).data[0].detto).toContain('Già rifatte');
  });

  it('of a super administrator is ended only by a super administrator', async () => {
    const key = await met(admin);
    const other = await demo.as('SUPER');
    expect((await other.post(`/dispositivo/${key.id}/chiusura`, {})).status).toBe(403);
    expect((await admin.get(`/dispositivo/${key.id}`)).data).toMatchObject({ stato: 'uso' });
  });
});

describe('other ways to the devices', () => {
  it('return no key and no file, and write nothing', async () => {
    const { id } = await met(technician);
    for (const path of [
      '/dispositivo/?pag=-1',
      '/dispositivo/?pag=-1&orderByCol=segreto',
      `/dispositivo/${id}`,
    ])
      expect(JSON.stringify((await admin.get(path)).data)).not.toMatch(/segreto|"hash"|"firma"/);
    const ids = async (query: string) =>
      ((await admin.get(`/dispositivo/?pag=-1${query}`)).data as { id: number }[]).map((row) => row.id);
    expect((await ids('&segreto=x')).length).toBe((await ids('')).length);
    expect(JSON.stringify((await admin.get('/dispositivo/download/')).data)).not.toMatch(/segreto/i);
    for (const resource of ['/dispositivo', '/dispositivo/atti']) {
      expect((await admin.post(`${resource}/`, { id_utente: 1 })).status).toBe(405);
      expect((await admin.put(`${resource}/${id}`, { id_utente: 1 })).status).toBe(405);
      expect((await admin.del(`${resource}/${id}`)).status).toBe(405);
      for (const who of [technician, await demo.as('RESP')])
        expect((await who.get(`${resource}/`)).status).toBe(403);
    }
  });

  // The last test, because it uses up the attempts of this address.
  it('are closed for a minute after twenty wrong signatures, for each call of a device', async () => {
    const key = await met(technician);
    const wrong = { ...key, chiave: '00'.repeat(32) };
    expect((await contact(wrong, { da_inviare: 0 })).status).toBe(401);
    expect((await handsIn(wrong, TEXT)).status).toBe(401);
    for (let attempt = 0; attempt < 20; attempt += 1) await handsIn(wrong, TEXT);
    expect((await handsIn(wrong, TEXT)).status).toBe(429);
    expect((await contact(key, { da_inviare: 0 })).status).toBe(429);
  });
});
