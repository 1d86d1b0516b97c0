/** Calls with an idempotency key: one effect and one reply, however often the call is sent. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { forgetAnswers } from '../../../server/http/idempotency-table.ts';
import { formOf, png } from '../../files/sample-files.ts';
import { fault, OTHER_TECHNICIAN, TECHNICIAN, type Workshop, workshop } from '../interventions/workshop.ts';
import { settled } from '../plant/jobs.ts';
import type { Answer, Client } from '../plant/plant.ts';

let shop: Workshop;
let admin: Client;
beforeAll(async () => {
  shop = await workshop();
  admin = shop.admin;
});
afterAll(() => shop.close());

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const count = (from: string) => shop.demo.count(from);
const replayed = ({ headers }: Answer) => headers['idempotency-replayed'] === 'true';
const envelopeOf = ({ headers: _, ...envelope }: Answer) => envelope;

/** Sends the same call twice. */
async function twice(send: (options: { headers: Record<string, string> }) => Promise<Answer>) {
  const options = keyed(randomUUID());
  const [first, second] = [await send(options), await send(options)];
  expect(first, first.description).toMatchObject({ status: 200, result: 0 });
  expect([replayed(first), replayed(second)]).toEqual([false, true]);
  return { first, second };
}

const newCost = (descrizione: string) => ({ descrizione, codice: descrizione.slice(0, 10).toUpperCase() });

describe('the same key', () => {
  it('and the same body: the same answer, and no second effect', async () => {
    const before = await count('odl');
    const body = fault(shop.ids, { descrizione: 'Una volta' });
    const { first, second } = await twice((options) => admin.post('/odl/', body, options));
    expect(envelopeOf(second)).toEqual(envelopeOf(first));
    expect(await count('odl')).toBe(before + 1);
    expect(
      await count(
        `storico_modifiche where risorsa = 'odl' and id_record = ${first.data.id} and operazione = 'create'`,
      ),
    ).toBe(1);
  });

  it('in quotation marks and in capitals is the same key', async () => {
    const key = randomUUID();
    const body = newCost('Virgolette');
    const first = await admin.post('/cdc/', body, keyed(key));
    expect(envelopeOf(await admin.post('/cdc/', body, keyed(`"${key.toUpperCase()}"`)))).toEqual(
      envelopeOf(first),
    );
  });

  it('with another body it is refused with a message, and changes nothing', async () => {
    const options = keyed(randomUUID());
    await admin.post('/cdc/', newCost('Prima'), options);
    const before = await count('cdc');
    expect(await admin.post('/cdc/', newCost('Seconda'), { ...options, language: 'it' })).toMatchObject({
      status: 422,
      result: -1,
      reason: 'used',
      description:
        'Questa operazione è già registrata, con altri dati, e non è stata ripetuta. Guardare che cosa risulta prima di rifarla.',
    });
    expect(await count('cdc')).toBe(before);
  });

  it('of another user, method, path or query it is another key', async () => {
    const options = keyed(randomUUID());
    const { id } = (await admin.post('/cdc/', newCost('Ambito'), options)).data;
    const other = await shop.as('SUPER');
    const answers = [
      await other.post(
        '/filtro-salvato/',
        { risorsa: 'odl', nome: 'Mio', valori: JSON.stringify({ filter: {} }) },
        options,
      ),
      await admin.put(`/cdc/${id}`, { descrizione: 'Ambito tre' }, options),
      await admin.put(`/cdc/${id}?x=1`, { descrizione: 'Ambito quattro' }, options),
      await admin.del(`/cdc/${id}`, options),
    ];
    expect(answers.map((answer) => [answer.status, replayed(answer)])).toEqual(
      answers.map(() => [200, false]),
    );
    expect((await admin.del(`/cdc/${id}`, options)).status).toBe(200);
  });

  it('must be a UUID', async () => {
    expect(await admin.post('/cdc/', newCost('Senza'), { ...keyed('abc'), language: 'en' })).toMatchObject({
      status: 400,
      description: 'Idempotency-Key must be a UUID, such as 8e03978e-40d5-43dd-bc93-6894a57f9324.',
    });
    expect((await admin.get('/cdc/', keyed('abc'))).status).toBe(200);
  });

  it('sent twice at once: one is done, the other gets 409 running', async () => {
    const options = keyed(randomUUID());
    const before = await count('cdc');
    const both = await Promise.all([0, 1].map(() => admin.post('/cdc/', newCost('Insieme'), options)));
    const [late] = both.filter(({ status }) => status === 409);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(late).toMatchObject({ reason: 'running', result: -1, headers: { 'retry-after': '1' } });
    expect(await count('cdc')).toBe(before + 1);
    expect(replayed(await admin.post('/cdc/', newCost('Insieme'), options))).toBe(true);
  });
});

