/** Documents of a record: upload, list, read, change and delete, with access rights. */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf } from '../../../server/files/file-store.ts';
import { pdf, png, REFUSED, SAMPLES } from '../../files/sample-files.ts';
import { inDays } from '../plant/days.ts';
import { type Client, type Plant, plant } from '../plant/plant.ts';
import { addRecord, filesOnDisk, send } from './records.ts';

let demo: Plant;
let admin: Client;
let technician: Client;
let reporter: Client;
let asset: number;
let folder: number;
let other: number;

beforeAll(async () => {
  demo = await plant();
  [admin, technician, reporter] = [await demo.as('SUADMIN'), await demo.as('RIFTEC'), await demo.as('RESP')];
  asset = await addRecord(demo, 'oggetto', 'DOC-1');
  folder = await demo.idOf('oggetto/documento/cartella', { nome: 'Manuali' });
  other = await demo.idOf('oggetto/documento/cartella', { nome: 'Schemi' });
});
afterAll(() => demo.close());

const path = (query = '', id = asset) => `/oggetto/${id}/documento/${query}`;
const rows = () => demo.count('oggetto_documento');
const hashOf = async (id: number): Promise<string> =>
  (await demo.database.query<{ hash: string }>('select hash from oggetto_documento where id = $1', [id]))
    .rows[0]!.hash;

async function uploaded(client: Client, name: string, bytes = pdf(name)): Promise<number> {
  const answer = await send(client, path(`?idCartella=${folder}`), [[name, bytes]]);
  expect(answer, answer.description).toMatchObject({ status: 200 });
  return answer.data.id;
}

