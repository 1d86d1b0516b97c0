/** The outbox of the super admin, and delivery to a real SMTP server that can misbehave. */
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claim, markFailed, markSent, takeBack } from '../../../server/domains/outbox/outbox-table.ts';
import { sendWaiting } from '../../../server/domains/outbox/sender.ts';
import { openSmtp } from '../../../server/domains/outbox/smtp.ts';
import { OTHER_TECHNICIAN, TECHNICIAN } from '../interventions/workshop.ts';
import type { Answer } from '../plant/plant.ts';
import { type MailShop, mailShop } from './mail-shop.ts';
import { type PostOffice, postOffice } from './post-office.ts';

let shop: MailShop;
let office: PostOffice;

beforeAll(async () => {
  shop = await mailShop();
  office = await postOffice();
});
afterAll(async () => {
  await shop.close();
  await office.close();
});
beforeEach(async () => {
  await shop.empty();
  office.deliveries.length = 0;
  office.lines = 0;
  office.refusing.clear();
  office.droppedAt.clear();
  office.refusesSender = undefined;
  office.endsAfter = undefined;
});

const again = () =>
  shop.demo.database.query("update posta set prossimo_tentativo = now() where stato = 'attesa'");
const errorsOf = async (id: unknown) => (await shop.admin.get(`/odl/${id}/errore/`)).data;
const to = (recipients: string) => shop.template({ recipients });

/** Raises an intervention, with no other templates active, and waits for its mails. */
async function raiseTo(recipients: string) {
  const { data } = await shop.admin.get('/mail-templates/');
  for (const { id } of data) await shop.admin.del(`/mail-templates/${id}`);
  expect((await to(recipients)).status).toBe(200);
  const raised = await shop.raise();
  await shop.demo.reported();
  return raised;
}

/** Runs the delivery of a second server. */
const sending = (signal?: AbortSignal) =>
  sendWaiting({
    database: shop.demo.database,
    server: {
      host: '127.0.0.1',
      port: office.port,
      security: 'nessuna',
      sender: { address: 'o@x.example' },
    },
    noteError: async () => undefined,
    log: shop.demo.app.server.log,
    goOn: () => signal?.throwIfAborted(),
    progress: () => undefined,
    signal,
  });

describe('without SMTP', () => {
  beforeAll(() => shop.smtp());

  it('waiting mails are visible only to the super admin, and can be downloaded as files', async () => {
    await raiseTo('"Rossi, Mario" <a@x.example>');
    const { data } = await shop.admin.get('/posta/');
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      destinatario: 'a@x.example',
      stato: 'attesa',
      tentativi: 0,
      genere: 'intervento',
    });
    const file = await shop.admin.get(`/posta/${data[0].id}/eml`);
    expect(file.headers['content-type']).toBe('message/rfc822');
    expect(file.headers['content-disposition']).toContain(`mail-${data[0].id}.eml`);
    expect(file.data).toMatch(/^X-Unsent: 1/m);
    expect(file.data).toMatch(/^To: "Rossi, Mario" <a@x.example>/m);
    for (const who of ['SUPER', 'RIFTEC', 'RESP'] as const)
      for (const path of ['/posta/', `/posta/${data[0].id}`, `/posta/${data[0].id}/eml`])
        expect((await (await shop.as(who)).get(path)).status).toBe(403);
  });

  it('a one-time link is read by nobody: not in the record, the file, a list, a filter or an export of it [S2]', async () => {
    const { data: person } = await shop.admin.post('/utente/', {
      nome: 'Nuova {link}',
      cognome: 'Persona',
      mail: `nuova${Date.now()}@x.example`,
      id_utente_ruolo: await shop.demo.idOf('ruolo', { codice: 'TEC' }),
    });
    const { data: sent } = await shop.admin.post(`/utente/${person.id}/send-mail-attiva`, {});
    const [mail] = await shop.outbox();
    const read = await shop.admin.get(`/posta/${mail!.id}`);
    expect(sent.link).toContain('eyJ');
    expect(read.data.corpo).toContain('[collegamento riservato al destinatario]');
    expect(JSON.stringify(read.data)).not.toContain('eyJ');
    expect(read.data).not.toHaveProperty('collegamento');
    const quoted = (await shop.admin.get(`/posta/${mail!.id}/eml`)).data as string;
    expect(quoted).not.toContain('eyJ');
    expect(quoted).toContain('riservato');
    const list = await shop.admin.get('/posta/');
    expect(JSON.stringify(list.data)).not.toContain('eyJ');
    // Guessing does not help: correct and wrong guesses get the same reply.
    const guessed = await Promise.all(
      [sent.link, 'https://elsewhere.example'].map((link) =>
        shop.admin.get(`/posta/?collegamento=${encodeURIComponent(link)}`),
      ),
    );
    expect(guessed[0]!.status).toBe(guessed[1]!.status);
    expect(guessed[0]!.data).toEqual(guessed[1]!.data);

    await shop.smtp(1);
    const closed = await shop.admin.get(`/posta/${mail!.id}`);
    expect(closed.data.corpo).not.toContain('eyJ');
    expect((await shop.admin.get(`/posta/${mail!.id}/eml`)).data).not.toContain('eyJ');
    await shop.smtp();
  });

  it('mails that waited for days are not sent when a server is configured', async () => {
    await raiseTo('a@x.example');
    await shop.demo.database.query("update posta set prossimo_tentativo = now() - interval '4 days'");
    await shop.smtp(office.port);
    await raiseTo('b@x.example');
    await shop.until("stato = 'inviata'", 1);
    expect((await shop.outbox()).map(({ stato }) => stato)).toEqual(['scaduta', 'inviata']);
    expect(office.deliveries.map((delivery) => delivery.to)).toEqual([['b@x.example']]);
  });
});

