import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSchemas } from '../../../schemas/read-schemas.ts';
import { chapterFiles, manualBook } from '../../../server/domains/info/manual/book.ts';
import { EDITIONS } from '../../../server/domains/info/manual/editions.ts';
import { readPdf } from '../../files/pdf.ts';
import { openTestPlant, type TestPlant } from './test-plant.ts';

let plant: TestPlant;
const token: Record<string, string> = {};

beforeAll(async () => {
  plant = await openTestPlant();
  for (const name of ['admin', 'tech'])
    token[name] = (await plant.login(`${name}@plant.example`)).access_token;
});
afterAll(() => plant.close());

describe('information about the product', () => {
  it('languages, without a session [A2]', async () => {
    expect((await plant.ask('GET', '/lingua/default')).data).toMatchObject({ codice: 'it' });
    const { data } = await plant.ask('GET', '/lingua/config');
    expect(data.map(({ codice }: { codice: string }) => codice)).toEqual(['it', 'en']);
  });

  it('the licence: seats, active users by family, free disk [S12] [S13] [info-content] [licence-guest-seat]', async () => {
    const { data } = await plant.ask('GET', '/info/licenza/', { token: token.admin, language: 'en' });
    expect(data).toMatchObject({
      data_scadenza: null,
      num_guest: null,
      num_admin_attivi: 2,
      num_tecnici_attivi: 1,
      num_guest_attivi: 1,
      num_api_enabled_attivi: 0,
      max_space_disk: null,
    });
    expect(data.spazio_libero_txt).toMatch(/^[\d.]+ [kMGT]?B$/);
    expect(data.spazio_libero_perc).toBeGreaterThanOrEqual(0);
    await plant.database.query('update licenza set max_space_disk = 1000000000');
    const limited = (await plant.ask('GET', '/info/licenza/', { token: token.admin })).data;
    expect(limited.spazio_libero_perc).toBeLessThan(100);
    expect(limited.spazio_libero_txt).toMatch(/MB$/);
    await plant.database.query('update licenza set max_space_disk = null');
  });

  it('whether reliability is licensed [M7] [R10]', async () => {
    const flag = async () => (await plant.ask('GET', '/info/licenza/mtbf-mttr/', { token: token.tech })).data;
    expect(await flag()).toBe(1);
    await plant.database.query(`update licenza set data_scadenza_mtbf = '2020-01-01'`);
    expect(await flag()).toBe(0);
    await plant.database.query('update licenza set data_scadenza_mtbf = null, mtbf = 0');
    expect(await flag()).toBe(0);
    await plant.database.query('update licenza set mtbf = 1');
  });

  it.each([
    ['it', 'Officina - Manuale utente.pdf', (page: number, pages: number) => `Pagina${page}di${pages}`],
    ['en', 'Officina - User manual.pdf', (page: number, pages: number) => `Page${page}of${pages}`],
  ] as const)(
    'the manual as a document in %s, for admins: every chapter, its contents, its pages [manual-document]',
    async (language, filename, foot) => {
      const { data } = await plant.ask('GET', '/info/user-manual/', { token: token.admin, language });
      expect(data).toMatchObject({ filename, content_type: 'application/pdf' });
      const file = Buffer.from(data.data, 'base64');
      expect(file.subarray(0, 5).toString()).toBe('%PDF-');
      expect(file.toString('latin1')).toContain('/Outlines ');
      const pages = readPdf(file).map(({ texts }) => texts.join('').replaceAll(/\s/g, ''));
      const last = pages.length;
      for (const [index, page] of pages.entries()) expect(page).toContain(foot(index + 1, last));
      const { folder } = EDITIONS[language];
      const files = await chapterFiles(folder);
      expect(files.length).toBeGreaterThan(10);
      for (const [index, name] of files.entries()) {
        const [, title] = /^# (.+)$/m.exec(await readFile(join(folder, name), 'utf8'))!;
        const heading = `${index + 1}.${title!.replaceAll(/\s/g, '')}`;
        // Once in the table of contents, once as heading.
        expect(pages.filter((page) => page.includes(heading)).length, title).toBeGreaterThan(1);
      }
      const seed = JSON.parse(await readFile('server/seed/data/settings.json', 'utf8'));
      for (const { codice } of seed.rows) expect(pages.some((page) => page.includes(codice))).toBe(true);
    },
  );

  it('the manual for nobody else, and made once in each language [manual-document]', async () => {
    const read = async (language: string) =>
      (await plant.ask('GET', '/info/user-manual/', { token: token.admin, language })).data.data;
    for (const language of ['it', 'en'] as const) {
      const { status } = await plant.ask('GET', '/info/user-manual/', { token: token.tech, language });
      expect(status).toBe(403);
      const [one, other] = await Promise.all([read(language), read(language)]);
      // A document contains its creation time: only the same file has the same bytes.
      expect(one === other && one === (await read(language))).toBe(true);
    }
  });

  it('the manual, made again after a change of its files, and after a failure', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'officina-manual-'));
    const write = (text: string) => writeFile(join(folder, '01-uno.md'), text);
    await mkdir(join(folder, 'immagini'));
    const book = manualBook(readSchemas(), 'it', folder);
    await write('# Prima\n\nUna riga.');
    const before = await book();
    expect(await book()).toBe(before);
    await write('# Prima\n\n![Manca](immagini/manca.png)');
    await expect(book()).rejects.toThrow('01-uno.md: there is no picture immagini/manca.png');
    await write('# Seconda\n\nUna riga.');
    const after = readPdf(await book());
    expect(after.flatMap(({ texts }) => texts).join('')).toContain('Seconda');
    await rm(folder, { recursive: true });
  });

  it('changes, logo and accounts [history-content] [S9]', async () => {
    const changes = async (language: string) => {
      const ask = { token: token.admin, language };
      return (await plant.ask('GET', '/info/changelog/', ask)).data;
    };
    expect(await changes('it')).toMatch(/^# Storia delle modifiche/);
    expect(await changes('en')).toMatch(/^# Changelog/);
    expect((await plant.ask('GET', '/info/logo-cliente/')).data).toEqual({
      contenuto: null,
      content_type: null,
    });
    expect((await plant.ask('GET', '/info/account-management/')).data).toBe(0);
  });
});
