/** The telephone number of requesters: who sets it, who sees it, and who does not. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import type { Client } from '../plant/plant.ts';
import { FAR_TECHNICIAN, OTHER_TECHNICIAN, TECHNICIAN, type Workshop, workshop } from './workshop.ts';

const PHONE = '+39 347 123 4567';
const REQUESTER = 'segnalatore@officina.example';
const NAME = 'Anna Conti';

let shop: Workshop;
let requester: Client;
let technician: Client;
let other: Client;

beforeAll(async () => {
  shop = await workshop();
  requester = await shop.as('RESP');
  technician = await shop.as('RIFTEC');
  other = await shop.demo.asUser(OTHER_TECHNICIAN);
});
afterAll(() => shop.close());

const setOwn = (who: Client, telefono: unknown) => who.put('/utente/telefono', { telefono });

beforeEach(async () => {
  expect(await setOwn(requester, PHONE)).toMatchObject({ status: 200 });
});

describe('a user', () => {
  it('sets, changes and clears their own number, which their history notes', async () => {
    expect(await setOwn(requester, ' 0742/351022 ')).toMatchObject({
      status: 200,
      description: 'Numero di telefono salvato.',
      data: { telefono: '0742/351022' },
    });
    expect((await requester.get('/utente/telefono')).data).toEqual({ telefono: '0742/351022' });
    expect((await setOwn(requester, null)).data).toEqual({ telefono: null });
    expect((await requester.get('/utente/telefono')).data).toEqual({ telefono: null });
    const history = await shop.admin.get(`/utente/${shop.ids[REQUESTER]}/storico/`);
    expect(JSON.stringify(history.data)).toContain('0742/351022');
  });

  it('keeps the version when nothing changes, and conflicts with an older form when something does', async () => {
    const read = async () => (await shop.admin.get(`/utente/${shop.ids[REQUESTER]}`)).data as Row;
    const before = await read();
    await setOwn(requester, PHONE);
    expect((await read()).versione).toBe(before.versione);
    await setOwn(requester, '204');
    const { nome, cognome, mail, id_utente_ruolo, versione } = before;
    const form = { nome, cognome, mail, id_utente_ruolo, versione, telefono: PHONE };
    expect(await shop.admin.put(`/utente/${shop.ids[REQUESTER]}`, form)).toMatchObject({ status: 409 });
  });

  it.each(['interno 204', '7', '+39 347 123 4567 890 12', 204, ['204'], 'javascript:1'])(
    'is told what a number needs: %j',
    async (telefono) => {
      const refused = await setOwn(requester, telefono);
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.errors ?? {})).toEqual(['telefono']);
      expect((await requester.get('/utente/telefono')).data).toEqual({ telefono: PHONE });
    },
  );

  it.each([[{}], [null]])(
    'is asked for the number, and keeps theirs, when the body has none: %j',
    async (body) => {
      const refused = await requester.put('/utente/telefono', body);
      expect(refused).toMatchObject({ status: 422, errors: { telefono: 'Questo campo è obbligatorio' } });
      expect((await requester.get('/utente/telefono')).data).toEqual({ telefono: PHONE });
    },
  );

  it('changes nothing else by this call', async () => {
    const refused = await requester.put('/utente/telefono', { telefono: '204', id_utente_ruolo: 1 });
    expect(refused).toMatchObject({ status: 422, errors: { id_utente_ruolo: 'Campo sconosciuto' } });
    expect((await requester.get('/utente/telefono')).data).toEqual({ telefono: PHONE });
  });
});

describe('the number in the list of users', () => {
  it('is there for those who manage users, and for nobody else', async () => {
    const rowOf = async (who: Client) =>
      ((await who.get('/utente/?pag=-1')).data as Row[]).find(({ id }) => id === shop.ids[REQUESTER]);
    expect(await rowOf(shop.admin)).toMatchObject({ telefono: PHONE });
    for (const who of [technician, requester]) {
      const row = await rowOf(who);
      expect(row).toMatchObject({ cognome: 'Conti' });
      expect(row).not.toHaveProperty('telefono');
    }
  });

  it('cannot be guessed by a filter or by the order', async () => {
    const ids = async (query: string) =>
      ((await technician.get(`/utente/?pag=-1${query}`)).data as Row[] | null)?.map(({ id }) => id);
    const all = await ids('');
    expect([all, undefined]).toContainEqual(await ids('&telefono=347'));
    expect([all, undefined]).toContainEqual(await ids('&orderByCol=telefono&orderByDir=DESC'));
    expect(await ids('&filtro=347')).toEqual([]);
  });
});

describe('the number on an intervention', () => {
  const shown = async (who: Client, id: unknown) => (await who.get(`/odl/${id}`)).data as Row;

  it('is there for the technician of the work, and for planners, with the name and nothing else', async () => {
    const { id } = await shop.raise({}, requester);
    await shop.put(id, 'AS', { id_tecnico: shop.ids[TECHNICIAN] });
    expect(await shown(technician, id)).toMatchObject({ usr_ins: NAME, telefono_usr_ins: PHONE });
    expect(await shown(shop.admin, id)).toMatchObject({ telefono_usr_ins: PHONE });
    expect(JSON.stringify(await shown(technician, id))).not.toContain(REQUESTER);
    expect(await shown(other, id)).toMatchObject({ usr_ins: NAME, telefono_usr_ins: null });
  });

  it('is there for technicians who may take it over, and not for those of another site', async () => {
    const { id } = await shop.raise({}, requester);
    for (const who of [technician, other])
      expect(await shown(who, id)).toMatchObject({ telefono_usr_ins: PHONE });
    const far = await shop.demo.asUser(FAR_TECHNICIAN);
    expect(await far.get(`/odl/${id}`)).toMatchObject({ status: 404 });
  });

  it('is not there for requesters, and is gone with the end of the work', async () => {
    const { id } = await shop.raise({}, requester);
    expect(await shown(requester, id)).not.toHaveProperty('telefono_usr_ins');
    await shop.put(id, 'CH', { id_tecnico: shop.ids[TECHNICIAN] });
    for (const who of [technician, shop.admin])
      expect(await shown(who, id)).toMatchObject({ usr_ins: NAME, telefono_usr_ins: null });
  });

  it('is not offered to call oneself, and is in no list', async () => {
    await setOwn(technician, '0742 351022');
    const { id } = await shop.raise({}, technician);
    expect(await shown(technician, id)).toMatchObject({ telefono_usr_ins: null });
    const list = await technician.get('/odl/?pag=-1');
    expect(JSON.stringify(list.data)).not.toMatch(/347 123 4567|0742 351022/);
  });
});

describe('the number in the pack of a device', () => {
  interface Pack {
    cursor: string;
    record: Record<string, Row[]>;
  }
  const packOf = async (who: Client, since = '') =>
    (await who.get(`/pacchetto${since && `?dal=${since}`}`)).data as Pack;
  const workIn = ({ record }: Pack, id: unknown) => record.odl?.find((row) => row.id === id);

  it('comes with the work of a technician, and again when the requester changes it', async () => {
    const { id } = await shop.raise({}, requester);
    await shop.put(id, 'AS', { id_tecnico: shop.ids[TECHNICIAN] });
    const first = await packOf(technician);
    expect(workIn(first, id)).toMatchObject({ usr_ins: NAME, telefono_usr_ins: PHONE });
    expect((await packOf(technician, first.cursor)).record).toEqual({});
    await setOwn(requester, '204');
    const next = await packOf(technician, first.cursor);
    expect(workIn(next, id)).toMatchObject({ telefono_usr_ins: '204' });
  });

  it('is not in the pack of a requester', async () => {
    const { id } = await shop.raise({}, requester);
    const work = workIn(await packOf(requester), id);
    expect(work).toMatchObject({ usr_ins: NAME });
    expect(work).not.toHaveProperty('telefono_usr_ins');
  });
});
