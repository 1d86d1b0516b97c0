/** Bulk operations write one mail per recipient and template with a list; single events go out first. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { SENDING } from '../../../server/domains/outbox/queue.ts';
import { wake } from '../../../server/jobs/wake.ts';
import { type MailShop, mailShop } from './mail-shop.ts';
import { type PostOffice, postOffice } from './post-office.ts';

let shop: MailShop;
let office: PostOffice;

beforeAll(async () => {
  shop = await mailShop();
  office = await postOffice();
  await shop.smtp(office.port);
  await shop.set('ClienteURL', 'https://plant.example');
});
afterAll(async () => {
  await shop.close();
  await office.close();
});
beforeEach(async () => {
  for (const { id } of (await shop.admin.get('/mail-templates/')).data)
    await shop.admin.del(`/mail-templates/${id}`);
  await shop.empty();
  office.deliveries.length = 0;
  office.refusing.clear();
});

const SUBJECT = 'Da vedere: $#$codiceOdl$#$';

async function templates(more: Row = {}): Promise<void> {
  const all = { subject: SUBJECT, body: '<p>$#$odl$#$</p>', id_stato: shop.ids.AN, ...more };
  expect((await shop.template(all)).status).toBe(200);
}

/** Skips the seconds in which more events could arrive. */
async function later(): Promise<void> {
  await shop.demo.database.query(
    `update posta set prossimo_tentativo = now() - interval '1 second' where raccolta is not null`,
  );
  wake(SENDING);
}

async function raised(count: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let one = 0; one < count; one += 1) rows.push(await shop.raise());
  return rows;
}

const cancel = async (rows: Row[]) => {
  const path = `/odl/${rows.map(({ id }) => id).join(',')}`;
  const { status, data } = await shop.admin.put(path, { id_stato: shop.ids.AN });
  expect(status, JSON.stringify(data)).toBe(200);
};

const arrived = async (count: number): Promise<PostOffice['deliveries']> => {
  await expect.poll(() => office.deliveries.length).toBe(count);
  return office.deliveries;
};

describe('a change of several', () => {
  it('is one mail for each recipient and template, which names each of them and leads there [E1]', async () => {
    const rows = await raised(3);
    await templates({ recipients: 'a@x.example, b@x.example' });
    await templates({ recipients: 'a@x.example', subject: '<Altro> $#$codiceOdl$#$' });
    await cancel(rows);
    const mails = await shop.until("stato = 'attesa'", 3);
    expect(mails.map(({ destinatario, oggetto }) => [destinatario, oggetto]).sort()).toEqual([
      ['a@x.example', 'Annullato: 3 interventi'],
      ['a@x.example', 'Annullato: 3 interventi'],
      ['b@x.example', 'Annullato: 3 interventi'],
    ]);
    for (const { id, codice, descrizione } of rows) {
      expect(mails[0]!.corpo).toContain(`<a href="https://plant.example/dettaglio-odl/${id}">${codice}</a>`);
      expect(mails[0]!.corpo).toContain(`Da vedere: ${codice}`);
      expect(mails[0]!.corpo).toContain(descrizione);
    }
    expect(mails.filter(({ corpo }) => corpo.includes('&lt;Altro&gt;'))).toHaveLength(1);
    await later();
    await arrived(3);
  });

  it("contains the same user's changes of the next seconds, and no later ones [E1]", async () => {
    const [first, second, third] = [await raised(2), await raised(2), await raised(2)];
    await templates({ recipients: 'a@x.example' });
    await Promise.all([cancel(first), cancel(second)]);
    const [open] = await shop.until("stato = 'attesa'", 1);
    expect(open!.oggetto).toBe('Annullato: 4 interventi');
    await later();
    await cancel(third);
    await shop.until('true', 2);
    await later();
    await arrived(2);
    expect((await shop.outbox()).map(({ oggetto }) => oggetto)).toEqual([
      'Annullato: 4 interventi',
      'Annullato: 2 interventi',
    ]);
  });

  it('with a single notification is the mail about it [E1]', async () => {
    const [over, open] = await raised(2);
    await cancel([over!]);
    await templates({ recipients: 'a@x.example' });
    await cancel([over!, open!]);
    const [mail] = await shop.until("stato = 'attesa'", 1);
    expect(mail).toMatchObject({
      oggetto: `Da vedere: ${open!.codice}`,
      corpo: `<p>${open!.descrizione}</p>`,
      id_odl: open!.id,
    });
  });

  it('is sent after the mail of a single change, even if that was written later [E1]', async () => {
    const [one, ...several] = await raised(4);
    await templates({ recipients: 'a@x.example' });
    await shop.smtp();
    await cancel(several);
    await shop.until("stato = 'attesa'", 1);
    await later();
    await cancel([one!]);
    await shop.until("stato = 'attesa'", 2);
    await shop.smtp(office.port);
    wake(SENDING);
    const deliveries = await arrived(2);
    expect(deliveries.map(({ raw }) => /^Subject: (.*)/m.exec(raw)![1])).toEqual([
      `Da vedere: ${one!.codice}`,
      'Annullato: 3 interventi',
    ]);
  });

  it('that cannot be sent adds an error to each intervention [E1]', async () => {
    const rows = await raised(2);
    await templates({ recipients: 'no@x.example' });
    office.refusing.set('no@x.example', [550, '5.1.1 Unknown']);
    await cancel(rows);
    await shop.until("stato = 'attesa'", 1);
    await later();
    await shop.until("stato = 'errore'", 1);
    for (const { id } of rows) {
      const { data } = await shop.admin.get(`/odl/${id}/errore/`);
      expect(JSON.stringify(data)).toContain('no@x.example');
    }
  });
});

describe('a generation', () => {
  it('is one mail for any number; above a hundred it says how many are not listed [E1]', async () => {
    const { admin, ids } = shop;
    await templates({ recipients: 'a@x.example', send_usr_ins: 1, id_stato: ids.AP });
    const { data: schedule } = await admin.post('/manutenzione/schedulazione/', {
      codice: 'SCH-LIST',
      descrizione: 'Lubrificazione',
      id_organizzazione: 1,
      id_reparto: 1,
      id_tipo_guasto: ids.PRE,
      id_tipo_odl: 3,
      frequenza: 1,
      unita_misura: 1,
      interno: 1,
      priorita: 2,
    });
    await admin.post('/manutenzione/', {
      id_schedulazione: schedule.id,
      id_oggetto: ids['FOL-L1-CF'],
      data_inizio: '2026-01-10',
    });
    await admin.post(`/manutenzione/schedulazione/${schedule.id}/periodo/`, {
      id: schedule.id,
      descrizione: schedule.descrizione,
      data_generazione_start: '2026-01-10',
      data_generazione_end: '2026-05-09',
    });
    await expect
      .poll(async () => (await shop.outbox()).map(({ oggetto }) => oggetto))
      .toEqual(['Aperto: 120 interventi']);
    await later();
    const [{ raw }] = (await arrived(1)) as [PostOffice['deliveries'][0]];
    expect(raw.match(/<li>/g)).toHaveLength(100);
    expect(raw).toContain('e altri 20.');
  });
});
