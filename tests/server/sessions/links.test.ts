import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setMailServer } from '../mail/mail-shop.ts';
import { postOffice } from '../mail/post-office.ts';
import { openTestPlant, PASSWORD, type TestPlant } from './test-plant.ts';

let plant: TestPlant;
const token: Record<string, string> = {};
const NEW = 'Manutenzione7!';
const BOTH = { password: NEW, password2: NEW };

beforeAll(async () => {
  plant = await openTestPlant();
  await plant.database.query(
    `update parametro set valore = '1' where codice in ('VisConfAdmin', 'VisConfUtenti')`,
  );
  for (const name of ['super', 'admin', 'tech'])
    token[name] = (await plant.login(`${name}@plant.example`)).access_token;
});
afterAll(() => plant.close());

interface Mail {
  destinatario: string;
  oggetto: string;
  corpo: string;
}
const mails = async () =>
  (
    await plant.database.query<Mail>(
      "select destinatario, oggetto, replace(corpo, '{link}', coalesce(collegamento, '')) as corpo from posta order by id",
    )
  ).rows;
const tokenIn = (text: string): string => /\/(eyJ[\w-]+\.[\w-]+\.[\w-]+)/.exec(text)![1]!;

const set = async (codice: string, valore: string): Promise<void> => {
  const { rows } = await plant.database.query<{ id: number }>('select id from parametro where codice = $1', [
    codice,
  ]);
  const path = `/parametro/${rows[0]!.id}`;
  expect(await plant.ask('PUT', path, { token: token.super, body: { valore } })).toMatchObject({ result: 0 });
};

const invite = (mail: string, by = 'super') =>
  plant.ask('POST', `/utente/${plant.id[mail]}/send-mail-attiva`, {
    token: token[by],
    host: 'officina.plant.example',
  });
const choose = (method: 'POST' | 'PUT', mail: string, link: string, body: object = BOTH) =>
  plant.ask(method, `/utente/${plant.id[mail]}/password/`, { token: link, body });