describe('with SMTP', () => {
  beforeEach(() => shop.smtp(office.port));

  it('each recipient has a mail of their own, as HTML and text, and each arrives once', async () => {
    await raiseTo('a@x.example, "Bianchi, Ève" <b@x.example>');
    const mails = await shop.until("stato = 'inviata'", 2);
    expect(office.deliveries.map((delivery) => delivery.to)).toEqual([['a@x.example'], ['b@x.example']]);
    expect(office.deliveries.map(({ id }) => id)).toEqual(mails.map((mail) => mail.message_id));
    expect(new Set(office.deliveries.map(({ id }) => id)).size).toBe(2);
    const [{ raw, from }] = office.deliveries as [PostOffice['deliveries'][0]];
    expect(from).toBe('officina@plant.example');
    expect(raw).toMatch(/^From: Officina <officina@plant.example>/m);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(office.lines).toBe(1);
    expect(mails[0]).toMatchObject({ tentativi: 1, errore: null, prossimo_tentativo: null });
  });

  it('a mail that was sent forgets its one-time link', async () => {
    await shop.demo.database.query(
      `insert into posta (creata, prossimo_tentativo, destinatario, oggetto, corpo, genere, collegamento)
       values (now(), now(), 'a@x.example', 'Accesso', 'Qui: {link}', 'accesso', 'https://officina.example/once')`,
    );
    await raiseTo('b@x.example');
    await shop.until("stato = 'inviata'", 2);
    expect(office.deliveries[0]!.raw).toContain('Qui: https://officina.example/once');
    const [mail] = await shop.outbox("genere = 'accesso'");
    expect(mail!.collegamento).toBeNull();
    const { data } = await shop.admin.get(`/posta/${mail!.id}`);
    expect(data.corpo).toBe('Qui: [collegamento riservato al destinatario]');
    expect((await shop.admin.post(`/posta/${mail!.id}/riprova`)).description).toContain('non esiste più');
  });

  it('a permanently refused mail does not delay others, adds an error to the intervention, and can be sent again [E1]', async () => {
    office.refusing.set('b@x.example', [550, '5.1.1 No such user']);
    const { id } = await raiseTo('a@x.example; b@x.example; c@x.example');
    await shop.until("stato = 'inviata'", 2);
    const [refused] = await shop.until("stato = 'errore'", 1);
    expect(refused).toMatchObject({ destinatario: 'b@x.example', tentativi: 1 });
    expect(refused!.traduzioni!.en).toContain('refuses the recipient b@x.example: 550 5.1.1 No such user');
    expect(await errorsOf(id)).toEqual([
      expect.objectContaining({
        tipo: 'mail',
        errore: expect.stringContaining('b@x.example non è stata inviata'),
      }),
    ]);
    office.refusing.clear();
    const answer = await shop.admin.post(`/posta/${refused!.id}/riprova`);
    expect(answer).toMatchObject({ status: 200, description: 'La mail sarà inviata di nuovo.' });
    await shop.until("stato = 'inviata'", 3);
    expect(office.deliveries.map((delivery) => delivery.to[0]).sort()).toEqual([
      'a@x.example',
      'b@x.example',
      'c@x.example',
    ]);
    expect(await shop.admin.post(`/posta/${refused!.id}/riprova`)).toMatchObject({ status: 422 });
  });

  it('a temporarily refused mail is retried three times, with growing pauses, then reported [E1]', async () => {
    office.refusing.set('b@x.example', [450, '4.2.0 Greylisted']);
    const { id } = await raiseTo('b@x.example');
    const pauses: number[] = [];
    for (const attempt of [1, 2, 3]) {
      await shop.until(`tentativi = ${attempt} and stato = 'attesa'`, 1);
      const { rows } = await shop.demo.database.query<{ pause: number }>(
        'select extract(epoch from prossimo_tentativo - now())::int as pause from posta',
      );
      pauses.push(rows[0]!.pause);
      await again();
      await shop.demo.runs('posta');
    }
    // Rounds up, because part of the pause may have passed.
    expect(pauses.map((pause) => Math.ceil(pause / 60) * 60)).toEqual([60, 600, 3600]);
    await shop.until("stato = 'errore'", 1);
    expect((await shop.outbox("stato = 'errore'"))[0]!.tentativi).toBe(4);
    expect(await errorsOf(id)).toHaveLength(1);
  });

  it('an unreachable server delays all mails with one attempt each, and gets them later', async () => {
    const { port } = office;
    await office.close();
    await raiseTo('a@x.example, b@x.example, c@x.example');
    const mails = await shop.until("stato = 'attesa' and tentativi = 1", 3);
    expect(mails[0]!.traduzioni).toMatchObject({
      it: expect.stringContaining(`rifiuta la connessione sulla porta ${port}`),
      en: expect.stringContaining(`refuses the connection on port ${port}`),
    });
    office = await postOffice({ port });
    await again();
    await shop.demo.runs('posta');
    await shop.until("stato = 'inviata'", 3);
    expect(office.deliveries).toHaveLength(3);
    expect(office.lines).toBe(1);
  });

  it('several servers at once send each mail once', async () => {
    await shop.smtp();
    await raiseTo(Array.from({ length: 40 }, (_, index) => `p${index}@x.example`).join(','));
    await shop.smtp(office.port);
    const outcomes = await Promise.all([sending(), sending(), sending()]);
    await shop.until("stato = 'inviata'", 40);
    expect(outcomes.reduce((sum, { sent }) => sum + sent, 0)).toBeGreaterThan(0);
    expect(office.deliveries).toHaveLength(40);
    expect(new Set(office.deliveries.map(({ to: [address] }) => address)).size).toBe(40);
    expect((await shop.outbox()).every(({ tentativi }) => tentativi === 1)).toBe(true);
  });

  it('a connection that the server ends between two mails is opened again, without counting an attempt', async () => {
    office.endsAfter = 1;
    await raiseTo('a@x.example, b@x.example, c@x.example');
    const mails = await shop.until("stato = 'inviata'", 3);
    expect(mails.map(({ tentativi }) => tentativi)).toEqual([1, 1, 1]);
    expect(office.deliveries).toHaveLength(3);
    expect(office.lines).toBe(3);
  });

  it('a sender that is refused is nobody’s mail’s fault: all wait', async () => {
    office.refusesSender = [550, '5.7.1 Not you'];
    await raiseTo('a@x.example, b@x.example');
    const mails = await shop.until("stato = 'attesa' and tentativi = 1", 2);
    expect(mails[0]!.traduzioni!.it).toContain(
      'rifiuta il mittente officina@plant.example: 550 5.7.1 Not you',
    );
  });

  it('a mail at which the server disconnects, or closes with a reply, does not delay others', async () => {
    office.droppedAt.add('x@x.example');
    office.refusing.set('y@x.example', [421, '4.3.2 Closing']);
    await raiseTo('x@x.example, a@x.example, y@x.example, b@x.example');
    await shop.until("stato = 'inviata'", 2);
    const mails = await shop.outbox("stato = 'attesa'");
    expect(mails.map(({ destinatario, tentativi }) => [destinatario, tentativi])).toEqual([
      ['x@x.example', 1],
      ['y@x.example', 1],
    ]);
  });

  it('two of these in a row delay all mails, and untried mails are sent first afterwards', async () => {
    for (const name of ['x', 'y']) office.droppedAt.add(`${name}@x.example`);
    await raiseTo('x@x.example, y@x.example, a@x.example');
    await shop.until("stato = 'attesa' and tentativi = 1", 3);
    expect(office.lines).toBe(2);
    await again();
    await shop.demo.runs('posta');
    await shop.until("stato = 'inviata' and destinatario = 'a@x.example'", 1);
    await shop.until("stato = 'attesa' and tentativi = 2", 2);
  });

  it('a stop waits for no unresponsive server, and counts no attempt for the mail in transfer', async () => {
    await shop.smtp();
    await raiseTo('a@x.example');
    office.hangs = true;
    const stop = new AbortController();
    const run = sending(stop.signal).catch((error) => error);
    await shop.until("stato = 'invio'", 1);
    const began = Date.now();
    stop.abort(new Error('stop'));
    await run;
    expect(Date.now() - began).toBeLessThan(6000);
    expect((await shop.outbox())[0]).toMatchObject({ stato: 'attesa', tentativi: 0, errore: null });
    office.hangs = false;
  });

  it('a lost claim cannot mark a mail that another server has claimed', async () => {
    await shop.smtp();
    await raiseTo('a@x.example');
    const { database } = shop.demo;
    const { id } = (await shop.outbox())[0]!;
    const first = (await claim(database, id, 'x.example'))!;
    await database.query("update posta set prossimo_tentativo = now() - interval '1 second'");
    await takeBack(database);
    await claim(database, id, 'x.example');
    await markSent(database, first);
    await markFailed(database, first, { it: 'no', en: 'no' }, true);
    expect((await shop.outbox())[0]).toMatchObject({ stato: 'invio', tentativi: 1, errore: null });
  });

  it('a mail that a server was sending when it died is sent again with the same Message-ID', async () => {
    await shop.demo.database.query(
      `insert into posta (creata, prossimo_tentativo, destinatario, oggetto, corpo, genere, stato, tentativi, message_id)
       values (now(), now() - interval '1 second', 'a@x.example', 'S', 'B', 'intervento', 'invio', 1, 'once@plant.example'),
         (now(), now() + interval '1 minute', 'b@x.example', 'S', 'B', 'intervento', 'invio', 1, 'other@plant.example')`,
    );
    await shop.demo.runs('posta');
    const [mail] = await shop.until("stato = 'inviata' and destinatario = 'a@x.example'", 1);
    expect(mail!.message_id).toBe('once@plant.example');
    expect(office.deliveries.map(({ id, to: [address] }) => [id, address])).toContainEqual([
      'once@plant.example',
      'a@x.example',
    ]);
    // The owner of the other claim may still be sending.
    expect((await shop.outbox("destinatario = 'b@x.example'"))[0]!.stato).toBe('invio');
  });
});

