/**
 * Reads the first sheet of a workbook while it is unpacked: rows that are not empty, with values and never
 * formulas.
 */
import { LIMITS } from './limits.ts';
import { readNumberFormats } from './number-formats.ts';
import { notXlsx, tooLarge } from './refusals.ts';
import type { Lookups, Merge, SheetRow } from './sheet-cell.ts';
import { SheetScanner } from './sheet-scanner.ts';
import { attributeOf, plainText, XmlScanner } from './xml.ts';
import { openZip, type Zip } from './zip-reader.ts';

export interface Workbook {
  sheet: string;
  rows(): AsyncGenerator<SheetRow[]>;
  /** The merged cells. They are complete when all rows have been read. */
  merges: Merge[];
}

interface Part {
  id: string;
  type: string;
  path: string;
}

const MAIN = /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.(sheet|template)\.main\+xml$/;
const ROOT = '_rels/.rels';
const TYPES = '[Content_Types].xml';

interface Tag {
  name: string;
  attributes: string;
}

function tagsOf(xml: string, names: string[]): Tag[] {
  const tags: Tag[] = [];
  new XmlScanner({
    open: (name, attributes) => names.includes(name) && tags.push({ name, attributes }),
    close: () => undefined,
    text: () => undefined,
  }).write(xml);
  return tags;
}

/** Returns the path of '../styles.xml' relative to 'xl/worksheets/sheet1.xml'. An invalid address leads to no part. */
function pathFrom(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const base = `file:///${folder}`;
  return URL.canParse(target, base) ? new URL(target, base).pathname.slice(1) : '';
}

/** Returns the relations of a part. The ends of their types are the same in both editions of the standard. */
async function relationsOf(zip: Zip, path: string): Promise<Part[]> {
  const name = path.replace(/([^/]*)$/, '_rels/$1.rels');
  const relations = path === '' ? ROOT : name;
  if (!zip.has(relations)) return [];
  return tagsOf(await zip.text(relations, LIMITS.listing), ['Relationship']).map(({ attributes }) => ({
    id: attributeOf(attributes, 'Id') ?? '',
    type: (attributeOf(attributes, 'Type') ?? '').replace(/^.*\//, ''),
    path: pathFrom(path, attributeOf(attributes, 'Target') ?? ''),
  }));
}

async function mainPart(zip: Zip): Promise<string> {
  if (!zip.has(TYPES)) throw notXlsx();
  const path = (await relationsOf(zip, '')).find(({ type }) => type === 'officeDocument')?.path;
  const types = tagsOf(await zip.text(TYPES, LIMITS.listing), ['Override', 'Default']);
  const type = types.find(({ attributes }) => attributeOf(attributes, 'PartName') === `/${path}`);
  // Text documents, and workbooks with macros, are refused.
  if (!path || !MAIN.test(attributeOf(type?.attributes ?? '', 'ContentType') ?? '')) throw notXlsx();
  return path;
}

/** Reads the shared texts, each joined from its pieces. Phonetic hints in Japanese are left out. */
async function readTexts(zip: Zip, path: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (!path || !zip.has(path)) return texts;
  let [current, inText, aside] = ['', false, false];
  const scanner = new XmlScanner({
    open(name, _attributes, closed) {
      if (name === 'si') {
        current = '';
        if (closed) texts.push('');
        if (texts.length > LIMITS.texts) throw tooLarge();
      }
      if (name === 'rPh') aside = !closed;
      if (name === 't') inText = !closed && !aside;
    },
    close(name) {
      if (name === 'si') texts.push(plainText(current.slice(0, LIMITS.text)));
      if (name === 'rPh') aside = false;
      if (name === 't') inText = false;
    },
    text(raw) {
      if (inText && current.length < LIMITS.text) current += raw;
    },
  });
  for await (const piece of piecesOf(zip, path, LIMITS.part)) scanner.write(piece);
  return texts;
}

async function* piecesOf(zip: Zip, path: string, limit: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of zip.stream(path, limit)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  if (bytes.length === 0) throw notXlsx();
  const zip = openZip(bytes);
  const main = await mainPart(zip);
  const tags = tagsOf(await zip.text(main, LIMITS.listing), ['sheet', 'workbookPr']);
  const parts = await relationsOf(zip, main);
  const sheets = tags.filter(({ name }) => name === 'sheet');
  const visible = sheets.filter(({ attributes }) => !attributeOf(attributes, 'state'));
  const [sheet] = [...visible, ...sheets];
  const part = parts.find(({ id }) => id === attributeOf(sheet?.attributes ?? '', 'id'));
  if (!sheet || part?.type !== 'worksheet' || !zip.has(part.path)) throw notXlsx();
  const pathOf = (type: string) => parts.find((one) => one.type === type)?.path;
  const styles = pathOf('styles');
  const properties = tags.find(({ name }) => name === 'workbookPr')?.attributes ?? '';
  const lookups: Lookups = {
    texts: await readTexts(zip, pathOf('sharedStrings')),
    formats: styles && zip.has(styles) ? readNumberFormats(await zip.text(styles, LIMITS.part)) : [],
    from1904: ['1', 'true'].includes(attributeOf(properties, 'date1904') ?? ''),
  };
  const scanner = new SheetScanner(lookups);
  return {
    sheet: attributeOf(sheet.attributes, 'name') ?? '',
    merges: scanner.merges,
    async *rows() {
      for await (const piece of piecesOf(zip, part.path, LIMITS.sheet)) {
        const rows = scanner.read(piece);
        if (rows.length > 0) yield rows;
      }
    },
  };
}