describe('only completed calls are stored', () => {
  it('a refusal leaves the key free', async () => {
    const options = keyed(randomUUID());
    expect((await admin.post('/cdc/', {}, options)).status).toBe(422);
    expect(await admin.post('/cdc/', newCost('Corretta'), options)).toMatchObject({ status: 200 });
  });

  it('a question stores nothing, even if its answer changes body and query', async () => {
    await shop.set('BlockAssigned', '2');
    const options = keyed(randomUUID());
    const body = {
      id_oggetto: shop.ids['FOL-L1-CF'],
      id_stato: shop.ids.AS,
      id_tipo_guasto: shop.ids.GUA,
      id_tecnico: shop.ids[OTHER_TECHNICIAN],
      descrizione: 'Domanda',
      priorita: 2,
      data_ordine: '2031-05-04T08:00',
      ore_previste: 2,
    };
    expect((await admin.post('/odl/', body)).result).toBe(0);
    const before = await count('odl');
    expect((await admin.post('/odl/', body, options)).result).toBe(-9);
    expect(await count('odl')).toBe(before);
    expect((await admin.post('/odl/', { ...body, descrizione: 'Risposta' }, options)).result).toBe(-9);
    const sure = () => admin.post('/odl/?isBypassBlockAllowed=1', body, options);
    expect(await sure()).toMatchObject({ result: 0 });
    expect(replayed(await sure())).toBe(true);
    expect(await count('odl')).toBe(before + 1);
    await shop.set('BlockAssigned', '0');
  });

  it('an outdated version has a different reason', async () => {
    const { id, versione } = (await admin.post('/cdc/', newCost('Versione'))).data;
    const options = keyed(randomUUID());
    expect((await admin.put(`/cdc/${id}`, { descrizione: 'Nuova', versione }, options)).status).toBe(200);
    const again = await admin.put(`/cdc/${id}`, { descrizione: 'Nuova', versione }, options);
    expect([again.status, replayed(again)]).toEqual([200, true]);
    expect(
      await admin.put(`/cdc/${id}`, { descrizione: 'Vecchia', versione }, keyed(randomUUID())),
    ).toMatchObject({
      status: 409,
      reason: 'stale',
    });
  });

  it('several records at once: each with its own result, and the same reply', async () => {
    const [one, other] = [await shop.raise(), await shop.raise()];
    const change = { descrizione: 'Cambiati insieme' };
    const { first, second } = await twice((options) =>
      admin.put(`/odl/${one.id},999999,${other.id}`, change, options),
    );
    expect(first.data.map(({ result }: Row) => result)).toEqual([0, -1, 0]);
    expect(second.data).toEqual(first.data);
    expect(await count(`odl where descrizione = 'Cambiati insieme' and versione = 2`)).toBe(2);
  });

  it('a failed call is rolled back completely, and stores nothing', async () => {
    await shop.demo.reported();
    const [mails, events] = [await count('posta'), await count('webhook_consegna')];
    const body = fault(shop.ids, { descrizione: 'x', priorita: 99 });
    expect((await admin.post('/odl/', body, keyed(randomUUID()))).status).toBe(422);
    await shop.demo.reported();
    expect([await count('posta'), await count('webhook_consegna')]).toEqual([mails, events]);
  });
});

