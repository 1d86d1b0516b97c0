/** The job report: signers, contents, created once, and verifiable by anyone. */
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { hashesInUse } from '../../../server/capabilities/documents/space.ts';
import { readPdf } from '../../files/pdf.ts';
import { formOf, png, SAMPLES } from '../../files/sample-files.ts';
import { drawn } from '../../files/signature.ts';
import { send } from '../documents/records.ts';
import type { Client } from '../plant/plant.ts';
import { type Works, works } from './works.ts';

let plant: Works;
let closing: number;
beforeAll(async () => {
  plant = await works();
  closing = await plant.demo.idOf('stato', { codice: 'CH' });
  await plant.demo.database.query('update controllo set canc = 1');
  await plant.demo.database.query('update stato set richiedi_firma_rapportino = 1 where id = $1', [closing]);
});
afterAll(() => plant.close());

const sign = async (
  odl: number,
  picture = drawn(),
  { who = plant.admin, tipo = 'tecnico', query = '' } = {},
) =>
  who.send('POST', `/rapportini/firme/${tipo}/odl/${odl}${query}`, {
    language: 'it',
    ...(await formOf([['firma.png', picture]], 'signature')),
  });
const signed = async (odl: number, tipo = 'tecnico'): Promise<Row> =>
  (await plant.admin.get(`/rapportini/firme/${tipo}/odl/${odl}`)).data;
const generate = (
  odl: number,
  { who = plant.admin as Client, query = '', language = 'it' as 'it' | 'en' } = {},
) => who.post(`/rapportini/odl/${odl}/stato/${closing}${query}`, {}, { language });
/** An intervention whose next state is closing. */
const inHand = (more: Row = {}): Promise<number> => plant.order({ state: 'IC', ...more });
const setting = async (codice: string, valore: string) => {
  const id = await plant.demo.idOf('parametro', { codice });
  expect((await plant.admin.put(`/parametro/${id}`, { valore })).status).toBe(200);
};
const fileOf = async (odl: number, document: number): Promise<Buffer> =>
  Buffer.from((await plant.admin.get(`/odl/${odl}/documento/${document}`)).data.contenuto, 'base64');
/** Without spaces, because words are drawn one by one. */
const textOf = (file: Buffer): string =>
  readPdf(file)
    .flatMap(({ texts }) => texts)
    .join('')
    .replaceAll(/\s/g, '');

it("is in the reader's language, with the names of organisation and department", async () => {
  const odl = await inHand();
  await plant.demo.database.query(
    `update organizzazione set traduzioni = '{"en": "Named plant"}' where id =
       (select a.id_organizzazione from odl t join oggetto a on a.id = t.id_oggetto where t.id = $1)`,
    [odl],
  );
  const placeIn = async (language: 'it' | 'en'): Promise<string> => {
    const { data } = await plant.admin.get(`/rapportini/odl/${odl}/contenuto`, { language });
    const [facts] = data.contenuto;
    return facts.righe.find((row: Row) => row.chiave === 'organizzazione').valore;
  };
  expect(await placeIn('en')).toMatch(/^Named plant/);
  expect(await placeIn('it')).not.toContain('Named plant');
});