describe('activation', () => {
  beforeEach(async () => {
    await plant.database.query('delete from posta');
    await plant.database.query('delete from credenziale where id_utente = $1', [
      plant.id['new@plant.example'],
    ]);
    await plant.database.query('update utente set attivo = 0 where id = $1', [plant.id['new@plant.example']]);
  });

  it('mails a link of 72 hours, and hands it to a super admin where no mail can bring it [S2] [user-activation-mail]', async () => {
    const reply = await invite('new@plant.example', 'super');
    expect(reply.result).toBe(0);
    expect(reply.data.link).toMatch(/^http:\/\/officina\.plant\.example\/attiva-account\//);
    const claims = decodeJwt(tokenIn(reply.data.link));
    expect(claims).toMatchObject({ idUtente: plant.id['new@plant.example'], purpose: 'activate' });
    expect(claims.exp! - claims.iat!).toBe(72 * 3600);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      destinatario: 'new@plant.example',
      oggetto: 'Attiva il tuo account Officina',
    });
    expect(mail!.corpo).toContain(reply.data.link);
  });

  it('returns its link only to a super admin, and only if mail cannot deliver it [S2]', async () => {
    const { database } = plant;
    expect(await invite('new@plant.example', 'admin')).toMatchObject({
      result: 0,
      data: null,
      description: expect.stringContaining('resta nella posta in uscita'),
    });
    const office = await postOffice();
    await database.query('delete from posta');
    await setMailServer(set, office.port);
    expect(await invite('new@plant.example', 'super')).toMatchObject({
      result: 0,
      data: null,
      description: expect.stringContaining('inviata'),
    });
    const fail = async () => {
      const waiting = "select 1 from posta where stato in ('attesa', 'invio')";
      await expect.poll(async () => (await database.query(waiting)).rows.length).toBe(0);
      await database.query("update posta set stato = 'errore', tentativi = 4");
    };
    await fail();
    expect((await invite('new@plant.example', 'admin')).data).toBeNull();
    await fail();
    expect((await invite('new@plant.example', 'super')).data.link).toMatch(/attiva-account/);
    await setMailServer(set);
    await office.close();
  });

  it('is refused for users who have had a password; they get a mail instead [S2]', async () => {
    const { database, id } = plant;
    const person = id['reporter@plant.example'];
    await database.query('update utente set attivo = 0 where id = $1', [person]);
    for (const by of ['admin', 'super'])
      expect(await invite('reporter@plant.example', by)).toMatchObject({
        status: 422,
        data: null,
        description: expect.stringContaining('ha già una password'),
      });
    expect(await mails()).toEqual([]);
    const recover = (by: string) =>
      plant.ask('POST', `/utente/${person}/send-mail-recupero`, { token: token[by] });
    expect((await recover('admin')).status).toBe(422);
    await database.query('update utente set attivo = 1 where id = $1', [person]);
    expect(await recover('admin')).toMatchObject({ result: 0, data: null });
    const [mail] = await mails();
    expect(mail).toMatchObject({ destinatario: 'reporter@plant.example' });
    expect(decodeJwt(tokenIn(mail!.corpo))).toMatchObject({ idUtente: person, purpose: 'reset' });
    const ofSuper = `/utente/${id['super@plant.example']}/send-mail-recupero`;
    expect((await plant.ask('POST', ofSuper, { token: token.admin })).status).toBe(403);
    expect((await plant.ask('POST', ofSuper, { token: token.tech })).status).toBe(403);
  });

  it('informs users of changes to their sign-in, at the old address too [S2]', async () => {
    const person = plant.id['tech@plant.example'];
    const change = (body: object, by = 'super') =>
      plant.ask('PUT', `/utente/${person}`, { token: token[by], body });
    const { rows } = await plant.database.query<{ id: number }>(
      "select r.id from ruolo r join ruolo_famiglia f on f.id = r.id_famiglia_ruolo where f.codice = 'RESP' order by 1",
    );
    await change({ cognome: 'Prova' });
    expect(await mails()).toEqual([]);
    await change({ mail: 'tech2@plant.example', id_utente_ruolo: rows[0]?.id });
    const queued = await mails();
    expect(queued.map(({ destinatario }) => destinatario)).toEqual([
      'tech@plant.example',
      'tech2@plant.example',
    ]);
    expect(queued[0]!.corpo).toContain('super Test ha modificato il tuo account');
    expect(queued[0]!.corpo).toContain('tech2@plant.example');
    await change({ attivo: 0 }, 'admin');
    expect((await mails()).at(-1)).toMatchObject({
      destinatario: 'tech2@plant.example',
      corpo: expect.stringContaining("L'account è stato disattivato"),
    });
    await plant.database.query(
      `update utente set mail = 'tech@plant.example', attivo = 1, id_utente_ruolo =
         (select r.id from ruolo r join ruolo_famiglia f on f.id = r.id_famiglia_ruolo where f.codice = 'RIFTEC' order by 1 limit 1)
       where id = $1`,
      [person],
    );
    // The deactivation ended their session.
    token.tech = (await plant.login('tech@plant.example')).access_token;
  });

  it('and such mails are in the language of mails, whatever the language of the user who causes them', async () => {
    const person = plant.id['tech@plant.example'];
    const english = { token: token.super, language: 'en' };
    await plant.ask('POST', `/utente/${plant.id['new@plant.example']}/send-mail-attiva`, english);
    await plant.ask('POST', `/utente/${person}/send-mail-recupero`, english);
    await plant.ask('PUT', `/utente/${person}`, { ...english, body: { mail: 'tech2@plant.example' } });
    await plant.ask('PUT', `/utente/${person}`, { ...english, body: { mail: 'tech@plant.example' } });
    const queued = await mails();
    expect([...new Set(queued.map(({ oggetto }) => oggetto))]).toEqual([
      'Attiva il tuo account Officina',
      'Nuova password per Officina',
      'Il tuo account Officina è stato modificato',
    ]);
    expect(queued.at(-1)!.corpo).toContain("- L'indirizzo e-mail ora è tech@plant.example.");
    await set('MailLingua', 'en');
    await plant.ask('POST', `/utente/${person}/send-mail-recupero`, { token: token.super });
    expect((await mails()).at(-1)).toMatchObject({ oggetto: 'New password for Officina' });
    const { rows } = await plant.database.query<{ id: number; before: number }>(
      `select r.id, (select id_utente_ruolo from utente where id = $1) as before from ruolo r
       join ruolo_famiglia f on f.id = r.id_famiglia_ruolo where f.codice = 'RESP' order by 1`,
      [person],
    );
    await plant.database.query(`update ruolo set traduzioni = '{"en": "Requester"}' where id = $1`, [
      rows[0]!.id,
    ]);
    await plant.ask('PUT', `/utente/${person}`, {
      token: token.super,
      body: { id_utente_ruolo: rows[0]!.id },
    });
    expect((await mails()).at(-1)!.corpo).toContain('- The role is now Requester.');
    await plant.database.query('update utente set id_utente_ruolo = $2 where id = $1', [
      person,
      rows[0]!.before,
    ]);
    await set('MailLingua', 'it');
  });

  it('is only for users who are neither active nor system users [user-activation-mail]', async () => {
    expect(await invite('tech@plant.example')).toMatchObject({ status: 422, result: -1 });
    expect(await invite('connector@plant.example')).toMatchObject({ status: 422, result: -1 });
    expect(await plant.ask('POST', '/utente/99999/send-mail-attiva', { token: token.super })).toMatchObject({
      status: 404,
    });
  });

  it('of a super admin requires a super admin, of others no technician [R6]', async () => {
    expect((await invite('new-super@plant.example', 'admin')).status).toBe(403);
    expect((await invite('new@plant.example', 'tech')).status).toBe(403);
    expect((await invite('new-super@plant.example', 'super')).result).toBe(0);
  });

  it('goes to the account managers of their organisation if the user has no mailbox [S9]', async () => {
    const { database, id } = plant;
    await database.query('update utente set is_email_enabled = 0 where id = $1', [id['new@plant.example']]);
    await database.query('update utente set is_account_manager = 1 where id = $1', [
      id['admin@plant.example'],
    ]);
    for (const mail of ['new@plant.example', 'admin@plant.example'])
      await database.query(
        'insert into utente_organizzazione (id_utente, id_organizzazione) values ($1, 1)',
        [id[mail]],
      );
    await invite('new@plant.example');
    expect((await mails())[0]!.destinatario).toBe('admin@plant.example');
    await database.query('update utente set is_email_enabled = 1 where id = $1', [id['new@plant.example']]);
  });

  it('lets the user choose a password and sign in, once [activation-verb] [S2]', async () => {
    const link = tokenIn((await invite('new@plant.example')).data.link);
    expect((await choose('POST', 'new@plant.example', link)).result).toBe(0);
    await expect(plant.login('new@plant.example', NEW)).resolves.toBeTruthy();
    expect(await choose('POST', 'new@plant.example', link)).toMatchObject({ status: 422, result: -1 });
  });

  const bad: [string, object, string][] = [
    ['under 8 characters [password-min-length]', { password: 'Ab1!xyz', password2: 'Ab1!xyz' }, 'almeno 8'],
    ['without a digit [password-classes]', { password: 'Abcdefgh!', password2: 'Abcdefgh!' }, 'almeno 8'],
    ['without uppercase [password-classes]', { password: 'abcdefg1!', password2: 'abcdefg1!' }, 'almeno 8'],
    ['without lowercase [password-classes]', { password: 'ABCDEFG1!', password2: 'ABCDEFG1!' }, 'almeno 8'],
    [
      'without a special character [password-special]',
      { password: 'Abcdefg12', password2: 'Abcdefg12' },
      'almeno 8',
    ],
    ['with an accent [password-ascii]', { password: 'Abcdefg1!à', password2: 'Abcdefg1!à' }, 'almeno 8'],
    ['with a space [password-ascii]', { password: 'Abcd efg1!', password2: 'Abcd efg1!' }, 'almeno 8'],
    [
      'unlike its confirmation [password-match]',
      { password: NEW, password2: `${NEW}x` },
      'La Password e la Conferma password devono avere lo stesso valore',
    ],
  ];
  it.each(bad)('refuses a password %s', async (_name, body, words) => {
    const link = tokenIn((await invite('new@plant.example')).data.link);
    const reply = await choose('POST', 'new@plant.example', link, body);
    expect(reply).toMatchObject({ status: 422, result: -1, description: expect.stringContaining(words) });
    expect((await choose('POST', 'new@plant.example', link)).result).toBe(0);
  });

  it('refuses when the licence has no seat left [S12]', async () => {
    await plant.database.query('update licenza set num_tecnici = 1');
    const link = tokenIn((await invite('new@plant.example')).data.link);
    expect(await choose('POST', 'new@plant.example', link)).toMatchObject({
      status: 422,
      description: expect.stringContaining('posti'),
    });
    await plant.database.query('update licenza set num_tecnici = null');
  });
});