describe('the try', () => {
  const tryOut = (a: unknown, language: 'it' | 'en' = 'it'): Promise<Answer> =>
    shop.admin.post('/posta/prova', { a }, { language });

  it('needs an address, a server and a sender', async () => {
    const missing = "Indicare l'indirizzo a cui inviare la prova.";
    expect(await tryOut('')).toMatchObject({ description: missing, errors: { a: missing } });
    const wrong = '«mario» non è un indirizzo e-mail.';
    expect(await tryOut('mario')).toMatchObject({ description: wrong, errors: { a: wrong } });
    await shop.smtp();
    expect(await tryOut('a@x.example')).toMatchObject({
      status: 422,
      description:
        "L'invio non è configurato: indicare SmtpHost e SmtpMittente nei parametri dell'area Posta.",
    });
  });

  it('sends a mail, and leaves none in the outbox', async () => {
    await shop.smtp(office.port);
    expect(await tryOut('Mario <a@x.example>', 'en')).toMatchObject({
      status: 200,
      description: 'Test mail accepted by the server 127.0.0.1 for a@x.example.',
    });
    expect(office.deliveries).toHaveLength(1);
    expect(await shop.outbox()).toEqual([]);
  });

  it('names the failed step, in both languages', async () => {
    const said = async () => [
      (await tryOut('a@x.example')).description,
      (await tryOut('a@x.example', 'en')).description,
    ];
    await shop.smtp(office.port, { SmtpHost: 'mail.nowhere.invalid' });
    expect(await said()).toEqual([
      expect.stringContaining('mail.nowhere.invalid non si trova'),
      expect.stringContaining('mail.nowhere.invalid cannot be found'),
    ]);
    await shop.smtp(1);
    expect(await said()).toEqual([
      expect.stringContaining('rifiuta la connessione sulla porta 1'),
      expect.stringContaining('refuses the connection on port 1'),
    ]);
    await shop.smtp(office.port, { SmtpSicurezza: 'tls' });
    expect((await said())[1]).toContain('The secure connection to 127.0.0.1 fails');
    await shop.smtp(office.port, { SmtpSicurezza: 'starttls' });
    expect((await said())[1]).toContain('The secure connection to 127.0.0.1 fails');
    office.refusing.set('a@x.example', [550, 'No']);
    await shop.smtp(office.port);
    expect((await said())[1]).toContain('refuses the recipient a@x.example: 550 No');
    office.refusesSender = [553, 'Sender unknown'];
    expect((await said())[0]).toContain('rifiuta il mittente officina@plant.example: 553 Sender unknown');
  });

  it('distinguishes a refused login from a missing one', async () => {
    const closed = await postOffice({ login: { user: 'officina', pass: 'segreta!' } });
    await shop.smtp(closed.port);
    expect((await tryOut('a@x.example')).description).toContain('SmtpUtente e SmtpPassword');
    await shop.smtp(closed.port, { SmtpUtente: 'officina', SmtpPassword: 'sbagliata' });
    const refused = await tryOut('a@x.example');
    expect(refused.description).toContain(
      "rifiuta l'accesso dell'utente officina: 535 5.7.8 Bad name or password",
    );
    expect(refused.description).not.toContain('sbagliata');
    await shop.smtp(closed.port, { SmtpUtente: 'officina', SmtpPassword: 'segreta!' });
    expect((await tryOut('a@x.example')).status).toBe(200);
    await closed.close();
  });

  it('trusts no certificate that nobody vouches for', async () => {
    const secure = await postOffice({ secure: true });
    await shop.smtp(secure.port, { SmtpSicurezza: 'tls' });
    expect((await tryOut('a@x.example')).description).toContain('certificate');
    await secure.close();
  });

  it('waits so long for a server that hangs, and no longer', async () => {
    const sockets: Socket[] = [];
    const silent: Server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const { port } = silent.address() as { port: number };
    const server = {
      host: '127.0.0.1',
      port,
      security: 'nessuna',
      sender: { address: 'o@x.example' },
    } as const;
    const patience = { connection: 300, greeting: 300, answer: 300 };
    await expect(openSmtp(server, { timeouts: patience })).rejects.toMatchObject({
      sentence: 'smtp-timeout',
      fault: 'server',
    });
    for (const socket of sockets) socket.destroy();
    silent.close();
    office.hangs = true;
    const line = await openSmtp({ ...server, port: office.port }, { timeouts: patience });
    await expect(line.send('a@x.example', Buffer.from('Subject: x\r\n\r\nx'))).rejects.toMatchObject({
      sentence: 'smtp-timeout',
      doubt: true,
    });
    office.hangs = false;
  });
});