describe('a signature', () => {
  it('is a drawn PNG, saved, shown and removed [report-png, report-signature-redo, report-success]', async () => {
    const odl = await plant.order();
    expect(await signed(odl)).toMatchObject({ tipo: 'tecnico', contenuto: null });
    const saved = await sign(odl);
    expect(saved).toMatchObject({ status: 200, description: 'Firma salvata correttamente' });
    expect(await signed(odl)).toMatchObject({
      contenuto: drawn().toString('base64'),
      nome: 'Giulia Marchetti',
    });
    expect((await plant.admin.get(`/odl/${odl}`)).data).toMatchObject({
      is_firmato_tecnico: 1,
      is_firmato_segnalatore: 0,
    });
    const again = await sign(odl, drawn(200, 100), { query: '?nome=Luca%20Ferri' });
    expect(again.data).toMatchObject({ nome: 'Luca Ferri' });
    const hash = createHash('sha256').update(drawn(200, 100)).digest('hex');
    expect((await hashesInUse(plant.demo.database, plant.demo.schemas)).has(hash)).toBe(true);
    expect((await plant.admin.del(`/rapportini/firme/tecnico/odl/${odl}`)).status).toBe(200);
    expect((await plant.admin.del(`/rapportini/firme/tecnico/odl/${odl}`)).status).toBe(404);
    expect((await plant.admin.get(`/rapportini/firme/capo/odl/${odl}`)).status).toBe(404);
  });

  it('that is none is refused [report-signature-empty]', async () => {
    const odl = await plant.order();
    const errorOf = async (picture: Buffer) => {
      const { status, errors, description } = await sign(odl, picture);
      return [status, errors?.signature ?? description];
    };
    expect(await errorOf(drawn(1, 1))).toEqual([422, "L'immagine della firma è troppo piccola"]);
    expect(await errorOf(drawn(400, 19))).toEqual([422, "L'immagine della firma è troppo piccola"]);
    expect(await errorOf(png(200, 60))).toEqual([422, 'Inserire la firma']);
    expect(await errorOf(Buffer.from('no picture at all'))).toEqual([
      415,
      "La firma deve essere un'immagine PNG.",
    ]);
    expect(await errorOf(drawn().subarray(0, 80))).toEqual([415, "La firma deve essere un'immagine PNG."]);
    expect((await errorOf(Buffer.alloc(20 * 1024 * 1024)))[0]).toBe(413);
    expect((await errorOf(Buffer.alloc(0)))[0]).toBe(422);
    expect(await plant.demo.count(`rapportini_firme where id_odl = ${odl}`)).toBe(0);
  });

  it('is for users who may change the intervention, and its requester for their own signature', async () => {
    const { RIFTEC, RESP } = plant.people;
    const [others, working] = [
      await plant.order({ id_tecnico: plant.ids.SUADMIN }),
      await plant.order({ state: 'IC', id_tecnico: plant.ids.SUADMIN }),
    ];
    expect((await sign(others, drawn(), { who: RIFTEC })).status).toBe(403);
    expect((await sign(working, drawn(), { who: RESP })).status).toBe(403);
    const own = await sign(working, drawn(), { who: RESP, tipo: 'segnalatore' });
    expect(own.data).toMatchObject({ tipo: 'segnalatore', nome: 'Anna Conti' });
  });
});

