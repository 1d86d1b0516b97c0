/** Files that are no sheets, and strange sheets: refused with a message, quickly, without writing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lettersOf } from '../../../server/sheets/places.ts';
import { formOf } from '../../files/sample-files.ts';
import { raw, sheet, textRow, zipped } from '../../files/workbooks.ts';
import { type Answer, type Client, type Plant, plant } from '../plant/plant.ts';
import { importAll, sendFile } from './uploads.ts';

let demo: Plant;
let admin: Client;
let written: number[];

const counts = () =>
  Promise.all(['lavoro', 'importazione_riga', 'magazzino'].map((table) => demo.count(table)));
const HEADERS = textRow(1, ['CODICE', 'DESCRIZIONE', 'CLASSE', 'ORGANIZZAZIONE', 'REPARTO', 'NOTE']);
const row = (number: number, codice: string, more = '') =>
  textRow(number, [codice, 'Uno', 'CENTR', '*', '*']).replace('</row>', `${more}</row>`);
const PATHS = ['/magazzino/templatexls/', '/magazzino/importazione/'];
/** Imports warehouses from a raw file; returns the outcome of each row. */
const imported = async (file: Parameters<typeof raw>[0]) =>
  (await importAll(admin, 'magazzino', await raw(file))).outcome;
const NOT_XLSX = { status: 415, result: -1, description: 'File non valido. Sono ammessi solo file XLSX' };

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  // Removes required fields of warehouses, which do not matter here.
  await demo.database.query('delete from magazzino_campo');
  await new Promise((wait) => setTimeout(wait, 5500));
});
afterAll(() => demo.close());
beforeEach(async () => {
  written = await counts();
});

async function refusals(bytes: Buffer, name?: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const path of PATHS) answers.push(await sendFile(admin, path, bytes, { name }));
  expect(await counts()).toEqual(written);
  return answers;
}

describe('files that are no XLSX [import-xlsx]', () => {
  const types = (type: string) =>
    `<Types><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`;
  const made: [string, () => Buffer | Promise<Buffer>][] = [
    ['nothing', () => Buffer.alloc(0)],
    ['a CSV in disguise', () => Buffer.from('CODICE;DESCRIZIONE\nA;B\n')],
    ['noise', () => Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256))],
    ['an old XLS', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])],
    ['a ZIP of something else', () => zipped({ 'leggimi.txt': ['ciao'] })],
    ['an empty ZIP', () => zipped({})],
    [
      'a document of text',
      () =>
        zipped({
          '[Content_Types].xml': [
            '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
          ],
          '_rels/.rels': [
            '<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>',
          ],
          'word/document.xml': ['<document/>'],
        }),
    ],
    [
      'a workbook with macros',
      () =>
        raw({ rows: HEADERS + row(2, 'X'), type: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' }),
    ],
    [
      'a workbook without its sheet',
      () =>
        zipped({
          '[Content_Types].xml': [
            types('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
          ],
          '_rels/.rels': [
            '<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
          ],
          'xl/workbook.xml': ['<workbook><sheets><sheet name="A" r:id="r9"/></sheets></workbook>'],
        }),
    ],
    [
      'one cut in half',
      async () => {
        const whole = await sheet([['CODICE'], ['A']]);
        return whole.subarray(0, whole.length / 2);
      },
    ],
    [
      'one whose content is not what its sum says',
      async () => {
        const bytes = Buffer.from(await raw({ rows: HEADERS + row(2, 'X') }));
        const central = bytes.lastIndexOf(Buffer.from('PK\x01\x02'));
        bytes.writeUInt32LE(1234, central + 16);
        return bytes;
      },
    ],
    [
      'one with a document type',
      () =>
        raw({
          rows: HEADERS,
          workbook:
            '<!DOCTYPE x [<!ENTITY a "aaaa">]><workbook><sheets><sheet name="&a;" r:id="r1"/></sheets></workbook>',
        }),
    ],
  ];
  it.each(made)('%s', async (_, make) => {
    for (const answer of await refusals(await make())) expect(answer).toMatchObject(NOT_XLSX);
  });

  it('two files at once', async () => {
    const bytes = await raw({ rows: HEADERS + row(2, 'X') });
    for (const path of PATHS) {
      const form = await formOf([
        ['uno.xlsx', bytes],
        ['due.xlsx', bytes],
      ]);
      expect(await admin.send('POST', path, { language: 'it', ...form })).toMatchObject(NOT_XLSX);
    }
    expect(await counts()).toEqual(written);
  });

  it('is refused in English too', async () => {
    const answer = await sendFile(admin, PATHS[0]!, Buffer.from('a,b'), { language: 'en' });
    expect(answer).toMatchObject({ status: 415, description: 'Invalid file. Only XLSX files are accepted' });
  });

  it('no file at all', async () => {
    for (const path of PATHS)
      expect(await admin.send('POST', path, await formOf([]))).toMatchObject({ status: 400, result: -1 });
    expect(await admin.post(PATHS[0]!, { file: 'x' })).toMatchObject({ status: 415, result: -1 });
  });
});