describe('an upload', () => {
  it('stores the file and returns its row [api-upload-bearer]', async () => {
    const query = `?idCartella=${folder}&descrizione=Uso%20e%20manutenzione&data_validita=${inDays(-3)}`;
    const answer = await send(admin, path(query), [['manuale pompa.pdf', SAMPLES.pdf]]);
    expect(answer).toMatchObject({
      status: 200,
      result: 0,
      data: {
        id: expect.any(Number),
        id_oggetto: asset,
        nome_file_originale: 'manuale pompa.pdf',
        descrizione: 'Uso e manutenzione',
        id_cartella: folder,
        cartella: 'Manuali',
        data_validita: inDays(-3),
        content_type: 'application/pdf',
        dimensione: SAMPLES.pdf.length,
        is_immagine_copertina: 0,
        usr_ins: expect.stringMatching(/\w+ \w+/),
        versione: 1,
      },
    });
    expect(answer.data).not.toHaveProperty('hash');
    const history = await admin.get(`/oggetto/documento/${answer.data.id}/storico`);
    expect(history.data).toMatchObject([{ operazione: 'create' }]);
  });

  it('without a session is refused before the file is read [api-upload-bearer]', async () => {
    const answer = await send(await demo.as('nobody'), path(`?idCartella=${folder}`), [
      ['a.pdf', SAMPLES.pdf],
    ]);
    expect(answer).toMatchObject({ status: 401, result: -100 });
  });

  it("has today's date in the plant by default, and never a later one [doc-date-today]", async () => {
    const today = await send(admin, path(`?idCartella=${folder}`), [['a.txt', SAMPLES.text]]);
    expect(today.data.data_validita).toBe(inDays(0));
    const late = await send(admin, path(`?idCartella=${folder}&data_validita=${inDays(1)}`), [
      ['a.txt', SAMPLES.text],
    ]);
    expect(late).toMatchObject({
      status: 422,
      errors: { data_validita: 'La data non può essere successiva a oggi' },
    });
  });

  it('needs a folder, one of this kind of record [doc-folder-required]', async () => {
    const before = await rows();
    for (const query of ['', '?idCartella=', '?descrizione=x']) {
      const answer = await send(admin, path(query), [['a.pdf', SAMPLES.pdf]]);
      expect(answer).toMatchObject({ status: 422, errors: { idCartella: 'Questo campo è obbligatorio' } });
    }
    for (const wrong of ['2147483647', 'abc', '-1', '0']) {
      const answer = await send(admin, path(`?idCartella=${wrong}`), [['a.pdf', SAMPLES.pdf]]);
      expect(answer.status, wrong).toBe(422);
    }
    expect(await rows()).toBe(before);
  });

  it('uploads several files, all or none [doc-multiple]', async () => {
    const [before, disk] = [await rows(), filesOnDisk(demo)];
    const three = await send(admin, path(`?idCartella=${folder}`), [
      ['uno.pdf', pdf('uno')],
      ['due.pdf', pdf('due')],
      ['tre.png', png(3)],
    ]);
    expect(
      three.data.documenti.map((row: { nome_file_originale: string }) => row.nome_file_originale),
    ).toEqual(['uno.pdf', 'due.pdf', 'tre.png']);
    expect(await rows()).toBe(before + 3);
    const one_bad = await send(admin, path(`?idCartella=${folder}`), [
      ['quattro.pdf', pdf('quattro')],
      ['cinque.pdf', REFUSED['a page']!],
    ]);
    expect(one_bad.status).toBe(415);
    expect(await rows()).toBe(before + 3);
    expect(filesOnDisk(demo)).toHaveLength(disk.length + 3);
  });

  it.each(Object.entries(SAMPLES))('takes %s, whatever it is called [upload-types]', async (_kind, bytes) => {
    expect((await send(admin, path(`?idCartella=${folder}`), [['file', bytes]])).status).toBe(200);
  });

  it.each(Object.entries(REFUSED))('refuses %s [upload-type-message]', async (_name, bytes) => {
    const [before, disk] = [await rows(), filesOnDisk(demo)];
    const answer = await send(admin, path(`?idCartella=${folder}`), [['innocuo.pdf', bytes]]);
    expect(answer).toMatchObject({
      status: 415,
      result: -1,
      description: 'Non è possibile inserire il file del tipo selezionato',
    });
    expect(await rows()).toBe(before);
    expect(filesOnDisk(demo)).toEqual(disk);
  });

  it('refuses an empty file, a file too large, no file and too many', async () => {
    const disk = filesOnDisk(demo);
    const empty = await send(admin, path(`?idCartella=${folder}`), [['vuoto.txt', Buffer.alloc(0)]]);
    expect(empty).toMatchObject({
      status: 422,
      description: 'Il file vuoto.txt è vuoto. Sceglierne un altro.',
    });
    const large = await send(admin, path(`?idCartella=${folder}`), [
      ['a.txt', Buffer.alloc(25 * 1024 * 1024 + 1, 97)],
    ]);
    expect(large).toMatchObject({
      status: 413,
      description: 'Il file è troppo grande: sono ammessi al massimo 25 MB.',
    });
    const none = await send(admin, path(`?idCartella=${folder}`), []);
    expect(none).toMatchObject({ status: 422, errors: { file: 'Inserire il file' } });
    const many = Array.from({ length: 21 }, (_, index): [string, Buffer] => [
      `${index}.txt`,
      Buffer.from('x'),
    ]);
    expect((await send(admin, path(`?idCartella=${folder}`), many)).status).toBe(413);
    expect(filesOnDisk(demo)).toEqual(disk);
  });

  it('accepts a file of exactly 25 MB', async () => {
    const answer = await send(admin, path(`?idCartella=${folder}`), [
      ['a.txt', Buffer.alloc(25 * 1024 * 1024, 97)],
    ]);
    expect(answer.data.dimensione).toBe(25 * 1024 * 1024);
  });

  it('reports the stored name of a file with a misleading name [error-upload-warning]', async () => {
    const answer = await send(admin, path(`?idCartella=${folder}`), [['fattura.exe', SAMPLES.pdf]]);
    expect(answer.data.nome_file_originale).toBe('fattura.exe.pdf');
    expect(answer.description).toContain('fattura.exe.pdf');
    const usual = await send(admin, path(`?idCartella=${folder}`), [['fattura.pdf', SAMPLES.pdf]]);
    expect(usual.description).toBe('Operazione eseguita');
  });

  it('stores a name of 255 emoji and one with ../, truncated and without the path', async () => {
    const emoji = await send(admin, path(`?idCartella=${folder}`), [
      [`${'🔧'.repeat(255)}.pdf`, SAMPLES.pdf],
    ]);
    expect([...emoji.data.nome_file_originale]).toHaveLength(255);
    expect(emoji.data.nome_file_originale.endsWith('.pdf')).toBe(true);
    const climbing = await send(admin, path(`?idCartella=${folder}`), [
      ['../../../etc/passwd.txt', SAMPLES.text],
    ]);
    expect(climbing.data.nome_file_originale).toBe('passwd.txt');
  });

  it('stores the same content only once', async () => {
    const content = pdf('due volte');
    const one = await uploaded(admin, 'prima.pdf', content);
    const disk = filesOnDisk(demo);
    const two = await uploaded(technician, 'seconda.pdf', content);
    expect(filesOnDisk(demo)).toEqual(disk);
    expect(await hashOf(one)).toBe(await hashOf(two));
  });

  it('to a record that is not there, or deleted, is refused with 404', async () => {
    const deleted = await addRecord(demo, 'oggetto', 'DOC-GONE');
    expect((await admin.del(`/oggetto/${deleted}`)).status).toBe(200);
    for (const id of [deleted, 2147483647])
      expect((await send(admin, path(`?idCartella=${folder}`, id), [['a.pdf', SAMPLES.pdf]])).status).toBe(
        404,
      );
  });
});

