/** Custom fields of the kind file, filled and emptied by their own calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdf, png, REFUSED, SAMPLES } from '../../files/sample-files.ts';
import { type Answer, type Client, type Plant, plant } from '../plant/plant.ts';
import { addRecord, send } from './records.ts';

let demo: Plant;
let admin: Client;
let technician: Client;
let folder: number;
let classId: number;

const FIELDS = {
  certificate: 'campo_file1',
  optional: 'campo_file2',
  fixed: 'campo_file3',
  secret: 'campo_file4',
};

async function define(campo_tabella: string, more: object): Promise<void> {
  const body = { id_classe: classId, campo_tabella, label: campo_tabella, id_cartella: folder, ...more };
  const answer = await admin.post('/oggetto/campo', body);
  expect(answer, JSON.stringify(answer.errors)).toMatchObject({ status: 200 });
}

beforeAll(async () => {
  demo = await plant();
  [admin, technician] = [await demo.as('SUADMIN'), await demo.as('RIFTEC')];
  folder = await demo.idOf('oggetto/documento/cartella', { nome: 'Certificati' });
  const asset = await addRecord(demo, 'oggetto', 'FIELD-0');
  classId = (await admin.get(`/oggetto/${asset}`)).data.id_classe;
  await demo.database.query("delete from oggetto_campo where campo_tabella like 'campo_file%'");
  await define(FIELDS.certificate, { obbligatorio: 1 });
  await define(FIELDS.optional, { obbligatorio: 0 });
  await define(FIELDS.fixed, { obbligatorio: 0, editabile: 0 });
  await define(FIELDS.secret, { obbligatorio: 0, visibile_tecnico: 0, visibile_segnalatore: 0 });
});
afterAll(() => demo.close());

let made = 0;
const record = (): Promise<number> => addRecord(demo, 'oggetto', `FIELD-${++made}`);
const fill = (id: number, field: string, bytes = pdf('campo'), client = admin): Promise<Answer> =>
  send(client, `/oggetto/${id}/campo-file/${field}/`, [['certificato.pdf', bytes]], 'files');
const empty = (id: number, field: string, client = admin): Promise<Answer> =>
  client.del(`/oggetto/${id}/campo-file/${field}/`, { language: 'it' });
const documents = async (id: number) => (await admin.get(`/oggetto/${id}/documento/`)).data.documenti;
const campo = async (id: number, field: string) =>
  (await admin.get(`/oggetto/${id}`)).data.campi.find(
    (one: { campo_tabella: string }) => one.campo_tabella === field,
  );

describe('filling a file field', () => {
  it('makes a document in the folder of the definition, and names it on the record [custom-file-calls]', async () => {
    const id = await record();
    const answer = await fill(id, FIELDS.certificate);
    expect(answer).toMatchObject({ status: 200, data: { id_documento: expect.any(Number), versione: 2 } });
    const { id_documento: document } = answer.data;
    expect(await campo(id, FIELDS.certificate)).toMatchObject({
      id_documento: document,
      valore: 'certificato.pdf',
    });
    expect(await documents(id)).toMatchObject([
      {
        id: document,
        id_cartella: folder,
        campo_tabella: FIELDS.certificate,
        nome_file_originale: 'certificato.pdf',
      },
    ]);
    expect((await admin.get(`/oggetto/${id}/storico`)).data[0]).toMatchObject({
      operazione: 'update',
      modifiche: [{ campo: FIELDS.certificate, da: null, a: document }],
    });
  });

  it('again puts the new file in place of the old [custom-file-calls]', async () => {
    const id = await record();
    const first = (await fill(id, FIELDS.optional, pdf('uno'))).data.id_documento;
    const second = (await fill(id, FIELDS.optional, pdf('due'))).data.id_documento;
    expect((await documents(id)).map((one: { id: number }) => one.id)).toEqual([second]);
    expect((await admin.get(`/oggetto/documento/${first}/storico`)).status).toBe(404);
    expect((await admin.get(`/oggetto/${id}`)).data.versione).toBe(3);
  });

  it('among the documents does the same, when the field is named [custom-file-calls]', async () => {
    const id = await record();
    const path = `/oggetto/${id}/documento/?campo_tabella=${FIELDS.optional}&descrizione=Collaudo`;
    const answer = await send(admin, path, [['c.pdf', SAMPLES.pdf]]);
    expect(answer.data).toMatchObject({
      campo_tabella: FIELDS.optional,
      id_cartella: folder,
      descrizione: 'Collaudo',
    });
    expect(await campo(id, FIELDS.optional)).toMatchObject({ id_documento: answer.data.id });
    const two = await send(admin, path, [
      ['a.pdf', pdf('a')],
      ['b.pdf', pdf('b')],
    ]);
    expect(two.status).toBe(422);
    expect((await send(technician, path, [['c.pdf', SAMPLES.pdf]])).status).toBe(403);
  });

  it.each([
    ['that is no file field', 'campo_str1', 404],
    ['that is no field', 'codice', 404],
    ['that no definition names', 'campo_file5', 404],
    ['for reading only', FIELDS.fixed, 422],
  ])('is refused for one %s', async (_name, field, status) => {
    const id = await record();
    expect((await fill(id, field)).status).toBe(status);
    expect((await empty(id, field)).status).toBe(status);
    expect(await documents(id)).toEqual([]);
  });

  it('is refused without write access to the record', async () => {
    const id = await record();
    expect((await fill(id, FIELDS.optional, pdf('x'), technician)).status).toBe(403);
    expect((await empty(id, FIELDS.optional, technician)).status).toBe(403);
  });

  it('accepts the same types as any upload, and one file', async () => {
    const id = await record();
    expect((await fill(id, FIELDS.optional, REFUSED['an SVG'])).status).toBe(415);
    const none = await send(admin, `/oggetto/${id}/campo-file/${FIELDS.optional}/`, [], 'files');
    expect(none).toMatchObject({ status: 422, errors: { file: 'Inserire il file' } });
    const two: [string, Buffer][] = [
      ['a.pdf', pdf('a')],
      ['b.pdf', pdf('b')],
    ];
    expect((await send(admin, `/oggetto/${id}/campo-file/${FIELDS.optional}/`, two, 'files')).status).toBe(
      413,
    );
    expect(await documents(id)).toEqual([]);
  });
});

describe('emptying a file field', () => {
  it('removes its document [custom-file-calls]', async () => {
    const id = await record();
    await fill(id, FIELDS.optional);
    expect(await empty(id, FIELDS.optional)).toMatchObject({
      status: 200,
      data: { id_documento: null, versione: 3 },
    });
    expect(await documents(id)).toEqual([]);
    expect(await campo(id, FIELDS.optional)).toMatchObject({ id_documento: null, valore: null });
  });

  it('is refused where the field is required [custom-file-required]', async () => {
    const id = await record();
    const { id_documento: document } = (await fill(id, FIELDS.certificate)).data;
    const refusal = { status: 422, errors: { [FIELDS.certificate]: 'Inserire il file' } };
    expect(await empty(id, FIELDS.certificate)).toMatchObject(refusal);
    const among = await admin.del(`/oggetto/${id}/documento/${document}`, { language: 'it' });
    expect(among).toMatchObject(refusal);
    expect(await documents(id)).toHaveLength(1);
  });

  it('happens too when its document is deleted among the others', async () => {
    const id = await record();
    const { id_documento: document } = (await fill(id, FIELDS.optional)).data;
    expect((await admin.del(`/oggetto/${id}/documento/${document}`)).status).toBe(200);
    expect(await campo(id, FIELDS.optional)).toMatchObject({ id_documento: null });
  });

  it('is not required once the class has no such field: the document can be deleted', async () => {
    const id = await record();
    const { id_documento: document } = (await fill(id, FIELDS.optional)).data;
    const definition = await demo.idOf('oggetto/campo', { campo_tabella: FIELDS.optional });
    expect((await admin.del(`/oggetto/campo/${definition}`)).status).toBe(200);
    expect((await admin.del(`/oggetto/${id}/documento/${document}`)).status).toBe(200);
    const { rows } = await demo.database.query('select campo_file2 from oggetto where id = $1', [id]);
    expect(rows).toEqual([{ campo_file2: null }]);
    await define(FIELDS.optional, { obbligatorio: 0 });
  });
});

it('a field that a technician does not see is hidden, with its document', async () => {
  const id = await record();
  const { id_documento: document } = (await fill(id, FIELDS.secret)).data;
  await fill(id, FIELDS.optional);
  const listed = await technician.get(`/oggetto/${id}/documento/`);
  expect(listed.data.documenti).toMatchObject([{ campo_tabella: FIELDS.optional }]);
  for (const path of [`${document}`, `${document}/file`])
    expect((await technician.get(`/oggetto/${id}/documento/${path}`)).status).toBe(404);
  expect((await technician.put(`/oggetto/${id}/documento/${document}`, { descrizione: 'x' })).status).toBe(
    404,
  );
  expect(await documents(id)).toHaveLength(2);
  const { data } = await technician.get(`/oggetto/${id}`);
  expect(data.campi.map((one: { campo_tabella: string }) => one.campo_tabella)).not.toContain(FIELDS.secret);
});

it('the cover in a field is hidden from users who do not see the field', async () => {
  const id = await record();
  const { id_documento: document } = (await fill(id, FIELDS.secret, png(1))).data;
  expect((await admin.put(`/oggetto/${id}/documento/${document}`, { is_immagine_copertina: 1 })).status).toBe(
    200,
  );
  const covers = async (client: Client) =>
    (await client.get(`/oggetto/immagini-copertina/?idsOggetti=${id}`)).data;
  expect(await covers(admin)).toMatchObject([{ id_documento: document }]);
  expect(await covers(technician)).toEqual([]);
});