describe('a job report', () => {
  it('needs the mandatory signatures [report-signature-modes, report-generate-disabled]', async () => {
    const odl = await inHand();
    await setting('RappFirmaTecnico', '2');
    await setting('RappFirmaSegnalatore', '2');
    expect((await generate(odl)).description).toMatch(/Servono le firme del tecnico e del segnalatore/);
    await sign(odl);
    expect((await generate(odl)).description).toMatch(/Serve la firma del segnalatore/);
    await setting('RappFirmaSegnalatore', '1');
    expect(await generate(odl)).toMatchObject({
      status: 200,
      description: 'Rapportino generato correttamente',
    });
    await setting('RappFirmaTecnico', '1');
  });

  it('contains the work done, in the language of its author [report-pdf]', async () => {
    const { admin } = plant;
    const odl = await inHand({ descrizione: 'Perché è così: €, ≤ 5°', note: 'Già fatto' });
    const voce = (await admin.post('/checklist/voce/', { descrizione: 'Controllo olio' })).data.id;
    const list = (await admin.post('/checklist/', { descrizione: 'Del rapportino' })).data.id;
    await admin.post('/checklist/relazione/', { id_checklist: list, id_voce: voce, obbligatoria: '1' });
    await admin.put(`/odl/${odl}`, { id_checklist: list });
    const [item] = (await admin.get(`/odl/${odl}/checklist/`)).data;
    await admin.put(`/odl/${odl}/checklist/${item.id}`, { checked: 1, note: 'Livello giusto' });
    const [part, warehouse] = [await plant.part(), await plant.warehouse()];
    await plant.move(part, warehouse, 5);
    await admin.post(`/odl/${odl}/ricambio/`, {
      id_ricambio: part,
      quantita: -2,
      id_magazzino: warehouse,
      ubicazione_lotto: '-',
      id_ubicazione: null,
    });
    const tipo = await plant.demo.idOf('costo/tipo-costo', { descrizione: 'Manodopera' });
    const cost = { tipo, quantita: 2, costo: 30 };
    await admin.post(`/odl/${odl}/costo/`, { ...cost, descrizione: 'Ore di lavoro', flag: 1 });
    await admin.post(`/odl/${odl}/costo/`, { ...cost, descrizione: 'Segreto aziendale', flag: 2 });
    const photos = await plant.demo.idOf('odl/documento/cartella', { nome: 'Foto' });
    await send(admin, `/odl/${odl}/documento/?idCartella=${photos}&descrizione=Il%20guasto`, [
      ['a.png', png()],
    ]);
    await sign(odl, drawn(), { query: '?nome=Zoë%20Ruș' });

    const { data } = await generate(odl, { query: '?foto=1' });
    const file = await fileOf(odl, data.id);
    const pages = readPdf(file);
    expect(pages[0]).toMatchObject({ width: 612, height: 792 });
    const text = textOf(file);
    for (const expected of [
      'Rapportino di intervento',
      'Perché è così: €, ≤ 5°',
      'Già fatto',
      'Controllo olio',
      'Livello giusto',
      'Ore di lavoro',
      'Il guasto',
      'Zoë Ruș',
      'Non firmato',
      `Pagina 1 di ${pages.length}`,
      data.codice,
    ])
      expect(text, expected).toContain(expected.replaceAll(' ', ''));
    expect(text).not.toContain('Segreto');
    expect(text).toMatch(/60,00/);
    const { documenti } = (await admin.get(`/odl/${odl}/documento/`)).data;
    expect(documenti.find((one: Row) => one.id === data.id)).toMatchObject({
      cartella: 'Rapportini',
      content_type: 'application/pdf',
      docType: 'ODL',
    });
  });

  it('is created without photos that cannot be printed', async () => {
    const odl = await inHand();
    const folder = await plant.demo.idOf('odl/documento/cartella', { nome: 'Foto' });
    const broken = Buffer.from([
      0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
    ]);
    const uploaded = await send(plant.admin, `/odl/${odl}/documento/?idCartella=${folder}`, [
      ['rotta.jpg', broken],
    ]);
    expect(uploaded.status, uploaded.description).toBe(200);
    const refused = await generate(odl, { query: '?foto=1' });
    expect(refused).toMatchObject({ status: 422, description: expect.stringMatching(/senza foto/) });
    expect((await generate(odl)).status).toBe(200);
  });

  it('is created with the logo of the plant, and without one that cannot be drawn', async () => {
    const logo = join(plant.demo.folder, 'logo.svg');
    for (const svg of [
      '<svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
    ]) {
      writeFileSync(logo, svg);
      const odl = await inHand();
      const { status, data } = await generate(odl);
      expect(status).toBe(200);
      expect(textOf(await fileOf(odl, data.id))).toContain('Rapportino');
    }
    rmSync(logo);
  });

  it('is created once per change of state, and again for the next', async () => {
    const odl = await inHand();
    const answers = await Promise.all(Array.from({ length: 4 }, () => generate(odl)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await plant.demo.count(`odl_documento where id_odl = ${odl}`)).toBe(1);
    const first = answers[0]!.data;
    expect((await plant.admin.del(`/odl/${odl}/documento/${first.id}`)).status).toBe(409);
    const move = async (codice: string) => {
      const id_stato = await plant.demo.idOf('stato', { codice });
      const answer = await plant.admin.put(`/odl/${odl}`, { id_stato });
      expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200, result: 0 });
    };
    await move('CH');
    expect((await generate(odl)).data).toEqual(first);
    await plant.demo.database.query(
      `insert into stato_struttura (id_stato_padre, id_stato, id_ruolo, id_tipo_intervento)
       select a.id, b.id, -1, -1 from stato a, stato b where a.codice = 'CH' and b.codice = 'IC'
       on conflict do nothing`,
    );
    await move('IC');
    const second = (await generate(odl)).data;
    expect(second).toMatchObject({ passaggio: 2 });
    expect(second.id).not.toBe(first.id);
  });

  it('is required before a state with that flag, and then allows it [report-11, report-state-flag]', async () => {
    const odl = await inHand();
    const change = () => plant.admin.put(`/odl/${odl}`, { id_stato: closing }, { language: 'it' });
    expect(await change()).toMatchObject({ status: 200, result: -11 });
    expect((await generate(odl)).status).toBe(200);
    expect(await change()).toMatchObject({ status: 200, result: 0 });
  });

  it('requires an intervention that the user may change, and an existing state', async () => {
    const others = await plant.order({ id_tecnico: plant.ids.SUADMIN });
    expect((await generate(others, { who: plant.people.RIFTEC })).status).toBe(403);
    expect((await generate(2_147_483_647)).status).toBe(404);
    expect((await plant.admin.post(`/rapportini/odl/${others}/stato/2147483647`, {})).status).toBe(404);
  });

  it('requires a state that needs one and that the user could enter', async () => {
    const { demo, people, admin } = plant;
    const odl = await plant.order({ id_tecnico: plant.ids.RIFTEC });
    const [suspended, invoiced] = [
      await demo.idOf('stato', { codice: 'SO' }),
      await demo.idOf('stato', { codice: 'FA' }),
    ];
    const at = (state: number, language: 'it' | 'en' = 'it') =>
      people.RIFTEC.post(`/rapportini/odl/${odl}/stato/${state}`, {}, { language });
    expect(await at(suspended)).toMatchObject({
      status: 422,
      description: 'Lo stato Sospeso non richiede un rapportino.',
    });
    await demo.database.query('update stato set richiedi_firma_rapportino = 1 where id = $1', [invoiced]);
    const refusal = 'The job report cannot be generated: you cannot move the intervention to the state';
    expect((await at(invoiced, 'en')).description).toBe(`${refusal} Invoiced from here.`);
    expect((await at(closing, 'en')).description).toBe(`${refusal} Closed from here.`);
    await demo.database.query('update stato set richiedi_firma_rapportino = 0 where id = $1', [invoiced]);
    expect(await demo.count(`rapportini where id_odl = ${odl}`)).toBe(0);
    await admin.put(`/odl/${odl}`, { id_stato: await demo.idOf('stato', { codice: 'IC' }) });
    expect((await at(closing)).status).toBe(200);
  });

  it('is announced by the next states until it exists, also for the current state [I6]', async () => {
    const odl = await inHand({ id_tecnico: plant.ids.RIFTEC });
    const unmade = async (who: Client) =>
      ((await who.get(`/stato/?idOdl=${odl}`)).data as Row[])
        .filter(({ rapportino_da_generare }) => rapportino_da_generare === 1)
        .map(({ codice }) => codice);
    expect(await unmade(plant.people.RIFTEC)).toEqual(['CH']);
    expect(await unmade(plant.people.RESP)).toEqual([]);
    await setting('RappValidCambioStat', '0');
    expect((await plant.admin.put(`/odl/${odl}`, { id_stato: closing })).result).toBe(0);
    await setting('RappValidCambioStat', '1');
    expect(await unmade(plant.people.RIFTEC)).toEqual([]);
    expect(await unmade(plant.admin)).toEqual(['CH']);
    expect((await generate(odl)).status).toBe(200);
    expect(await unmade(plant.admin)).toEqual([]);
  });

  it('describes the intervention as the state will leave it, with times if the list shows them [dates-timestamp-param]', async () => {
    const odl = await inHand();
    const { data } = await generate(odl);
    const text = textOf(await fileOf(odl, data.id));
    expect(text).toContain('StatoChiuso');
    expect(text).toMatch(/Fineintervento\d\d\/\d\d\/\d{4}/);
    const withHour = /Fineintervento\d\d\/\d\d\/\d{4}\d\d:\d\d/;
    expect(text).not.toMatch(withHour);
    const exported = async (): Promise<string> => {
      const { data: csv } = await plant.admin.get(`/odl/csv/`);
      return Buffer.from(csv, 'base64').toString();
    };
    expect(await exported()).not.toMatch(/\d{4} 09:00/);
    await setting('OdlConTimestamp', '1');
    const timed = await inHand();
    expect(textOf(await fileOf(timed, (await generate(timed)).data.id))).toMatch(withHour);
    expect(await exported()).toMatch(/\d{4} 09:00/);
    await setting('OdlConTimestamp', '0');
    expect((await plant.admin.get(`/odl/${odl}`)).data).toMatchObject({ cod_stato: 'IC', data_fine: null });
  });

  it('has no field for a signature that is not required [report-signature-modes]', async () => {
    const textWith = async (technician: string, reporter: string): Promise<string> => {
      const odl = await inHand();
      await sign(odl);
      await setting('RappFirmaTecnico', technician);
      await setting('RappFirmaSegnalatore', reporter);
      return textOf(await fileOf(odl, (await generate(odl)).data.id));
    };
    const one = await textWith('0', '1');
    expect(one).not.toContain('Firmadeltecnico');
    expect(one).toContain('Firmadelsegnalatore');
    expect(await textWith('0', '0')).not.toContain('Firm');
    expect(await textWith('1', '1')).toContain('Firmadeltecnico');
  });

  it('shows how many photos it omits, and why', async () => {
    const odl = await inHand();
    const folder = await plant.demo.idOf('odl/documento/cartella', { nome: 'Foto' });
    const photos = Array.from({ length: 26 }, (_, index): [string, Buffer] => [`${index}.png`, png(index)]);
    for (const one of [...photos, ['x.heic', SAMPLES.heic] as [string, Buffer]])
      expect((await send(plant.admin, `/odl/${odl}/documento/?idCartella=${folder}`, [one])).status).toBe(
        200,
      );
    await plant.demo.database.query(
      "update odl_documento set dimensione = 9000000 where id_odl = $1 and nome_file_originale = '0.png'",
      [odl],
    );
    const { data } = await generate(odl, { query: '?foto=1' });
    expect(textOf(await fileOf(odl, data.id))).toContain(
      'Foto non stampate: 3 (di un formato diverso da PNG e JPEG: 1; più grandi di 8 MB: 1; oltre le prime 24: 1)'.replaceAll(
        ' ',
        '',
      ),
    );
  });

  it('can be checked by anyone who has it', async () => {
    const odl = await inHand();
    const { data } = await generate(odl, { language: 'en' });
    const file = await fileOf(odl, data.id);
    expect(textOf(file)).toContain('Jobreport');
    const nobody = await plant.demo.as('nobody');
    const path = `/rapportini/verifica/${data.codice}`;
    const check = (bytes: Buffer, at = path) =>
      nobody.post(at, { hash: createHash('sha256').update(bytes).digest('hex') });
    expect((await nobody.get(path)).data).toEqual({ esiste: 1 });
    expect((await check(file)).data).toEqual({ esiste: 1, corrisponde: 1 });
    expect((await check(file, path.toLowerCase().replace('-', ''))).data).toMatchObject({ corrisponde: 1 });
    expect((await check(Buffer.concat([file, Buffer.from(' ')]))).data).toEqual({
      esiste: 1,
      corrisponde: 0,
    });
    expect((await nobody.post(path, { hash: 'x' })).status).toBe(422);
    const guesses = await Promise.all(
      Array.from({ length: 25 }, () => nobody.get('/rapportini/verifica/AAAAA-AAAAA')),
    );
    expect(guesses.map(({ status }) => status)).toEqual([...Array(20).fill(404), ...Array(5).fill(429)]);
  });
});