describe('the password', () => {
  it('is written and never read: not in records, lists, exports, history or lookups', async () => {
    const id = await shop.demo.idOf('parametro', { codice: 'SmtpPassword' });
    const stored = async () =>
      (
        await shop.demo.database.query<{ valore: string }>(
          "select valore from segreto where codice = 'SmtpPassword'",
        )
      ).rows[0]?.valore;
    await shop.set('SmtpPassword', 'primo-segreto');
    expect((await shop.admin.get(`/parametro/${id}`)).data.valore).toBe('********');
    expect(await stored()).toBe('primo-segreto');
    // The form sends the placeholder back.
    await shop.set('SmtpPassword', '********');
    expect(await stored()).toBe('primo-segreto');
    await shop.set('SmtpPassword', 'secondo-segreto');
    expect(await stored()).toBe('secondo-segreto');
    const everything = await Promise.all(
      [
        '/parametro/?pag=0&max_rows=500',
        `/parametro/${id}`,
        `/parametro/${id}/storico/`,
        '/parametro/?codici=SmtpPassword,SmtpUtente',
        '/parametro/csv/',
      ].map((path) => shop.admin.get(path)),
    );
    expect(JSON.stringify(everything)).not.toMatch(/(primo|secondo)-segreto/);
    const { rows } = await shop.demo.database.query('select modifiche from storico_modifiche');
    expect(JSON.stringify(rows)).not.toMatch(/(primo|secondo)-segreto/);
    await shop.set('SmtpUtente', 'officina');
    const lookup = await (await shop.as('RIFTEC')).get('/parametro/?codici=SmtpUtente,MailLingua');
    expect(lookup.data).toEqual([
      { codice: 'SmtpUtente', valore: null },
      { codice: 'MailLingua', valore: 'it' },
    ]);
    await shop.set('SmtpPassword', '');
    expect(await stored()).toBeUndefined();
  });

  it('invalid mail settings are refused', async () => {
    const put = async (codice: string, valore: string) =>
      (await shop.admin.put(`/parametro/${await shop.demo.idOf('parametro', { codice })}`, { valore }))
        .status;
    expect(await put('SmtpPorta', '70000')).toBe(422);
    expect(await put('SmtpPorta', '0')).toBe(422);
    expect(await put('SmtpHost', 'https://mail.x.example')).toBe(422);
    expect(await put('SmtpMittente', 'Officina')).toBe(422);
    expect(await put('SmtpSicurezza', 'ssl')).toBe(422);
    expect(await put('SmtpMittente', 'Officina <o@x.example>')).toBe(200);
  });
});

