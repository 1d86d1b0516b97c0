/** The type of a file by its contents, and its stored name. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCEPTED, endingOf, FILE_TYPES, type FileKind, looksAccepted } from '../../schemas/file-types.ts';
import { kindOf } from '../../server/files/content-type.ts';
import { storedName } from '../../server/files/file-name.ts';
import { compound, REFUSED, SAMPLES } from '../files/sample-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'officina-files-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function typeOf(bytes: Buffer): Promise<FileKind | undefined> {
  const path = join(folder, 'any');
  writeFileSync(path, bytes);
  return kindOf({ path, size: bytes.length });
}

describe('the type of a file', () => {
  it.each(Object.entries(SAMPLES))('%s is recognised by its content [upload-types]', async (kind, bytes) => {
    expect(await typeOf(bytes)).toBe(kind);
  });

  it.each(Object.entries(REFUSED))('%s is none of the accepted [upload-types]', async (_name, bytes) => {
    expect(await typeOf(bytes)).toBeUndefined();
  });

  it('is that at the root of an old document, not that of an embedded one', async () => {
    expect(await typeOf(compound('Workbook', 'WordDocument'))).toBe('xls');
  });

  it('is text also in the letters of old Windows, and in many of them', async () => {
    expect(await typeOf(Buffer.from('caff\xe8 \x80 10', 'latin1'))).toBe('text');
    expect(await typeOf(Buffer.from('a;b;c\r\n'.repeat(100_000)))).toBe('text');
    expect(await typeOf(Buffer.concat([Buffer.from('a'.repeat(200_000)), Buffer.from([0])]))).toBeUndefined();
  });

  it('is text also where the first letters are those of another type', async () => {
    for (const letters of ['PK', 'BM', 'GIF', 'MZ', 'PKBM', 'RIFF', '%!'])
      expect(await typeOf(Buffer.from(`${letters} come inizio`)), letters).toBe('text');
  });

  it('of a file cut anywhere is detected without an error', async () => {
    for (const bytes of Object.values(SAMPLES))
      for (const length of [1, 3, 8, 20, 60, 200, 700])
        await expect(typeOf(bytes.subarray(0, length))).resolves.not.toThrow();
  });
});

describe('the stored name', () => {
  it.each<[string, FileKind, string]>([
    ['manuale.pdf', 'pdf', 'manuale.pdf'],
    ['Foto.JPG', 'jpeg', 'Foto.JPG'],
    ['foto.jpg', 'heic', 'foto.jpg.heic'],
    ['fattura.pdf', 'text', 'fattura.pdf.txt'],
    ['script.js', 'text', 'script.js.txt'],
    ['../../etc/passwd', 'text', 'passwd.txt'],
    ['C:\\Documenti\\pompa.doc', 'doc', 'pompa.doc'],
    ['..', 'png', 'file.png'],
    ['', 'png', 'file.png'],
    ['.pdf', 'pdf', 'pdf.pdf'],
    ['a\u0000b\nc\r.pdf', 'pdf', 'abc.pdf'],
    ['fattura\u202efdp.exe', 'pdf', 'fatturafdp.exe.pdf'],
    ['  spazi .pdf', 'pdf', 'spazi .pdf'],
    ['perche\u0301.txt', 'text', 'perch\u00e9.txt'],
    ['mezza \ud83d.png', 'png', 'mezza \ufffd.png'],
  ])('of %j that is %s is %j', (sent, kind, expected) => {
    expect(storedName(sent, kind)).toBe(expected);
  });

  it('is cut to 255 characters, with its ending whole and no character in two', () => {
    const letters = storedName(`${'😀'.repeat(255)}.pdf`, 'pdf');
    expect([...letters]).toHaveLength(255);
    expect(letters.endsWith('😀.pdf')).toBe(true);
    const families = storedName(`${'👨‍👩‍👧'.repeat(255)}.pdf`, 'pdf');
    expect([...families].length).toBeLessThanOrEqual(255);
    expect(families.endsWith('👨‍👩‍👧.pdf')).toBe(true);
    expect([...storedName('x'.repeat(3000), 'xlsx')]).toHaveLength(255);
  });
});

describe('the list both sides share', () => {
  it('names each type once, and no ending twice', () => {
    const types = Object.values(FILE_TYPES);
    expect(new Set(types.map(({ mime }) => mime)).size).toBe(types.length);
    const endings = types.flatMap((type) => type.endings);
    expect(new Set(endings).size).toBe(endings.length);
    for (const ending of endings) expect(ACCEPTED).toContain(`.${ending}`);
  });

  it('lets the browser refuse invalid files', () => {
    expect(looksAccepted({ name: 'a.pdf', type: '' })).toBe(true);
    expect(looksAccepted({ name: 'foto', type: 'image/heic' })).toBe(true);
    expect(looksAccepted({ name: 'a.svg', type: 'image/svg+xml' })).toBe(false);
    expect(looksAccepted({ name: 'a.exe', type: 'application/x-msdownload' })).toBe(false);
    expect(endingOf('.bashrc')).toBe('');
  });
});