describe('a repeated reply', () => {
  it('is checked against current rights: the call', async () => {
    const options = keyed(randomUUID());
    const other = await shop.as('SUPER');
    const send = () => other.post('/cdc/', newCost('Diritti'), options);
    await shop.set('VisConfAdmin', '1');
    await shop.set('VisCostCentersSup', '1');
    expect((await send()).status).toBe(200);
    await shop.set('VisCostCentersSup', '0');
    expect((await send()).status).toBe(403);

    await shop.set('VisCostCentersSup', '1');
    expect(replayed(await send())).toBe(true);
  });

  it('and the record: a user who can no longer see it gets 404', async () => {
    const far = await shop.demo.asUser('simone.fontana@officina.example');
    const near = await shop.as('RIFTEC');
    const row = await shop.raise({ id_tecnico: shop.ids[TECHNICIAN], id_stato: shop.ids.AS });
    const options = keyed(randomUUID());
    const comment = () => near.post(`/commento/intervento/${row.id}`, { testo: 'Fatto' }, options);
    expect(await comment()).toMatchObject({ status: 200 });
    expect(replayed(await comment())).toBe(true);
    expect((await far.post(`/commento/intervento/${row.id}`, { testo: 'Fatto' }, options)).status).not.toBe(
      200,
    );
    await shop.demo.database.query('update odl set id_oggetto = $2 where id = $1', [
      row.id,
      shop.ids['PAR-L1-CF'],
    ]);
    await shop.demo.database.query('delete from utente_organizzazione where id_utente = $1', [
      shop.ids[TECHNICIAN],
    ]);
    await shop.demo.database.query('delete from utente_reparto where id_utente = $1', [shop.ids[TECHNICIAN]]);
    // Cached data of a user are refreshed when the user changes.
    expect((await admin.put(`/utente/${shop.ids[TECHNICIAN]}`, { nome: 'Luca' })).status).toBe(200);
    expect((await comment()).status).toBe(404);
  });

  it('omits data that is shown only once, and says so', async () => {
    const person = await admin.post('/calendario', {}, { ...keyed(randomUUID()) });
    expect(person.data.link).toContain('.ics');
    const options = keyed(randomUUID());
    const first = await admin.post('/calendario', {}, options);
    const second = await admin.post('/calendario', {}, { ...options, language: 'en' });
    expect(second).toMatchObject({ status: 200, data: { inizio: first.data.inizio, link: null } });
    expect(second.description).toContain('is not shown again');
    const { rows } = await shop.demo.database.query<{ risposta: string }>(
      'select risposta from risposta_tenuta',
    );
    expect(rows.filter(({ risposta }) => risposta.includes('.ics'))).toEqual([]);
  });

  it('of a sign-in does not exist: calls of sessions and passwords accept no key', async () => {
    const before = await count('risposta_tenuta');
    const login = await (await shop.as('nobody')).post(
      '/utente/login',
      { username: 'superadmin@officina.example', pwd: 'wrong' },
      keyed('not a key'),
    );
    expect(login.status).not.toBe(400);
    expect(await count('risposta_tenuta')).toBe(before);
  });

  it('is forgotten after the days of the setting', async () => {
    const send = await twice((options) => admin.post('/cdc/', newCost('Trenta'), options));
    expect(send.first.status).toBe(200);
    await shop.demo.database.query("update risposta_tenuta set creata = now() - interval '31 days'");
    expect(await forgetAnswers(shop.demo.database, 30)).toBeGreaterThan(0);
    expect(await count('risposta_tenuta')).toBe(0);
    const id = await shop.demo.idOf('parametro', { codice: 'RisposteTenuteGiorni' });
    expect((await admin.put(`/parametro/${id}`, { valore: '0' })).status).toBe(422);
    expect((await admin.put(`/parametro/${id}`, { valore: '7' })).status).toBe(200);
  });
});

describe('calls outside the transaction', () => {
  it('files: the same content is the same call, another is refused', async () => {
    const asset = shop.ids['FOL-L1'];
    const { data: folders } = await admin.get('/oggetto/documento/cartella/?pag=-1');
    const path = `/oggetto/${asset}/documento/?idCartella=${folders[0].id}`;
    const options = keyed(randomUUID());
    const send = async (bytes: Buffer) => {
      const { payload, headers } = await formOf([['a.png', bytes]]);
      return admin.send('POST', path, { payload, headers: { ...headers, ...options.headers } });
    };
    const first = await send(png());
    expect(first, first.description).toMatchObject({ status: 200 });
    const second = await send(png());
    expect([second.status, replayed(second), second.data.id]).toEqual([200, true, first.data.id]);
    expect((await send(png(10))).status).toBe(422);
    expect(await count(`oggetto_documento where id_oggetto = ${asset}`)).toBe(1);
  });

  it('work in the background: the answer names the one job', async () => {
    const before = await count('lavoro');
    const { first, second } = await twice((options) =>
      admin.post('/cdc/esportazione?formato=csv', {}, options),
    );
    expect(second.data.id).toBe(first.data.id);
    expect((await settled(admin, first.data.id)).stato).toBe('fatto');
    expect(await count('lavoro')).toBe(before + 1);
  });

  it('stock that is withdrawn: once', async () => {
    const part = await shop.demo.idOf('ricambio', { codice: 'CUS-6205' });
    const warehouse = await shop.demo.idOf('magazzino', { codice: 'MAG-FOL' });
    await admin.post(`/ricambio/${part}/giacenza/`, { id_magazzino: warehouse, quantita: 10 });
    const row = await shop.raise();
    const stock = async () =>
      (
        await shop.demo.database.query<{ n: number }>(
          'select sum(quantita)::float as n from giacenza where id_ricambio = $1',
          [part],
        )
      ).rows[0]!.n;
    const before = await stock();
    const body = {
      id_ricambio: part,
      quantita: -2,
      id_magazzino: warehouse,
      id_ubicazione: null,
      id_lotto: null,
    };
    await twice((options) => admin.post(`/odl/${row.id}/ricambio/`, body, options));
    expect(await stock()).toBe(before - 2);
    expect(await count(`movimentazione where id_odl = ${row.id}`)).toBe(1);
  });
});
