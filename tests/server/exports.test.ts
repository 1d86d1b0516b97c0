/** Exports as jobs: progress, contents, cleanup. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { keyOf } from '../../server/files/file-store.ts';
import { sheetsOf } from '../files/workbooks.ts';
import { settled } from './plant/jobs.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

let demo: Plant;
let admin: Client;
let classId: number;

const ROWS = 2500;

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  await demo.database.query(
    `insert into costo (codice, descrizione, id_organizzazione, id_reparto, tipo, costo_unitario)
     select 'EXP-' || n, 'Riga; ' || n, 1, 1, 1, n + 0.5 from generate_series(1, $1::int) n`,
    [ROWS],
  );
  classId = (await admin.post('/classe/', { codice: 'EXP', descrizione: 'Da esportare' })).data.id;
  for (const [campo_tabella, label] of [
    ['campo_timestamp5', 'Avviato'],
    ['campo_float5', 'Portata'],
    ['campo_boolean5', 'Collaudato'],
  ])
    await admin.post('/oggetto/campo/', {
      id_classe: classId,
      campo_tabella,
      label,
      visibile: 1,
      editabile: 1,
      obbligatorio: 0,
      ordine: 1,
    });
  const asset = {
    descrizione: 'x',
    id_classe: classId,
    id_organizzazione: 1,
    id_reparto: 1,
    campo_str1: 'M',
  };
  await admin.post('/oggetto/', {
    ...asset,
    codice: 'EXP-1',
    campo_timestamp5: '2026-07-29T22:30:00Z',
    campo_float5: 1234.5,
    campo_boolean5: 1,
  });
  await admin.post('/oggetto/', { ...asset, codice: 'EXP-2' });
});
afterAll(() => demo.close());

async function partsOf(job: number): Promise<string[] | null> {
  const text = 'select parti from lavoro where id = $1';
  return (await demo.database.query<{ parti: string[] | null }>(text, [job])).rows[0]!.parti;
}

/** The paths of a job's result in the store of files. */
const contentsOf = async (job: number): Promise<string[]> =>
  (await partsOf(job))!.map((hash) => join(demo.folder, 'files', keyOf(hash)));

async function exported(path: string, client = admin): Promise<Row & { id: number }> {
  const answer = await client.post(path, undefined, { language: 'it' });
  expect(answer, answer.description).toMatchObject({ status: 200, result: 0 });
  return { ...(await settled(client, answer.data.id)), id: answer.data.id };
}

async function file(id: number): Promise<{ bytes: Buffer; headers: Record<string, unknown> }> {
  const reply = await demo.app.server.inject({
    url: `/api/cmms/lavoro/${id}/file`,
    headers: { authorization: `Bearer ${await demo.token('SUADMIN')}` },
  });
  expect(reply.statusCode).toBe(200);
  return { bytes: reply.rawPayload, headers: reply.headers };
}

