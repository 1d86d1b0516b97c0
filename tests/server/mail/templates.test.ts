/** Templates: contents, recipients and triggers; written with the change, read in the outbox. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OTHER_TECHNICIAN, TECHNICIAN } from '../interventions/workshop.ts';
import { type MailShop, mailShop } from './mail-shop.ts';

let shop: MailShop;
const ADMIN = 'admin@officina.example';
const SUPER_ADMIN = 'superadmin@officina.example';
const REPORTER = 'segnalatore@officina.example';

beforeAll(async () => {
  shop = await mailShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.demo.database.query('delete from mail_templates');
  // Through the API, so that the server notices.
  const { data } = await shop.template({ active: 0 });
  await shop.admin.del(`/mail-templates/${data.id}`);
  await shop.empty();
});

const addresses = async () => (await shop.outbox()).map(({ destinatario }) => destinatario).sort();

describe('a template', () => {
  it('goes only to the user to notify by default [mail-defaults]', async () => {
    const { data } = await shop.admin.post('/mail-templates/', {
      id_stato: shop.ids.AP,
      subject: 'S',
      body: 'B',
    });
    expect(data).toMatchObject({
      active: 1,
      send_usr_ins: 0,
      send_tecnico: 0,
      send_admin: 0,
      send_usr_notifica: 1,
    });
  });

  it('needs a state, a subject and a body [mail-required] [mail-one-status]', async () => {
    const answer = await shop.admin.post('/mail-templates/', {});
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.errors!).sort()).toEqual(['body', 'id_stato', 'subject']);
  });

  it('accepts addresses with commas, semicolons and names, and names invalid ones', async () => {
    const recipients = 'a@x.example; "Rossi, Mario" <m@x.example>, Anna <anna@x.example>\n b@x.example';
    expect((await shop.template({ recipients })).status).toBe(200);
    const broken = await shop.template({ recipients: 'a@x.example, mario.rossi(at)x.example; b@x.example' });
    expect(broken).toMatchObject({
      status: 422,
      errors: { recipients: expect.stringContaining('«mario.rossi(at)x.example» non è un indirizzo e-mail') },
    });
    const dotted = await shop.template({ recipients: 'a@x.example, Anna <a@b..it>' });
    expect([dotted.status, dotted.errors?.recipients]).toEqual([422, expect.stringContaining('a@b..it')]);
    const english = await shop.admin.post(
      '/mail-templates/',
      { id_stato: shop.ids.AP, subject: 'S', body: 'B', recipients: 'nobody' },
      { language: 'en' },
    );
    expect(english.errors!.recipients).toContain('“nobody” is not an e-mail address');
  });
});

describe('mails', () => {
  it('are written when an intervention is made and when it enters a state, not when it only changes [mail-status-change]', async () => {
    await shop.template({ subject: 'Nuovo', recipients: 'a@x.example' });
    await shop.template({ subject: 'Assegnato', id_stato: shop.ids.AS, recipients: 'a@x.example' });
    await shop.template({ subject: 'Spento', recipients: 'b@x.example', active: 0 });
    const { id } = await shop.raise();
    expect((await shop.outbox()).map(({ oggetto }) => oggetto)).toEqual(['Nuovo']);
    await shop.admin.put(`/odl/${id}`, { note: 'Guardare anche il motore' });
    expect(await shop.outbox()).toHaveLength(1);
    expect((await shop.move(id, 'AS', { id_tecnico: shop.ids[TECHNICIAN] })).status).toBe(200);
    const mails = await shop.outbox();
    expect(mails.map(({ oggetto }) => oggetto)).toEqual(['Nuovo', 'Assegnato']);
    expect(mails.every((mail) => mail.id_odl === id && mail.genere === 'intervento')).toBe(true);
  });

  it('are not written when the change is refused', async () => {
    await shop.template({ id_stato: shop.ids.AS, recipients: 'a@x.example' });
    const { id } = await shop.raise();
    expect((await shop.move(id, 'AS')).status).toBe(422);
    expect(await shop.outbox()).toEqual([]);
  });

  it('are the users selected by the flags, once each, if they have a mailbox [E1]', async () => {
    const { database } = shop.demo;
    await shop.template({
      id_stato: shop.ids.AS,
      recipients: `Officina <${TECHNICIAN.toUpperCase()}>, fornitore@x.example`,
      send_usr_ins: 1,
      send_tecnico: 1,
      send_admin: 1,
      send_usr_notifica: 1,
    });
    const people = { id_tecnico: shop.ids[TECHNICIAN], id_usr_notifica: shop.ids[OTHER_TECHNICIAN] };
    const { id } = await shop.raise({}, await shop.as('RESP'));
    await shop.move(id, 'AS', people);
    const all = await addresses();
    expect(all).toEqual(
      expect.arrayContaining([
        TECHNICIAN.toUpperCase(),
        'fornitore@x.example',
        ADMIN,
        SUPER_ADMIN,
        REPORTER,
        OTHER_TECHNICIAN,
      ]),
    );
    expect(new Set(all.map((address) => address.toLowerCase())).size).toBe(all.length);

    await database.query('update utente set is_email_enabled = 0 where mail = $1', [REPORTER]);
    await database.query('update utente set attivo = 0 where mail = $1', [OTHER_TECHNICIAN]);
    await shop.empty();
    await shop.put(id, 'AP');
    await shop.move(id, 'AS', people);
    const fewer = await addresses();
    expect(fewer).not.toContain(REPORTER);
    expect(fewer).not.toContain(OTHER_TECHNICIAN);
    await database.query('update utente set attivo = 1, is_email_enabled = 1 where mail = any($1::text[])', [
      [REPORTER, OTHER_TECHNICIAN],
    ]);
  });

  it('exclude administrators who do not see the asset', async () => {
    const { database } = shop.demo;
    await shop.template({ send_admin: 1 });
    const { rows } = await database.query<{ id_organizzazione: number }>(
      'select id_organizzazione from utente_organizzazione where id_utente = $1',
      [shop.ids[ADMIN]],
    );
    const far = await database.query<{ id: number }>(
      `select max(id) as id from organizzazione where canc = 0 and id <> 1
       and id <> (select id_organizzazione from oggetto where id = $1)`,
      [shop.ids['FOL-L1-CF']],
    );
    await database.query('delete from utente_organizzazione where id_utente = $1', [shop.ids[ADMIN]]);
    await database.query('insert into utente_organizzazione (id_utente, id_organizzazione) values ($1, $2)', [
      shop.ids[ADMIN],
      far.rows[0]!.id,
    ]);
    await shop.raise();
    expect(await addresses()).toContain(SUPER_ADMIN);
    expect(await addresses()).not.toContain(ADMIN);
    await database.query('delete from utente_organizzazione where id_utente = $1', [shop.ids[ADMIN]]);
    for (const { id_organizzazione } of rows)
      await database.query(
        'insert into utente_organizzazione (id_utente, id_organizzazione) values ($1, $2)',
        [shop.ids[ADMIN], id_organizzazione],
      );
  });

  it.each([
    ['0', false],
    ['1', true],
    ['2', true],
  ])('with UserMailNotif %s reach the notified user: %s [mail-notify-off]', async (mode, reached) => {
    await shop.set('UserMailNotif', mode);
    await shop.template({ id_stato: shop.ids.AS, send_usr_notifica: 1, send_tecnico: 1 });
    const { id } = await shop.raise();
    await shop.move(id, 'AS', {
      id_tecnico: shop.ids[TECHNICIAN],
      id_usr_notifica: shop.ids[OTHER_TECHNICIAN],
    });
    expect(await addresses()).toEqual(reached ? [OTHER_TECHNICIAN, TECHNICIAN].sort() : [TECHNICIAN]);
    await shop.set('UserMailNotif', '1');
  });
});

describe('placeholders', () => {
  const NAMES = [
    'urlPiattaforma',
    'idOdl',
    'codiceOdl',
    'odl',
    'tipo_intervento',
    'dataPrevistaOdl',
    'dataInserimentoOdl',
    'prioritaOdl',
    'oggetto',
    'organizzazione',
    'reparto',
    'classeOggetto',
  ];

  it("are replaced by the intervention's values, in the plant's time zone and language, escaped [mail-placeholders] [E2]", async () => {
    await shop.set('ClienteURL', 'https://officina.plant.example/');
    await shop.template({
      subject: 'Su $#$ odl $#$',
      body: NAMES.map((name) => `<p>${name}=$#$${name}$#$</p>`).join(''),
      recipients: 'a@x.example',
    });
    const made = await shop.raise({
      descrizione: 'Perdita <b>olio</b> & "acqua"',
      data_ordine: '2026-07-01T22:30:00Z',
      priorita: 3,
    });
    const [mail] = await shop.outbox();
    expect(mail!.oggetto).toBe('Su Perdita <b>olio</b> & "acqua"');
    expect(mail!.corpo).toContain('<p>odl=Perdita &lt;b&gt;olio&lt;/b&gt; &amp; &quot;acqua&quot;</p>');
    expect(mail!.corpo).toContain('<p>urlPiattaforma=https://officina.plant.example</p>');
    expect(mail!.corpo).toContain(`<p>idOdl=${made.id}</p><p>codiceOdl=${made.codice}</p>`);
    expect(mail!.corpo).toContain('<p>tipo_intervento=Guasto</p><p>dataPrevistaOdl=02/07/2026</p>');
    expect(mail!.corpo).toContain('<p>prioritaOdl=Alta</p><p>oggetto=FOL-L1-CF - ');
    for (const name of NAMES) expect(mail!.corpo, name).not.toContain(`<p>${name}=</p>`);

    await shop.empty();
    await shop.set('MailLingua', 'en');
    await shop.raise({ data_ordine: '2026-07-01T22:30:00Z', priorita: 3 });
    const [english] = await shop.outbox();
    expect(english!.corpo).toContain('<p>tipo_intervento=Failure</p><p>dataPrevistaOdl=02/07/2026</p>');
    expect(english!.corpo).toContain('<p>prioritaOdl=High</p>');
    await shop.set('MailLingua', 'it');
    await shop.set('ClienteURL', '');
  });

  it('make no header of a description with line breaks', async () => {
    await shop.template({ id_stato: shop.ids.AS, subject: 'Guasto: $#$odl$#$', recipients: 'a@x.example' });
    const { id } = await shop.raise();
    await shop.demo.database.query('update odl set descrizione = $2 where id = $1', [
      id,
      'Rumore\r\nBcc: evil@x.example\r\n\r\n<script>',
    ]);
    await shop.move(id, 'AS', { id_tecnico: shop.ids[TECHNICIAN] });
    const mails = await shop.outbox();
    expect(mails.map(({ oggetto }) => oggetto)).toEqual(['Guasto: Rumore Bcc: evil@x.example <script>']);
    const preview = await shop.admin.post('/mail-templates/anteprima', {
      subject: '$#$odl$#$',
      body: 'x',
      id_odl: id,
    });
    expect(preview.data.subject).toBe('Rumore Bcc: evil@x.example <script>');
  });

  it('of class fields are the intervention’s and the asset’s, empty where the class has none [E2]', async () => {
    const { database } = shop.demo;
    await shop.template({
      body: '[$#$campo_str1$#$] [$#$obj_campo_str1$#$] [$#$campo_str9$#$] [$#$obj_campo_boolean1$#$]',
      recipients: 'a@x.example',
    });
    for (const [resource, field] of [
      ['/odl/classe/campi/', 'campo_str1'],
      ['/classe/campi/', 'campo_str1'],
    ] as const)
      await shop.admin.post(resource, { id_classe: -1, campo_tabella: field, label: 'Prova', ordine: 1 });
    await database.query("update oggetto set campo_str1 = 'M-77 <3', campo_boolean1 = 1 where id = $1", [
      shop.ids['FOL-L1-CF'],
    ]);
    const { id } = await shop.raise();
    await database.query("update odl set campo_str1 = 'Cuscinetto', campo_str9 = 'nascosto' where id = $1", [
      id,
    ]);
    const { data } = await shop.admin.post('/mail-templates/anteprima', {
      subject: 'x',
      body: '[$#$campo_str1$#$] [$#$obj_campo_str1$#$] [$#$campo_str9$#$]',
      id_odl: id,
    });
    expect(data.unknown).toEqual([]);
    expect(data.text).toMatch(/\[M-77 <3\] \[\]$/);
  });

  it('of class fields with decimals have two places at most', async () => {
    const field = { id_classe: -1, campo_tabella: 'campo_float1', label: 'Litri', ordine: 1 };
    await shop.admin.post('/odl/classe/campi/', field);
    const { id } = await shop.raise();
    const textWith = async (value: string): Promise<string> => {
      await shop.demo.database.query('update odl set campo_float1 = $1 where id = $2', [value, id]);
      const template = { subject: 'x', body: '[$#$campo_float1$#$]', id_odl: id };
      return (await shop.admin.post('/mail-templates/anteprima', template)).data.text;
    };
    expect(await textWith('12.3456')).toContain('[12,35]');
    expect(await textWith('12.5')).toContain('[12,5]');
  });

  it('that are unknown become empty, and incomplete ones stay text: the preview reports both [E2]', async () => {
    const { id } = await shop.raise();
    const { data } = await shop.admin.post('/mail-templates/anteprima', {
      id_stato: shop.ids.AP,
      subject: 'A $#$nessuno$#$ B $#$codiceOdl',
      body: 'Riga <uno>\nRiga due $#$campo_str99$#$',
      recipients: 'a@x.example; rotto',
      send_admin: 1,
      id_odl: id,
    });
    expect(data).toMatchObject({
      subject: 'A B $#$codiceOdl',
      unknown: ['nessuno', 'campo_str99'],
      halves: 1,
      broken: ['rotto'],
      id_odl: id,
    });
    expect(data.recipients).toEqual(
      expect.arrayContaining([
        { address: 'a@x.example', reason: 'recipients' },
        expect.objectContaining({ address: ADMIN, reason: 'send_admin' }),
      ]),
    );
  });

  it('are previewed on the newest intervention when none is named, and on none that is not there', async () => {
    const { id } = await shop.raise();
    const body = { id_stato: shop.ids.AP, subject: 'S', body: 'Prima riga\nSeconda & ultima' };
    const { data } = await shop.admin.post('/mail-templates/anteprima', body);
    expect(data).toMatchObject({
      id_odl: id,
      html: 'Prima riga<br>Seconda &amp; ultima',
      text: 'Prima riga\nSeconda & ultima',
    });
    expect(await shop.admin.post('/mail-templates/anteprima', { ...body, id_odl: 99_999_999 })).toMatchObject(
      {
        status: 422,
        errors: { id_odl: expect.any(String) },
      },
    );
    expect((await shop.admin.post('/mail-templates/anteprima', { ...body, body: 7 })).status).toBe(422);
    expect(await shop.outbox()).toEqual([]);
  });
});