describe('the fields of a report', () => {
  it('are those of the class, with their values as texts [report-field-choices]', async () => {
    const { admin } = plant;
    const [id_classe_intervento, id_classe_oggetto] = [
      await plant.demo.idOf('odl/classe', { codice: 'MEC' }),
      Number((await plant.one('select id_classe from oggetto where id = $1', [plant.machine])).id_classe),
    ];
    const field = async (path: string, row: Row) =>
      expect((await admin.post(path, row)).status, JSON.stringify(row)).toBe(200);
    await field('/odl/campo/', {
      id_classe: id_classe_intervento,
      campo_tabella: 'campo_date5',
      label: 'Prova il',
    });
    await field('/oggetto/campo/', {
      id_classe: id_classe_oggetto,
      campo_tabella: 'campo_str9',
      label: 'Targa',
    });
    await plant.demo.database.query('delete from camporeport where id_classe_intervento = $1', [
      id_classe_intervento,
    ]);
    const addField = (row: Row) => field('/camporeport/', { id_classe_intervento, provenienza: 1, ...row });
    await addField({ campo: 'data_ordine', ordine: 2 });
    await addField({ campo: 'totale', ordine: 9, label: 'Costo' });
    await addField({ campo: 'campo_date5', ordine: 1 });
    await addField({ provenienza: 2, id_classe_oggetto, campo: 'campo_str9', ordine: 3 });
    await plant.demo.database.query("update oggetto set campo_str9 = 'AB 123' where id = $1", [
      plant.machine,
    ]);
    const odl = await plant.order({ id_classe_intervento, campo_date5: '2026-03-29' });
    const tipo = await plant.demo.idOf('costo/tipo-costo', { descrizione: 'Manodopera' });
    await admin.post(`/odl/${odl}/costo/`, { descrizione: 'x', tipo, quantita: 1, costo: 10, flag: 1 });
    await admin.post(`/odl/${odl}/costo/`, { descrizione: 'y', tipo, quantita: 1, costo: 2.5, flag: 2 });
    const read = async (who: Client) =>
      ((await who.get(`/odl/${odl}/camporeport/`, { language: 'it' })).data as Row[]).map(
        ({ label, valore }) => `${label}: ${valore}`.replaceAll(/\s+/g, ' '),
      );
    expect(await read(admin)).toEqual([
      'Prova il: 29/03/2026',
      'Data prevista: 10/03/2026',
      'Targa: AB 123',
      'Costo: 12,50 €',
    ]);
    expect((await read(plant.people.RESP)).at(-1)).toBe('Costo: 10,00 €');
    expect((await admin.get(`/odl/${odl}`)).data).toMatchObject({
      totale: 12.5,
      totale_attivo: 10,
      totale_passivo: 2.5,
    });
    const { data } = await plant.people.RIFTEC.get(`/odl/${odl}`);
    expect(data).toMatchObject({ totale_attivo: 10 });
    expect(data).not.toHaveProperty('totale');
    expect(data).not.toHaveProperty('totale_passivo');
  });
});

