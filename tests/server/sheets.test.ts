/** The list as a file, as a spreadsheet reads it. */
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Plant, plant } from './plant/plant.ts';

let demo: Plant;
let admin: Client;

const COST = { id_organizzazione: 1, id_reparto: 1, tipo: 1 };

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  await admin.post('/costo/', { ...COST, codice: 'FG-1', descrizione: '=1+1', costo_unitario: 12.5 });
  await admin.post('/costo/', {
    ...COST,
    codice: 'FG-2',
    descrizione: 'con "virgolette"; e punto',
    costo_unitario: 1000,
  });
  await admin.post('/costo/', {
    ...COST,
    codice: 'FG-3',
    descrizione: 'Perché <così> & no',
    costo_unitario: 0.05,
  });
  for (const [codice, descrizione] of [
    ['FG-4', '@SUM(A1)'],
    ['FG-5', '+39 075'],
    ['FG-6', '-5 gradi'],
  ])
    await admin.post('/costo/', { ...COST, codice, descrizione, costo_unitario: 1 });
});
afterAll(() => demo.close());

async function csv(path: string, language: 'it' | 'en' = 'it'): Promise<string> {
  const answer = await admin.get(path, { language });
  expect(answer).toMatchObject({ status: 200, result: 0 });
  return Buffer.from(answer.data, 'base64').toString('utf8');
}

describe('CSV', () => {
  it('is UTF-8 with a mark, semicolons, CRLF and a decimal comma in Italian', async () => {
    const text = await csv('/costo/csv/?codice=FG-&sort=codice,ASC');
    expect(
      text.startsWith('\uFEFFCodice;Descrizione;Organizzazione;Reparto;Tipo costo;Costo unitario;'),
    ).toBe(true);
    const lines = text.slice(1).split('\r\n');
    expect(lines).toHaveLength(8);
    expect(lines.at(-1)).toBe('');
    expect(lines[1]).toBe("FG-1;'=1+1;Tutte le organizzazioni;Tutti i reparti;Manodopera;12,5;;");
    expect(lines[2]).toContain('FG-2;"con ""virgolette""; e punto";');
    expect(lines[3]).toContain('Perché <così> & no;Tutte le organizzazioni;Tutti i reparti;Manodopera;0,05;');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('has a decimal point and English heads in English', async () => {
    const [head, first] = (await csv('/costo/csv/?codice=FG-1', 'en')).slice(1).split('\r\n');
    expect(head).toMatch(/^Code;Description;Organisation;Department;Cost type;Unit cost;/);
    expect(first).toContain(';Labour;12.5;');
  });

  it.each([
    ['FG-1', "'=1+1"],
    ['FG-4', "'@SUM(A1)"],
    ['FG-5', "'+39 075"],
    ['FG-6', "'-5 gradi"],
  ])('stores a text as a text if a spreadsheet would compute it: %s', async (code, cell) => {
    expect((await csv(`/costo/csv/?codice=${code}`)).split('\r\n')[1]).toContain(`;${cell};`);
  });

  it('contains yes and no, dates and choices as texts', async () => {
    const text = await csv('/stato/csv/?codice=AP');
    expect(text).toMatch(/AP;Aperto;.*;Sì;No;No;Apertura;10/);
    expect(await csv('/stato/csv/?codice=AP', 'en')).toMatch(/;Yes;No;No;Opening;10/);
    expect(await csv('/utente/csv/?mail=tecnico@')).toContain(';15/03/2024;Sì;');
  });

  it('has all rows of the filtered list, whatever page was requested', async () => {
    const text = await csv('/checklist/relazione/csv/?pag=2&max_rows=5');
    expect(text.trim().split('\r\n')).toHaveLength((await demo.count('checklist_relazione')) + 1);
  });

  it('refuses a filter that cannot be, as the list does', async () => {
    expect(await admin.get('/costo/csv/?tipo=abc')).toMatchObject({ status: 400, result: -1 });
  });
});

/** Returns the files in a zip, by name; supports what the server writes. */
function unzip(bytes: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const [method, size, nameLength] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
    ];
    const [extra, comment, local] = [
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(from, from + size);
    files[name] = (method === 8 ? inflateRawSync(content) : content).toString('utf8');
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

async function workbook(path: string, language: 'it' | 'en' = 'it') {
  const answer = await admin.get(path, { language });
  expect(answer).toMatchObject({ status: 200, result: 0 });
  const bytes = Buffer.from(answer.data.data, 'base64');
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  const files = unzip(bytes);
  const texts = [
    ...(files['xl/sharedStrings.xml'] ?? '').matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs),
  ].map((match) => match[1]!);
  const rows = [...files['xl/worksheets/sheet1.xml']!.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map((row) =>
    [...row[1]!.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes, content = '']) => {
      const value = /<v>(.*?)<\/v>/s.exec(content)?.[1] ?? /<t[^>]*>(.*?)<\/t>/s.exec(content)?.[1];
      return /t="s"/.test(attributes!)
        ? texts[Number(value)]
        : /t="inlineStr"/.test(attributes!)
          ? value
          : Number(value);
    }),
  );
  return { filename: answer.data.filename as string, rows, sheet: files['xl/workbook.xml']!, files };
}

describe('XLSX', () => {
  it('has a head, texts as texts and numbers as numbers', async () => {
    const { filename, rows, sheet } = await workbook('/costo/xlsx/?codice=FG-&sort=codice,ASC');
    expect(filename).toMatch(/^costi-\d{4}-\d\d-\d\d\.xlsx$/);
    expect(sheet).toContain('name="Costi"');
    expect(rows).toHaveLength(7);
    expect(rows[0]!.slice(0, 3)).toEqual(['Codice', 'Descrizione', 'Organizzazione']);
    expect(rows[1]!.slice(0, 6)).toEqual([
      'FG-1',
      '=1+1',
      'Tutte le organizzazioni',
      'Tutti i reparti',
      'Manodopera',
      12.5,
    ]);
    expect(rows[3]![1]).toBe('Perché &lt;così&gt; &amp; no');
  });

  it('contains no formula', async () => {
    const { files } = await workbook('/costo/xlsx/?codice=FG-');
    expect(files['xl/worksheets/sheet1.xml']).not.toMatch(/<f[ >]/);
  });

  it('speaks English', async () => {
    const { filename, rows, sheet } = await workbook('/costo/xlsx/?codice=FG-1', 'en');
    expect(filename).toMatch(/^costs-/);
    expect(sheet).toContain('name="Costs"');
    expect(rows[0]!.slice(0, 2)).toEqual(['Code', 'Description']);
  });

  it('stores dates as dates', async () => {
    const { rows, files } = await workbook('/utente/xlsx/?mail=tecnico@');
    const column = rows[0]!.indexOf('Registrazione');
    // 15 March 2024, in days since the end of 1899.
    expect(rows[1]![column]).toBe(45366);
    expect(files['xl/styles.xml']).toContain('dd/mm/yyyy');
  });

  it('has the head alone when nothing is found', async () => {
    expect((await workbook('/costo/xlsx/?codice=NIENTE')).rows).toHaveLength(1);
  });

  it('is available for every list with that trait', async () => {
    for (const entity of demo.schemas.entities.filter((one) => one.traits.includes('xlsx'))) {
      const { rows } = await workbook(`/${entity.resource}/xlsx/`);
      const { data } = await admin.get(`/${entity.resource}/?pag=-1`);
      expect(rows, entity.name).toHaveLength((data.lista ?? data).length + 1);
    }
  });
});