describe('too much', () => {
  const LARGE = 'contiene troppi dati';

  it('gigabytes in a tiny file are refused at once', async () => {
    const blank = ' '.repeat(1024 * 1024);
    const bytes = await raw({
      rows: (function* () {
        for (let index = 0; index < 1200; index++) yield blank;
      })(),
    });
    expect(bytes.length).toBeLessThan(8 * 1024 * 1024);
    const begun = performance.now();
    const before = process.memoryUsage().rss;
    for (const answer of await refusals(bytes)) {
      expect(answer.status).toBe(413);
      expect(answer.description).toContain(LARGE);
    }
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('and are refused even if the file states a small size', async () => {
    const bytes = Buffer.from(
      await raw({
        rows: (function* () {
          for (let index = 0; index < 100; index++) yield ' '.repeat(1024 * 1024);
        })(),
      }),
    );
    for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4))
      bytes.writeUInt32LE(Math.min(1000, bytes.readUInt32LE(at + 24)), at + 24);
    const begun = performance.now();
    for (const answer of await refusals(bytes)) expect(answer).toMatchObject(NOT_XLSX);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('a million empty rows are passed over', async () => {
    const bytes = await raw({
      rows: (function* () {
        yield HEADERS + row(2, 'VUOTE-1');
        for (let from = 3; from < 1_000_000; from += 1000)
          yield Array.from(
            { length: 1000 },
            (_, index) =>
              `<row r="${from + index}" s="1" customFormat="1"><c r="A${from + index}" s="1"/><c r="B${from + index}" s="1"/></row>`,
          ).join('');
        yield row(1_048_000, 'VUOTE-2');
      })(),
    });
    const before = process.memoryUsage().rss;
    const begun = performance.now();
    const { outcome } = await importAll(admin, 'magazzino', bytes);
    expect(outcome).toEqual({ 'VUOTE-1': 'Inserita', 'VUOTE-2': 'Inserita' });
    expect(performance.now() - begun).toBeLessThan(40_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('rows of blanks are no rows, over the heads, between the rows and under them', async () => {
    const blanks = [' ', '\u00A0', '\u2003\t', '', ' \u00A0', ' '];
    const bytes = await sheet([
      blanks,
      ['CODICE', 'DESCRIZIONE', 'CLASSE', 'ORGANIZZAZIONE', 'REPARTO', 'NOTE'],
      ['BLANK-1', 'Uno', 'CENTR', '*', '*', null],
      blanks,
      ['\u00A0BLANK-2 ', 'Due', '\u00A0CENTR', '* ', '*', null],
      blanks,
    ]);
    const read = await sendFile(admin, '/magazzino/importazione/', bytes);
    expect(read.data, read.description).toMatchObject({ totale: 2 });
    const { outcome, errors } = await importAll(admin, 'magazzino', bytes);
    expect(errors).toBe(0);
    expect(outcome).toEqual({ 'BLANK-1': 'Inserita', 'BLANK-2': 'Inserita' });
    expect(await demo.count("magazzino where codice in ('BLANK-1', 'BLANK-2')")).toBe(2);
    const nothing = await sheet([['CODICE', 'DESCRIZIONE'], blanks, blanks]);
    for (const path of PATHS) expect(await sendFile(admin, path, nothing)).toMatchObject({ status: 422 });
  });

  it('rows beyond the limit are refused with the limit', async () => {
    const bytes = await raw({
      rows: (function* () {
        yield HEADERS;
        for (let number = 2; number < 50_010; number++)
          yield `<row r="${number}"><c r="A${number}"><v>${number}</v></c></row>`;
      })(),
    });
    for (const answer of await refusals(bytes))
      expect(answer).toMatchObject({
        status: 413,
        description: 'Il foglio ha più di 50000 righe. Dividerlo in più file.',
      });
  });

  it('a text that is shared by many cells counts in each of them', async () => {
    const texts = `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`;
    const cells = (number: number) =>
      Array.from({ length: 200 }, (_, column) => `<c r="${lettersOf(column)}${number}" t="s"><v>0</v></c>`);
    const rows = Array.from(
      { length: 40 },
      (_, index) => `<row r="${index + 2}">${cells(index + 2).join('')}</row>`,
    );
    const bytes = await raw({ rows: [HEADERS, ...rows], texts });
    expect(bytes.length).toBeLessThan(300_000);
    for (const answer of await refusals(bytes)) {
      expect(answer.status).toBe(413);
      expect(answer.description).toContain(LARGE);
    }
  });

  it('a text longer than a cell allows is truncated, shared or not', async () => {
    const texts = `<sst><si>${`<r><t>${'x'.repeat(20_000)}</t></r>`.repeat(50)}</si></sst>`;
    const bytes = await raw({
      rows:
        textRow(1, ['CODICE', 'NOTE']) +
        '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="s"><v>0</v></c></row>',
      texts,
    });
    const { data } = await sendFile(admin, PATHS[1]!, bytes);
    expect(data.colonne[1].esempi[0]).toHaveLength(32_767);
  });

  it('columns beyond the limit too', async () => {
    const bytes = await raw({ rows: `${HEADERS}<row r="2"><c r="ZZ2"><v>1</v></c></row>` });
    for (const answer of await refusals(bytes)) expect(answer).toMatchObject({ status: 413 });
  });
});

describe('a malformed sheet', () => {
  it.each([
    ['the number of a row is beyond every sheet', HEADERS + row(99_999_999_999, 'X')],
    ['two rows have one number', HEADERS + row(2, 'X') + row(2, 'Y')],
    ['rows go backwards', HEADERS + row(3, 'X') + row(2, 'Y')],
  ])('%s', async (_, rows) => {
    for (const answer of await refusals(await raw({ rows }))) expect(answer).toMatchObject(NOT_XLSX);
  });

  it('ignores references without a target', async () => {
    const relations = '<Relationship Id="r8" Type="http://x/hyperlink" Target="http://[oops"/>';
    const outcome = await imported({ rows: HEADERS + row(2, 'REL-1'), relations });
    expect(outcome).toEqual({ 'REL-1': 'Inserita' });
  });
});

describe('a sheet without rows', () => {
  it.each([
    ['heads alone', HEADERS],
    ['nothing', ''],
  ])('%s', async (_, rows) => {
    for (const answer of await refusals(await raw({ rows })))
      expect(answer).toMatchObject({
        status: 422,
        description: 'Il foglio non ha righe sotto le intestazioni.',
      });
  });
});

describe('a sheet with unknown headers', () => {
  it('lists the expected ones', async () => {
    const answer = await sendFile(
      admin,
      '/magazzino/templatexls/',
      await raw({ rows: textRow(1, ['Uno', 'Due']) + textRow(2, ['a', 'b']) }),
    );
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.description).toContain('CODICE, DESCRIZIONE, CLASSE');
    expect(await counts()).toEqual(written);
  });
});

describe('cells', () => {
  const noted = (number: number, codice: string, cell: string) => row(number, codice, cell);

  it('with formulas use the stored values, and compute nothing', async () => {
    const outcome = await imported({
      rows:
        HEADERS +
        noted(2, 'FO-1', '<c r="F2" t="str"><f>CONCATENATE("a","b")</f><v>ab</v></c>') +
        noted(3, 'FO-2', '<c r="F3"><f>1+1</f><v>2</v></c>') +
        noted(4, 'FO-3', '<c r="F4"><f>1+1</f></c>') +
        noted(5, 'FO-4', '<c r="F5" t="e"><f>1/0</f><v>#DIV/0!</v></c>'),
    });
    expect(outcome).toEqual({
      'FO-1': 'Inserita',
      'FO-2': 'Inserita',
      'FO-3':
        'Errore. NOTE: La formula non è mai stata calcolata: aprire il file, salvarlo e inviarlo di nuovo',
      'FO-4': "Errore. NOTE: La cella contiene l'errore #DIV/0!",
    });
    const { data } = await admin.get('/magazzino/?codice=FO-&pag=-1');
    expect(data.map(({ note }: { note: string }) => note).sort()).toEqual(['2', 'ab']);
  });

  it('that are merged count for the first cell, with a message', async () => {
    const outcome = await imported({
      rows:
        HEADERS +
        noted(2, 'UN-1', '<c r="F2" t="inlineStr"><is><t>sopra</t></is></c>') +
        row(3, 'UN-2') +
        textRow(4, ['UN-3', 'Uno', null, '*', '*']),
      after: '<mergeCells count="2"><mergeCell ref="F2:F3"/><mergeCell ref="C3:C4"/></mergeCells>',
    });
    expect(outcome).toEqual({
      'UN-1': 'Inserita',
      'UN-2': 'Inserita. NOTE: Cella unita: il valore vale solo per la prima delle sue celle',
      'UN-3':
        'Errore. CLASSE: Questo campo è obbligatorio; CLASSE: Cella unita: il valore vale solo per la prima delle sue celle',
    });
  });

  it('are read whatever the writer: prefixes, entities, pieces of text, escapes, no places', async () => {
    const text = (content: string) => `<x:c t="inlineStr"><x:is>${content}</x:is></x:c>`;
    const plain = (words: string) => text(`<x:t>${words}</x:t>`);
    const rows =
      `<x:row>${['CODICE', 'DESCRIZIONE', 'CLASSE', 'ORGANIZZAZIONE', 'REPARTO', 'NOTE'].map(plain).join('')}</x:row>` +
      `<x:row>${plain('PR&#45;1')}${text('<x:r><x:t>Uno &amp; </x:t></x:r><x:r><x:t>due</x:t></x:r><x:rPh sb="0" eb="1"><x:t>letto</x:t></x:rPh>')}${['CENTR', '*', '*'].map(plain).join('')}${text('<x:t>a_x000A_b<![CDATA[<&c>]]></x:t>')}</x:row>`;
    expect(await imported({ rows, prefix: 'x:' })).toEqual({
      'PR-1': 'Inserita',
    });
    const { data } = await admin.get('/magazzino/?codice=PR-1');
    expect(data[0]).toMatchObject({ descrizione: 'Uno & due', note: 'a\nb<&c>' });
  });

  it('shown with zeros in front keep them', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>';
    const rows =
      HEADERS +
      textRow(2, ['', 'Zeri', 'CENTR', '*', '*']).replace(
        /<c r="A2".*?<\/c>/,
        '<c r="A2" s="1"><v>123</v></c>',
      );
    expect(await imported({ rows, styles })).toEqual({
      '00123': 'Inserita',
    });
  });

  it('contain dates by their format, in both date systems', async () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
    const dated = (codice: string) => HEADERS + noted(2, codice, '<c r="F2" s="1"><v>45366</v></c>');
    await imported({ rows: dated('GI-1'), styles });
    await imported({
      rows: dated('GI-2'),
      styles,
      workbook:
        '<workbook><workbookPr date1904="1"/><sheets><sheet name="Foglio" sheetId="1" r:id="r1"/></sheets></workbook>',
    });
    const { data } = await admin.get('/magazzino/?codice=GI-&sort=codice,ASC');
    expect(data.map(({ note }: { note: string }) => note)).toEqual(['15/03/2024', '16/03/2028']);
  });

  it.each([
    ['x_x0000_y', 'xy'],
    ['x_xD800_y', 'x\uFFFDy'],
    ['x&#xD800;y', 'x\uFFFDy'],
    ['x\0y', 'xy'],
  ])(
    'with characters that no table accepts, %j, are read without them, also in headers and names',
    async (written, expected) => {
      const workbook = `<workbook><sheets><sheet name="${written}" sheetId="1" r:id="r1"/></sheets></workbook>`;
      const rows =
        HEADERS.replace('</row>', `<c r="G1" t="inlineStr"><is><t>${written}</t></is></c></row>`) +
        noted(2, 'ST-1', `<c r="F2" t="inlineStr"><is><t>${written}</t></is></c>`) +
        noted(3, 'ST-2', `<c r="F3"><v>${written}</v></c>`);
      const bytes = await raw({ rows, workbook });
      for (const path of PATHS) {
        const answer = await sendFile(admin, path, bytes, { name: 'a\0\uD800b.xlsx' });
        expect(answer, answer.description).toMatchObject({ status: 200 });
        if (path.endsWith('importazione/')) {
          expect(answer.data.colonne[5].esempi).toEqual([expected, expected]);
          expect(answer.data.colonne[6].intestazione).toBe(expected);
          expect(answer.data.nome_file).not.toContain('\0');
        }
      }
    },
  );

  it('the first sheet that is seen is read', async () => {
    const workbook =
      '<workbook><sheets><sheet name="Nascosto" state="hidden" sheetId="2" r:id="r9"/><sheet name="Foglio" sheetId="1" r:id="r1"/></sheets></workbook>';
    expect(await imported({ rows: HEADERS + row(2, 'VI-1'), workbook })).toEqual({ 'VI-1': 'Inserita' });
  });
});