describe('the downloaded report', () => {
  it('contains what each user may read, with the report fields, and is not signed', async () => {
    const { admin, demo } = plant;
    const odl = await plant.order({ id_tecnico: plant.ids.RIFTEC });
    await demo.database.query("update odl set codice = 'ODL-R/1', descrizione = 'Perdita: €' where id = $1", [
      odl,
    ]);
    const tipo = await demo.idOf('costo/tipo-costo', { descrizione: 'Manodopera' });
    for (const [descrizione, flag] of [
      ['Ore di lavoro', 1],
      ['Segreto aziendale', 2],
    ])
      await admin.post(`/odl/${odl}/costo/`, { tipo, quantita: 2, costo: 30, descrizione, flag });
    const download = async (who: 'SUADMIN' | 'RIFTEC', language: 'it' | 'en') => {
      const reply = await demo.app.server.inject({
        url: `/api/cmms/odl/${odl}/report`,
        headers: { authorization: `Bearer ${await demo.token(who)}`, 'accept-language': language },
      });
      expect(reply).toMatchObject({ statusCode: 200 });
      expect(reply.headers['content-type']).toBe('application/pdf');
      expect(String(reply.headers['content-disposition'])).toContain('ODL-R-1');
      return textOf(reply.rawPayload);
    };
    const whole = await download('SUADMIN', 'it');
    for (const expected of [
      'Report di intervento',
      'Perdita: €',
      'Ore di lavoro',
      'Segreto aziendale',
      '120,00',
    ])
      expect(whole, expected).toContain(expected.replaceAll(' ', ''));
    expect(whole).not.toContain('Firme');
    expect(whole).not.toContain('Verifica');
    const partly = await download('RIFTEC', 'en');
    expect(partly).toContain('Interventionreport');
    expect(partly).toContain('Oredilavoro');
    expect(partly).not.toContain('Segreto');
    expect(await demo.count(`odl_documento where id_odl = ${odl}`)).toBe(0);
  });

  it('is not available to users who do not see the intervention', async () => {
    const far = await plant.demo.idOf('oggetto', { codice: 'PAR-L1' });
    const odl = await plant.order({ id_oggetto: far });
    expect((await plant.people.RESP.get(`/odl/${odl}/report`)).status).toBe(404);
  });
});