describe('the documents of a record', () => {
  let own: number;
  let manual: number;
  let scheme: number;
  beforeAll(async () => {
    own = await addRecord(demo, 'oggetto', 'DOC-2');
    manual = (
      await send(admin, path(`?idCartella=${folder}&descrizione=Manuale`, own), [['m.pdf', pdf('m')]])
    ).data.id;
    scheme = (
      await send(admin, path(`?idCartella=${other}&is_immagine_copertina=1`, own), [['s.png', png(9)]])
    ).data.id;
  });

  it('are listed with their folders [asset-doc-columns]', async () => {
    const { data } = await technician.get(path('', own));
    expect(data.documenti.map(({ id }: { id: number }) => id)).toEqual([scheme, manual]);
    expect(data.documenti[1]).toMatchObject({
      nome_file_originale: 'm.pdf',
      descrizione: 'Manuale',
      cartella: 'Manuali',
      usr_ins: expect.any(String),
      data_validita: inDays(0),
      data_ins: expect.any(String),
      is_immagine_copertina: 0,
    });
    const manuals = data.cartelle.find(({ id }: { id: number }) => id === folder);
    expect(manuals).toMatchObject({ nome: 'Manuali', tipo: 'D', files: [{ id: manual }] });
    expect(data.cartelle.length).toBe(await demo.count('oggetto_documento_cartella'));
  });

  it.each([
    ['of one folder', () => `?idCartella=${folder}`, () => [manual]],
    ['one by its id', () => `?idFile=${scheme}`, () => [scheme]],
    ['the cover alone', () => '?isCopertina=1', () => [scheme]],
    ['none', () => `?idFile=${manual}&isCopertina=1`, () => []],
  ])('are narrowed to those %s', async (_name, query, ids) => {
    const { data } = await admin.get(path(query(), own));
    expect(data.documenti.map(({ id }: { id: number }) => id)).toEqual(ids());
    expect(
      data.cartelle.flatMap(({ files }: { files: { id: number }[] }) => files.map(({ id }) => id)),
    ).toEqual(ids());
  });

  it('include their contents as base64 on request [doc-base64]', async () => {
    const { data } = await admin.get(path('?includeData=1', own));
    expect(Buffer.from(data.documenti[1].contenuto, 'base64').equals(pdf('m'))).toBe(true);
    expect((await admin.get(path('', own))).data.documenti[1]).not.toHaveProperty('contenuto');
  });

  it('are read one by one, with name, type and content [doc-base64]', async () => {
    const { data } = await reporter.get(path(String(manual), own));
    expect(data).toMatchObject({ id: manual, nome_file_originale: 'm.pdf', content_type: 'application/pdf' });
    expect(Buffer.from(data.contenuto, 'base64').equals(pdf('m'))).toBe(true);
    expect((await admin.get(path(String(manual), asset))).status).toBe(404);
    expect((await admin.get(path('abc', own))).status).toBe(400);
    expect((await admin.get(path('?idFile=abc', own))).status).toBe(400);
  });

  it('are counted on the record', async () => {
    expect((await admin.get(`/oggetto/${own}`)).data.num_documenti).toBe(2);
    const { data } = await admin.get('/oggetto/?pag=1&max_rows=200&filtro=DOC-2');
    expect(data).toMatchObject([{ id: own, num_documenti: 2 }]);
  });

  it('are hidden from users who cannot see the record', async () => {
    const { rows: people } = await demo.database.query<{ mail: string }>(
      `select u.mail from utente u join ruolo r on r.id = u.id_utente_ruolo join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
       where f.codice = 'RIFTEC' and u.attivo = 1
         and not exists (select 1 from utente_organizzazione o where o.id_utente = u.id and o.id_organizzazione = 1) limit 1`,
    );
    const { rows: organisations } = await demo.database.query<{ id: number }>(
      `select id from organizzazione o where id <> 1 and not exists (select 1 from utente_organizzazione x join utente u on u.id = x.id_utente
         where u.mail = $1 and x.id_organizzazione = o.id) limit 1`,
      [people[0]!.mail],
    );
    const far = await addRecord(demo, 'oggetto', 'DOC-FAR', { id_organizzazione: organisations[0]!.id });
    const document = (await send(admin, path(`?idCartella=${folder}`, far), [['a.pdf', pdf('far')]])).data.id;
    const stranger = await demo.asUser(people[0]!.mail);
    const calls = [
      await stranger.get(path('', far)),
      await stranger.get(path(String(document), far)),
      await stranger.get(path(`${document}/file`, far)),
      await stranger.put(path(String(document), far), { descrizione: 'x' }),
      await stranger.del(path(String(document), far)),
      await stranger.get(`/oggetto/documento/${document}/storico`),
      await send(stranger, path(`?idCartella=${folder}`, far), [['a.pdf', SAMPLES.pdf]]),
    ];
    expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    const covers = await stranger.get(`/oggetto/immagini-copertina/?idsOggetti=${far}`);
    expect(covers.data).toEqual([]);
  });
});