describe('a link', () => {
  const sign = (claims: object, seconds = 60) => plant.tokens.sign('link', { ...claims }, seconds);
  const id = () => plant.id['tech@plant.example'];

  it('that has expired shows the documented message [activation-expired] [reset-expired] [S4]', async () => {
    expect(
      (await choose('POST', 'tech@plant.example', await sign({ idUtente: id(), purpose: 'activate' }, -1)))
        .description,
    ).toBe(
      "Il link seguito è scaduto. Contattare l'amministratore di sistema per attivare nuovamente l'account.",
    );
    expect(
      (await choose('PUT', 'tech@plant.example', await sign({ idUtente: id(), purpose: 'reset' }, -1)))
        .description,
    ).toBe('Il link seguito è scaduto. Richiedere un altro reset della password.');
  });

  it('without a user, or of another one, is not recognised [link-no-user]', async () => {
    const unknown = { status: 422, result: -1, description: 'Utente non riconosciuto' };
    expect(await choose('PUT', 'tech@plant.example', await sign({ purpose: 'reset' }))).toMatchObject(
      unknown,
    );
    const other = await sign({ idUtente: plant.id['admin@plant.example'], purpose: 'reset' });
    expect(await choose('PUT', 'tech@plant.example', other)).toMatchObject(unknown);
  });

  it('with a changed payload, or signed by another plant, opens nothing', async () => {
    const good = await sign({ idUtente: id(), purpose: 'reset' });
    const [head, , signature] = good.split('.');
    const claims = { ...decodeJwt(good), idUtente: plant.id['super@plant.example'] };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const refused = { status: 401, result: -100, data: null };
    expect(await choose('PUT', 'super@plant.example', `${head}.${payload}.${signature}`)).toMatchObject(
      refused,
    );
    expect(await choose('PUT', 'tech@plant.example', `${good}x`)).toMatchObject(refused);
    expect((await choose('PUT', 'tech@plant.example', good)).result).toBe(0);
    expect(await choose('PUT', 'tech@plant.example', good)).toMatchObject({ status: 422, result: -1 });
    await plant.database.query(
      'update credenziale set aggiornata = null, hash = (select hash from credenziale where id_utente = $1) where id_utente = $2',
      [plant.id['super@plant.example'], id()],
    );
  });

  it('is valid only for its purpose, and an access token opens none [api-link-bearer]', async () => {
    const activation = await sign({ idUtente: id(), purpose: 'activate' });
    expect((await choose('PUT', 'tech@plant.example', activation)).result).toBe(-100);
    expect((await choose('PUT', 'tech@plant.example', token.tech!)).result).toBe(-100);
    const link = await sign({ idUtente: id(), purpose: 'reset' });
    expect((await plant.ask('GET', '/info/licenza/mtbf-mttr/', { token: link })).result).toBe(-100);
  });
});

