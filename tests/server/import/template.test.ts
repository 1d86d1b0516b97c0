/** The import template: name, headers with notes, lists of codes. */
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Cell, sheet, sheetsOf } from '../../files/workbooks.ts';
import { ownPlant } from '../plant/plant.ts';
import { importAll } from './uploads.ts';

const { demo, admin } = await ownPlant();

async function template(resource: string, language: 'it' | 'en' = 'it'): Promise<Buffer> {
  const answer = await admin.get(`/${resource}/templatexls/`, { language });
  expect(answer).toMatchObject({ status: 200, result: 0 });
  return Buffer.from(answer.data, 'base64');
}

/** Returns a part of the archive as text. */
function part(bytes: Buffer, name: string): string {
  let at = bytes.readUInt32LE(bytes.lastIndexOf('PK\x05\x06') + 16);
  for (;;) {
    const [packed, length] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    if (bytes.toString('utf8', at + 46, at + 46 + length) === name) {
      const local = bytes.readUInt32LE(at + 42);
      const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      return inflateRawSync(bytes.subarray(from, from + packed)).toString('utf8');
    }
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

/** Returns the notes by cell. */
const notesOf = (bytes: Buffer): Record<string, string> =>
  Object.fromEntries(
    [...part(bytes, 'xl/comments1.xml').matchAll(/<comment ref="([A-Z]+1)".*?<t [^>]*>(.*?)<\/t>/gs)].map(
      ([, cell, text]) => [cell, text],
    ),
  );

describe('the heads', () => {
  it.each([
    [
      'oggetto',
      [
        'CODICE',
        'DESCRIZIONE',
        'CLASSE',
        'ORGANIZZAZIONE',
        'REPARTO',
        'CODICE_PADRE',
        'NOTE',
        'DISMESSO',
        'DATA_INSTALLAZIONE',
        'DATA_GESTIONE_MANUTENZIONE',
      ],
    ],
    [
      'ricambio',
      [
        'CODICE',
        'DESCRIZIONE',
        'CLASSE',
        'ORGANIZZAZIONE',
        'REPARTO',
        'UNITA_DI_MISURA',
        'DIVISION',
        'NOTE',
        'MOSTRA_SU_OGGETTO',
      ],
    ],
    ['magazzino', ['CODICE', 'DESCRIZIONE', 'CLASSE', 'ORGANIZZAZIONE', 'REPARTO', 'NOTE']],
    ['utente', ['NOME', 'COGNOME', 'MAIL', 'RUOLO', 'ORGANIZZAZIONI', 'REPARTI']],
  ])('of %s are the documented ones, then the custom fields by their labels', async (resource, headers) => {
    const [first] = await sheetsOf(await template(resource));
    expect(first!.rows[0]!.slice(0, headers.length)).toEqual(headers);
    const custom = first!.rows[0]!.slice(headers.length);
    if (resource === 'utente') expect(custom).toEqual(['TELEFONO']);
    else expect(custom.length).toBeGreaterThan(3);
    // Files have their own call.
    expect(custom).not.toContain('Dichiarazione CE di conformità');
  });

  it('follow a new definition, and name the class where a label alone would not do', async () => {
    const { data: one } = await admin.post('/classe/', { codice: 'TPL1', descrizione: 'Uno' });
    const { data: two } = await admin.post('/classe/', { codice: 'TPL2', descrizione: 'Due' });
    const field = { label: 'Verniciatura', visibile: 1, editabile: 1, obbligatorio: 0, ordine: 1 };
    await admin.post('/oggetto/campo/', { ...field, id_classe: one.id, campo_tabella: 'campo_str18' });
    expect((await sheetsOf(await template('oggetto')))[0]!.rows[0]).toContain('Verniciatura');
    await admin.post('/oggetto/campo/', { ...field, id_classe: two.id, campo_tabella: 'campo_int9' });
    const headers = (await sheetsOf(await template('oggetto')))[0]!.rows[0]!;
    expect(headers).toContain('Verniciatura (TPL1)');
    expect(headers).toContain('Verniciatura (TPL2)');
    expect(headers).not.toContain('Verniciatura');
  });

  it('describe the expected values, in both languages', async () => {
    const notes = notesOf(await template('oggetto'));
    expect(notes.A1).toContain('Se esiste già un elemento con questo valore, la riga lo aggiorna.');
    expect(notes.A1).toContain('Al massimo 20 caratteri.');
    expect(notes.C1).toContain('Obbligatorio per un elemento nuovo.');
    expect(notes.C1).toContain('Il codice, come nel foglio dei codici: Classi');
    expect(notes.H1).toContain('Sì oppure No.');
    expect(notes.I1).toContain('Una data, per esempio 29/03/2026.');
    const english = notesOf(await template('utente', 'en'));
    expect(english.E1).toContain('Several codes, separated by ; or by a comma.');
    expect(english.C1).toContain('updates it');
  });

  it('of every note have the drawing without which none is shown', async () => {
    const bytes = await template('magazzino');
    const drawing = part(bytes, 'xl/drawings/vmlDrawing1.vml');
    expect(drawing.match(/<v:shape /g)).toHaveLength(Object.keys(notesOf(bytes)).length);
    expect(part(bytes, 'xl/worksheets/sheet1.xml')).toContain('<legacyDrawing r:id="rId1"/>');
    expect(part(bytes, 'xl/worksheets/_rels/sheet1.xml.rels')).toContain('vmlDrawing1.vml');
  });
});

describe('the second sheet', () => {
  it('has the codes that may be written, with their names', async () => {
    const [, codes] = await sheetsOf(await template('magazzino'));
    expect(codes!.name).toBe('Codici ammessi');
    expect(codes!.rows[0]!.filter(Boolean)).toEqual([
      'Classi magazzino',
      'Nome',
      'Organizzazioni',
      'Nome',
      'Reparti',
      'Nome',
      'Utenti',
      'Nome',
    ]);
    expect(codes!.rows.map((row) => row[0])).toContain('CENTR');
    expect(codes!.rows.find((row) => row[0] === 'CENTR')![1]).toContain('Magazzino centrale');
    expect(codes!.rows.map((row) => row[3])).toContain('*');
    expect((await sheetsOf(await template('magazzino', 'en')))[1]!.name).toBe('Allowed codes');
  });

  it('are the choices of the cells', async () => {
    const bytes = await template('magazzino');
    const rules = part(bytes, 'xl/worksheets/sheet1.xml').match(/<dataValidation .*?<\/dataValidation>/g)!;
    expect(rules[0]).toContain('sqref="C2:C1048576"');
    expect(rules[0]).toMatch(/<formula1>'Codici ammessi'!\$A\$2:\$A\$\d+<\/formula1>/);
  });

  it('offers an administrator no role that they may not grant', async () => {
    for (const codice of ['VisConfAdmin', 'VisConfUtenti'])
      await admin.put(`/parametro/${await demo.idOf('parametro', { codice })}`, { valore: '1' });
    const answer = await (await demo.as('SUPER')).get('/utente/templatexls/');
    const [, codes] = await sheetsOf(Buffer.from(answer.data, 'base64'));
    const { data } = await admin.get('/ruolo/?pag=-1');
    const closed = data
      .filter((one: { codice_famiglia_ruolo: string }) => one.codice_famiglia_ruolo === 'SUADMIN')
      .map(({ codice }: { codice: string }) => codice);
    expect(closed.length).toBeGreaterThan(0);
    for (const code of closed) expect(codes!.rows.map((row) => row[0])).not.toContain(code);
  });
});

it.each([
  [
    'ricambio',
    {
      CODICE: 'TM-1',
      DESCRIZIONE: 'Cuscinetto',
      CLASSE: 'CUSC',
      ORGANIZZAZIONE: '*',
      REPARTO: '*',
      UNITA_DI_MISURA: 'pz',
      MOSTRA_SU_OGGETTO: 'Sì',
    },
  ],
  [
    'magazzino',
    { CODICE: 'TM-2', DESCRIZIONE: 'Deposito', CLASSE: 'CENTR', ORGANIZZAZIONE: '*', REPARTO: '*' },
  ],
] as const)('a filled template of %s comes in [import-template-names]', async (resource, values) => {
  const [first] = await sheetsOf(await template(resource));
  const headers = first!.rows[0] as string[];
  const { data: fields } = await admin.get(
    `/${resource}/template/${await demo.idOf(`${resource}/classe`, { codice: values.CLASSE })}`,
  );
  const required = Object.fromEntries(
    fields
      .filter((one: { obbligatorio: number }) => one.obbligatorio)
      .map((one: { label: string; campo_tabella: string }) => [
        one.label,
        /date/.test(one.campo_tabella) ? '01/01/2026' : '1',
      ]),
  );
  const cells: Record<string, Cell> = { ...required, ...values };
  const { outcome, errors } = await importAll(
    admin,
    resource,
    await sheet([headers, headers.map((head) => cells[head] ?? null)]),
  );
  expect(outcome).toEqual({ [values.CODICE]: 'Inserita' });
  expect(errors).toBe(0);
  expect(demo.schemas.byResource.get(resource)!.import!.file).toBe(
    { ricambio: 'template-import-ricambi.xlsx', magazzino: 'template-import-magazzini.xlsx' }[resource],
  );
});