describe('a periodic intervention', () => {
  it('accepts one file at a time: of two, none is stored [sched-doc-one]', async () => {
    const schedule = await demo.idOf('manutenzione/schedulazione', { canc: 0 });
    const [{ id: folder }] = (await admin.get('/manutenzione/schedulazione/documento/cartella/')).data;
    const path = `/manutenzione/schedulazione/${schedule}/documento/?idCartella=${folder}`;
    const before = await demo.count('manutenzione_schedulazione_documento');
    const two = await send(admin, path, [
      ['uno.pdf', SAMPLES.pdf],
      ['due.png', SAMPLES.png],
    ]);
    expect(two).toMatchObject({ status: 413, description: 'Troppi file in un solo invio: al massimo 1.' });
    expect(await demo.count('manutenzione_schedulazione_documento')).toBe(before);
    expect(await send(admin, path, [['uno.pdf', SAMPLES.pdf]])).toMatchObject({ status: 200 });
  });
});

describe('a change', () => {
  it('applies to several documents at once, all or none', async () => {
    const ids = [
      await uploaded(admin, 'a1.pdf'),
      await uploaded(admin, 'a2.pdf'),
      await uploaded(admin, 'a3.pdf'),
    ];
    const answer = await admin.put(path(ids.join(',')), {
      idCartella: other,
      descrizione: 'Insieme',
      data_validita: inDays(-1),
    });
    expect(answer.data.documenti).toHaveLength(3);
    for (const row of answer.data.documenti)
      expect(row).toMatchObject({
        id_cartella: other,
        cartella: 'Schemi',
        descrizione: 'Insieme',
        data_validita: inDays(-1),
        versione: 2,
      });
    const wrong = await admin.put(path([...ids, 2147483647].join(',')), { descrizione: 'Mai' });
    expect(wrong.status).toBe(404);
    const late = await admin.put(path(ids.join(',')), { descrizione: 'Mai', data_validita: inDays(2) });
    expect(late).toMatchObject({ status: 422, errors: { data_validita: expect.any(String) } });
    expect(await demo.count("oggetto_documento where descrizione = 'Mai'")).toBe(0);
  });

  it('refuses forbidden changes, and a missing folder', async () => {
    const id = await uploaded(admin, 'fermo.pdf');
    const quiet = await admin.put(path(String(id)), {
      nome_file_originale: 'altro.pdf',
      hash: 'x',
      dimensione: 1,
    });
    expect(quiet.data).toMatchObject({ nome_file_originale: 'fermo.pdf', versione: 1 });
    expect((await admin.put(path(String(id)), { inventato: 1 })).status).toBe(422);
    expect((await admin.put(path(String(id)), { idCartella: 2147483647 })).status).toBe(422);
    expect((await admin.put(path(String(id)), { id_oggetto: asset + 1 })).status).toBe(422);
    expect((await admin.put(path('1,x'), {})).status).toBe(400);
  });

  it('with an old version is a conflict', async () => {
    const id = await uploaded(admin, 'gara.pdf');
    expect((await admin.put(path(String(id)), { descrizione: 'uno', versione: 1 })).status).toBe(200);
    expect(await admin.put(path(String(id)), { descrizione: 'due', versione: 1 })).toMatchObject({
      status: 409,
    });
  });
});