describe('reset', () => {
  const askFor = (mail: unknown, host = 'localhost', address = '10.4.0.1') =>
    plant.ask('POST', '/utente/password/mail/', { body: { mail }, host, address });

  it('gives the same reply for known and unknown addresses [S3]', async () => {
    await plant.database.query('delete from posta');
    const registered = await askFor('tech@plant.example');
    const unknown = await askFor('nobody@plant.example');
    expect(registered).toMatchObject({ status: 200, result: 0, data: null });
    expect(unknown.description).toBe(registered.description);
    expect(await mails()).toHaveLength(1);
  });

  it('needs a mail, and a valid one [recover-mail-required]', async () => {
    const missing = "L'indirizzo E-Mail deve essere valorizzato.";
    expect(await askFor('', undefined, '10.4.0.2')).toMatchObject({
      description: missing,
      errors: { mail: missing },
    });
    const invalid = 'Indirizzo E-mail non valido';
    expect(await askFor('tech', undefined, '10.4.0.2')).toMatchObject({
      description: invalid,
      errors: { mail: invalid },
    });
  });

  it('sets the password once, ends every session and closes the other links [S3] [activation-verb]', async () => {
    await plant.database.query('delete from posta');
    await askFor('tech@plant.example', 'localhost', '10.4.0.3');
    await askFor('tech@plant.example', 'localhost', '10.4.0.3');
    const [first, second] = (await mails()).map(({ corpo }) => tokenIn(corpo));
    const { access_token } = await plant.login('tech@plant.example');
    await new Promise((done) => setTimeout(done, 1100));
    expect((await choose('PUT', 'tech@plant.example', first!)).result).toBe(0);
    expect((await plant.ask('GET', '/info/licenza/mtbf-mttr/', { token: access_token })).result).toBe(-100);
    await expect(plant.login('tech@plant.example', PASSWORD)).rejects.toThrow();
    await expect(plant.login('tech@plant.example', NEW)).resolves.toBeTruthy();
    expect((await choose('PUT', 'tech@plant.example', first!)).result).toBe(-1);
    expect((await choose('PUT', 'tech@plant.example', second!)).result).toBe(-1);
  });

  it('never puts the Host of a stranger into the mail [S3]', async () => {
    await plant.database.query('delete from posta');
    await askFor('tech@plant.example', 'evil.example', '10.4.0.4');
    for (const { corpo } of await mails()) expect(corpo).not.toContain('evil.example');
  });

  it('is limited to five requests per minute and address [W16]', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => askFor('nobody@plant.example', undefined, '10.4.0.5')),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