describe('an export as a job', () => {
  it('counts its rows and leaves a CSV, the same as the documented call answers', async () => {
    const job = await exported('/costo/esportazione?formato=csv&codice=EXP-&sort=codice,ASC');
    expect(job).toMatchObject({
      tipo: 'esportazione',
      risorsa: 'costo',
      stato: 'fatto',
      fatto: ROWS,
      totale: ROWS,
      messaggio: `Righe esportate: ${ROWS}`,
      esito: { righe: ROWS },
      file: expect.stringMatching(/-\d{4}-\d\d-\d\d\.csv$/),
    });
    const { bytes, headers } = await file(job.id);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain(job.file);
    const { data } = await admin.get('/costo/csv/?codice=EXP-&sort=codice,ASC');
    expect(bytes.toString('utf8')).toBe(Buffer.from(data, 'base64').toString('utf8'));
    expect(bytes.toString('utf8').split('\r\n')).toHaveLength(ROWS + 2);
  });

  it('leaves an XLSX that others read', async () => {
    const job = await exported('/costo/esportazione?formato=xlsx&codice=EXP-');
    const [sheet] = await sheetsOf((await file(job.id)).bytes);
    expect(sheet!.name).toBe('Costi');
    expect(sheet!.rows).toHaveLength(ROWS + 1);
    expect(sheet!.rows[1]).toContain('Riga; 1');
  });

  it('is refused at once when its question cannot be', async () => {
    const before = await demo.count('lavoro');
    expect(await admin.post('/costo/esportazione?formato=csv&tipo=abc')).toMatchObject({ status: 400 });
    expect(await admin.post('/costo/esportazione?formato=pdf')).toMatchObject({ status: 400 });
    expect(await admin.post('/costo/esportazione')).toMatchObject({ status: 400 });
    expect(await demo.count('lavoro')).toBe(before);
  });

  it('has only rows and columns that the user may see', async () => {
    const technician = await demo.as('RIFTEC');
    const job = await exported('/oggetto/esportazione?formato=csv', technician);
    const { tot } = await technician.get('/oggetto/?pag=1');
    expect(job.fatto).toBe(tot);
    expect(await technician.post('/costo/esportazione?formato=csv')).toMatchObject({ status: 403 });
  });

  it('leaves nothing behind when it is cancelled', async () => {
    // Another job is running, so this one waits, and is cancelled while waiting.
    const { data: first } = await admin.post('/costo/esportazione?formato=xlsx');
    const { data: second } = await admin.post('/costo/esportazione?formato=csv');
    expect(await admin.post(`/lavoro/${second.id}/annulla`, {})).toMatchObject({ status: 200 });
    await settled(admin, first.id);
    expect(await settled(admin, second.id)).toMatchObject({
      stato: 'annullato',
      messaggio: "Operazione cancellata dall'utente.",
      file: null,
    });
    expect(await partsOf(second.id)).toBeNull();
    expect(await admin.get(`/lavoro/${second.id}/file`)).toMatchObject({ status: 404 });
  });

  it('without its file shows a message', async () => {
    const job = await exported('/costo/esportazione?formato=csv&codice=EXP-1');
    const [part] = await contentsOf(job.id);
    expect(statSync(part!).mode & 0o777).toBe(0o600);
    rmSync(part!);
    expect(await admin.get(`/lavoro/${job.id}/file`, { language: 'it' })).toMatchObject({
      status: 404,
      description: "Il file non è più disponibile. Ripetere l'operazione.",
    });
  });

  it('is forgotten with its file after some days', async () => {
    const job = await exported('/costo/esportazione?formato=csv&codice=EXP-7');
    const [part] = await contentsOf(job.id);
    expect(existsSync(part!)).toBe(true);
    await demo.database.query(`update lavoro set finito = now() - interval '3 days' where id = $1`, [job.id]);
    const { buildApp } = await import('../../server/app.ts');
    const { database, schemas, folder } = demo;
    await (await buildApp({ database, schemas, version: '1', site: 'none', folder })).close();
    expect(existsSync(part!)).toBe(false);
    expect(await admin.get(`/lavoro/${job.id}`)).toMatchObject({ status: 404 });
  });
});

describe('the columns of a class', () => {
  const csv = async (language: 'it' | 'en' = 'it') => {
    const { data } = await admin.get(`/oggetto/csv/?idClasse=${classId}&sort=codice,ASC`, { language });
    return Buffer.from(data, 'base64')
      .toString('utf8')
      .slice(1)
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'));
  };

  it('go out when the list is of that class, moments on the clock of the plant', async () => {
    const [headers, first, second] = await csv();
    const of = (row: string[], head: string) => row[headers!.indexOf(head)];
    expect(of(first!, 'Avviato')).toBe('30/07/2026 00:30');
    expect(of(first!, 'Portata')).toBe('1234,5');
    expect(of(first!, 'Collaudato')).toBe('Sì');
    expect(['Avviato', 'Portata', 'Collaudato'].map((head) => of(second!, head))).toEqual(['', '', '']);
    expect(headers).not.toContain('Potenza (kW)');
    expect((await csv('en'))[1]).toContain('1234.5');
  });

  it('go out in XLSX as days and times', async () => {
    const { data } = await admin.get(`/oggetto/xlsx/?idClasse=${classId}&sort=codice,ASC`);
    const [sheet] = await sheetsOf(Buffer.from(data.data, 'base64'));
    const at = sheet!.rows[0]!.indexOf('Avviato');
    const exported = sheet!.rows[1]![at] as Date;
    expect(Math.abs(exported.getTime() - Date.parse('2026-07-30T00:30:00Z'))).toBeLessThan(1000);
  });
});

it('an answer in an envelope is one even when it is cut into pieces', async () => {
  const reply = await demo.app.server.inject({
    url: '/api/cmms/costo/xlsx/?codice=EXP-',
    headers: { authorization: `Bearer ${await demo.token('SUADMIN')}`, 'accept-encoding': 'identity' },
  });
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  const { result, description, data } = reply.json();
  expect({ result, description }).toEqual({ result: 0, description: 'Operazione eseguita' });
  const [sheet] = await sheetsOf(Buffer.from(data.data, 'base64'));
  expect(sheet!.rows).toHaveLength(ROWS + 1);
});