describe('a user who did not upload a document', () => {
  const refusal = {
    status: 403,
    description:
      'Si possono modificare ed eliminare solo i documenti caricati di persona. Rivolgersi a un amministratore.',
  };

  it('cannot change it as a technician or requester [doc-own-only]', async () => {
    const id = await uploaded(admin, 'altrui.pdf');
    for (const client of [technician, reporter]) {
      const sent = await client.put(path(String(id)), { descrizione: 'mia' }, { language: 'it' });
      expect(sent).toMatchObject(refusal);
      expect(await client.del(path(String(id)), { language: 'it' })).toMatchObject(refusal);
    }
    const mine = await uploaded(technician, 'mio.pdf');
    const both = await technician.put(path(`${mine},${id}`), { descrizione: 'mie' }, { language: 'it' });
    expect(both).toMatchObject(refusal);
    expect(await demo.count("oggetto_documento where descrizione in ('mia', 'mie')")).toBe(0);
  });

  it('can change and delete their own [doc-own-only]', async () => {
    for (const client of [technician, reporter]) {
      const id = await uploaded(client, 'proprio.pdf');
      expect((await client.put(path(String(id)), { descrizione: 'mia' })).status).toBe(200);
      expect((await client.del(path(String(id)))).status).toBe(200);
      expect((await client.get(path(String(id)))).status).toBe(404);
    }
  });

  it('changes and deletes any, being an admin [doc-own-only]', async () => {
    const supervisor = await demo.as('SUPER');
    for (const client of [admin, supervisor]) {
      const id = await uploaded(technician, 'del tecnico.pdf');
      expect((await client.put(path(String(id)), { descrizione: 'rivisto' })).status).toBe(200);
      expect((await client.del(path(String(id)))).status).toBe(200);
    }
  });
});

describe('the cover image', () => {
  const covers = async () =>
    (await admin.get(path('?isCopertina=1'))).data.documenti.map(({ id }: { id: number }) => id);

  it('is one per record: a new one replaces the old one [doc-cover-one]', async () => {
    const first = (
      await send(admin, path(`?idCartella=${folder}&is_immagine_copertina=1`), [['1.png', png(1)]])
    ).data.id;
    expect(await covers()).toEqual([first]);
    const second = (
      await send(admin, path(`?idCartella=${folder}&is_immagine_copertina=1`), [['2.png', png(2)]])
    ).data.id;
    expect(await covers()).toEqual([second]);
    expect((await admin.put(path(String(first)), { is_immagine_copertina: 1 })).status).toBe(200);
    expect(await covers()).toEqual([first]);
    const history = await admin.get(`/oggetto/documento/${second}/storico`);
    expect(history.data[0].modifiche).toEqual([{ campo: 'is_immagine_copertina', da: 1, a: 0 }]);
  });

  it('stays one when many are set at once [doc-cover-one]', async () => {
    await Promise.all(
      Array.from({ length: 6 }, async (_, index) =>
        send(admin, path(`?idCartella=${folder}&is_immagine_copertina=1`), [
          [`g${index}.png`, png(40 + index)],
        ]),
      ),
    );
    expect(await covers()).toHaveLength(1);
  });

  it('is one file, and a picture [doc-cover-one]', async () => {
    const two = await send(admin, path(`?idCartella=${folder}&is_immagine_copertina=1`), [
      ['1.png', png(11)],
      ['2.png', png(12)],
    ]);
    const sentence = 'È ammesso un solo file come immagine di copertina';
    expect(two).toMatchObject({ status: 422, errors: { is_immagine_copertina: sentence } });
    const text = await send(admin, path(`?idCartella=${folder}&is_immagine_copertina=1`), [
      ['a.pdf', SAMPLES.pdf],
    ]);
    expect(text).toMatchObject({ status: 422, errors: { is_immagine_copertina: expect.any(String) } });
    const ids = [await uploaded(admin, 'u.png', png(13)), await uploaded(admin, 'v.png', png(14))];
    const many = await admin.put(path(ids.join(',')), { is_immagine_copertina: 1 }, { language: 'it' });
    expect(many).toMatchObject({ status: 422, errors: { is_immagine_copertina: sentence } });
  });

  it('exists for assets and spare parts, not for warehouses [doc-cover-entities]', async () => {
    const part = await addRecord(demo, 'ricambio', 'DOC-P');
    const shelf = await demo.idOf('ricambio/documento/cartella', { nome: 'Foto' });
    const photo = png(77);
    const query = `?idCartella=${shelf}&is_immagine_copertina=1`;
    expect((await send(admin, `/ricambio/${part}/documento/${query}`, [['foto.png', photo]])).status).toBe(
      200,
    );
    const { data } = await technician.get(`/ricambio/immagini-copertina/?idsRicambi=${part},2147483647`);
    expect(data).toMatchObject([
      { id_ricambio: part, content_type: 'image/png', contenuto: photo.toString('base64') },
    ]);
    const light = await technician.get(`/ricambio/immagini-copertina/?idsRicambi=${part}&includeData=0`);
    expect(light.data).toMatchObject([{ id_ricambio: part, contenuto: null, url: expect.any(String) }]);
    expect((await technician.get('/ricambio/immagini-copertina/?idsRicambi=a')).status).toBe(400);

    const warehouse = await addRecord(demo, 'magazzino', 'DOC-W');
    const drawer = await demo.idOf('magazzino/documento/cartella', { nome: 'Foto' });
    const flagged = `/magazzino/${warehouse}/documento/?idCartella=${drawer}&is_immagine_copertina=1`;
    expect((await send(admin, flagged, [['foto.png', photo]])).status).toBe(422);
    expect((await admin.get('/magazzino/immagini-copertina/?idsMagazzini=1')).status).not.toBe(200);
  });
});