describe('reminders', () => {
  it('remind technicians and administrators of late work, once a day [E3]', async () => {
    await shop.smtp();
    const { id } = await raiseTo('');
    await shop.put(id, 'AS', { id_tecnico: shop.ids[TECHNICIAN], data_ordine: '2020-01-02T08:00:00Z' });
    const far = await raiseTo('');
    const { rows } = await shop.demo.database.query<{ id: number }>(
      `select a.id from oggetto a where a.id_organizzazione <> 1 and not exists (select 1 from utente_organizzazione l
         where l.id_utente = $1 and l.id_organizzazione in (1, a.id_organizzazione)) limit 1`,
      [shop.ids[OTHER_TECHNICIAN]],
    );
    await shop.put(far.id, 'AS', {
      id_oggetto: rows[0]!.id,
      id_tecnico: shop.ids[OTHER_TECHNICIAN],
      data_ordine: '2020-01-02T08:00:00Z',
      descrizione: 'Fuori dalla sua vista',
    });
    const routine = await shop.demo.idOf('attivita', { nome: 'promemoria' });
    const run = async () => {
      const answer = await shop.admin.post(`/attivita/${routine}/esegui`);
      expect(answer.status).toBe(200);
    };
    await run();
    await expect.poll(async () => (await shop.outbox("genere = 'promemoria'")).length).toBeGreaterThan(1);
    const first = await shop.outbox("genere = 'promemoria'");
    const mine = first.find(({ destinatario }) => destinatario === TECHNICIAN)!;
    expect(mine.corpo).toContain('Rumore anomalo');
    expect(mine.corpo).toMatch(/ - 02\/01\/2020( 09:00)? - /);
    expect(mine.oggetto).toMatch(/^Interventi in ritardo: \d+$/);
    expect(first.map(({ destinatario }) => destinatario)).toContain('superadmin@officina.example');
    const out = first.find(({ destinatario }) => destinatario === OTHER_TECHNICIAN);
    expect(out?.corpo ?? '').not.toContain('Fuori dalla sua vista');
    for (const one of [id, far.id]) await shop.put(one, 'CH');
    await run();
    await expect
      .poll(async () => (await shop.admin.get(`/attivita/${routine}`)).data.messaggio)
      .toContain('0');
    expect(await shop.outbox("genere = 'promemoria'")).toHaveLength(first.length);
  });

  it('name an asset without a code by its description', async () => {
    const { id } = await raiseTo('');
    const asset = shop.ids['FOL-L1-PR'];
    await shop.put(id, 'AS', {
      id_oggetto: asset,
      id_tecnico: shop.ids[TECHNICIAN],
      data_ordine: '2020-01-02T08:00:00Z',
    });
    const coded = (code: string | null) =>
      shop.demo.database.query<{ descrizione: string }>(
        'update oggetto set codice = $2 where id = $1 returning descrizione',
        [asset, code],
      );
    const { descrizione } = (await coded(null)).rows[0]!;
    const routine = await shop.demo.idOf('attivita', { nome: 'promemoria' });
    expect((await shop.admin.post(`/attivita/${routine}/esegui`)).status).toBe(200);
    await expect
      .poll(async () => (await shop.outbox(`destinatario = '${TECHNICIAN}'`))[0]?.corpo)
      .toContain(` - Rumore anomalo - ${descrizione} - `);
    await coded('FOL-L1-PR');
    await shop.put(id, 'CH');
  });
});