describe('a content that differs from the stored one', () => {
  it('is refused with a message, and never returned', async () => {
    const id = await uploaded(admin, 'rovinato.pdf', pdf('rovinato'));
    const place = join(demo.folder, 'files', keyOf(await hashOf(id)));
    writeFileSync(place, 'altro');
    for (const call of [String(id), `${id}/file`]) {
      const answer = await admin.get(path(call), { language: 'it' });
      expect(answer).toMatchObject({
        status: 422,
        result: -1,
        description: expect.stringContaining('danneggiato'),
      });
    }
    rmSync(place);
    expect(await admin.get(path(String(id)))).toMatchObject({
      status: 404,
      description: expect.stringMatching(/\w/),
    });
    // A new upload of the same content repairs every document that uses it.
    await uploaded(admin, 'di nuovo.pdf', pdf('rovinato'));
    expect((await admin.get(path(String(id)))).status).toBe(200);
  });
});

describe('a folder', () => {
  it('in use is not deleted, and an empty one is', async () => {
    const made = await admin.post('/oggetto/documento/cartella', { nome: 'Collaudi' });
    const answer = await send(admin, path(`?idCartella=${made.data.id}`), [['c.pdf', pdf('c')]]);
    expect((await admin.put(`/oggetto/documento/cartella/${made.data.id}`, { nome: 'Prove' })).status).toBe(
      200,
    );
    expect((await admin.get(path(String(answer.data.id)))).data.cartella).toBe('Prove');
    expect(await admin.del(`/oggetto/documento/cartella/${made.data.id}`, { language: 'it' })).toMatchObject({
      status: 409,
      description: expect.stringContaining("1 documento dell'oggetto"),
    });
    expect((await admin.del(path(String(answer.data.id)))).status).toBe(200);
    expect((await admin.del(`/oggetto/documento/cartella/${made.data.id}`)).status).toBe(200);
    for (const client of [technician, await demo.as('SUPER')])
      expect((await client.post('/oggetto/documento/cartella', { nome: 'Mia' })).status).toBe(403);
  });
});

describe('the limit of the licence', () => {
  it('refuses a file that exceeds the limit, and shows it on the information page', async () => {
    const { rows: sizes } = await demo.database.query<{ n: number }>(
      'select pg_database_size(current_database()) as n',
    );
    await demo.database.query('update licenza set max_space_disk = $1', [sizes[0]!.n + 1000]);
    try {
      const [before, disk] = [await rows(), filesOnDisk(demo)];
      const answer = await send(admin, path(`?idCartella=${folder}`), [['a.txt', Buffer.alloc(50_000, 98)]]);
      expect(answer).toMatchObject({ status: 422, description: expect.stringContaining('licenza') });
      expect(await rows()).toBe(before);
      expect(filesOnDisk(demo).filter((name) => name.includes('-'))).toEqual([]);
      expect(disk.length).toBeLessThanOrEqual(filesOnDisk(demo).length);
      expect((await admin.get('/info/licenza')).data.spazio_libero_perc).toBe(0);
    } finally {
      await demo.database.query('update licenza set max_space_disk = null');
    }
  });
});
