/** Small valid files of every accepted type, and of some others; and the form that sends them. */
import { crc32 } from 'node:zlib';
import type { FileKind } from '../../schemas/file-types.ts';
import { pngOf } from '../../server/files/png.ts';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const u16 = (value: number): Buffer => Buffer.from([value & 255, value >> 8]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Returns a square in one colour. */
export function png(red = 200, side = 8): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, red)]);
  return pngOf(
    { width: side, height: side, colour: 2 },
    Buffer.concat(Array.from({ length: side }, () => row)),
  );
}

export function pdf(text = 'Manuale'): Buffer {
  const stream = `BT /F1 24 Tf 20 100 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${places.join('')}`;
  return ascii(`${body}${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`);
}

/** Returns an archive with uncompressed entries. */
export function zip(entries: Record<string, string>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(entries)) {
    const [label, data] = [Buffer.from(name), Buffer.from(text)];
    const sizes = Buffer.concat([
      u32(crc32(data)),
      u32(data.length),
      u32(data.length),
      u16(label.length),
      u16(0),
    ]);
    const head = Buffer.concat([u16(20), u16(0), u16(0), u16(0), u16(0)]);
    locals.push(Buffer.concat([ascii('PK\x03\x04'), head, sizes, label, data]));
    directory.push(
      Buffer.concat([
        ascii('PK\x01\x02'),
        u16(20),
        head,
        sizes,
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(at),
        label,
      ]),
    );
    at += locals.at(-1)!.length;
  }
  const [all, index] = [Buffer.concat(locals), Buffer.concat(directory)];
  const count = u16(directory.length);
  const end = [ascii('PK\x05\x06'), u16(0), u16(0), count, count, u32(index.length), u32(all.length), u16(0)];
  return Buffer.concat([all, index, ...end]);
}

const office = (folder: string, more: Record<string, string> = {}): Buffer =>
  zip({ '[Content_Types].xml': '<Types/>', '_rels/.rels': '<R/>', [`${folder}/main.xml`]: '<a/>', ...more });

const SECTOR = 512;
const FREE = 0xffffffff;
const END = 0xfffffffe;

function compoundEntry(name: string, links: { left?: number; right?: number; child?: number }): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry.writeUInt8(links.child === undefined ? 2 : 5, 66);
  entry.writeUInt32LE(links.left ?? FREE, 68);
  entry.writeUInt32LE(links.right ?? FREE, 72);
  entry.writeUInt32LE(links.child ?? FREE, 76);
  return entry;
}

/**
 * Returns an OLE2 file: allocation table in sector 0, directory in sectors 1 and 2, so that readers must follow its
 * chain.
 */
export function compound(stream: string, deeper = 'Embedded'): Buffer {
  const header = Buffer.alloc(SECTOR);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(END, 68);
  for (let at = 76; at < SECTOR; at += 4) header.writeUInt32LE(FREE, at);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(SECTOR, 0xff);
  for (const [index, value] of [0xfffffffd, 2, END].entries()) table.writeUInt32LE(value, index * 4);
  const directory = [
    compoundEntry('Root Entry', { child: 1 }),
    compoundEntry('SummaryInformation', { right: 5 }),
    // Inside a storage, not at the root.
    compoundEntry(deeper, {}),
    compoundEntry('unused', {}),
    compoundEntry('unused', {}),
    compoundEntry(stream, {}),
  ];
  return Buffer.concat([header, table, ...directory, Buffer.alloc(SECTOR * 2 - directory.length * 128)]);
}

function branded(major: string, ...others: string[]): Buffer {
  const brands = [major, '\0\0\0\0', ...others].join('');
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + brands.length);
  return Buffer.concat([size, ascii(`ftyp${brands}`), Buffer.alloc(64, 1)]);
}

const bitmap = Buffer.concat([
  ascii('BM'),
  u32(58),
  u32(0),
  u32(54),
  u32(40),
  u32(1),
  u32(1),
  u16(1),
  u16(24),
  Buffer.alloc(28),
]);

export const SAMPLES: Record<FileKind, Buffer> = {
  text: Buffer.from('Perché no? Sostituire la guarnizione.\r\n'),
  png: png(),
  gif: Buffer.concat([ascii('GIF89a'), Buffer.from([1, 0, 1, 0, 0, 0, 0, 0x3b])]),
  jpeg: Buffer.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9,
  ]),
  bmp: bitmap,
  heic: branded('mif1', 'mif1', 'heic'),
  pdf: pdf(),
  doc: compound('WordDocument'),
  docx: office('word'),
  xls: compound('Workbook'),
  xlsx: office('xl'),
  ppt: compound('PowerPoint Document'),
  pptx: office('ppt'),
  mp4: branded('isom', 'iso2', 'mp41'),
  '3gpp': branded('3gp5', '3gp4'),
};

export const REFUSED: Record<string, Buffer> = {
  'a ZIP called .pdf': zip({ 'a.txt': 'a' }),
  'an Android package': zip({ 'AndroidManifest.xml': 'a', 'classes.dex': 'b' }),
  'a document with a program': office('word', { 'word/vbaProject.bin': 'x' }),
  'a ZIP cut short': office('word').subarray(0, 100),
  'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'an SVG with a prologue': Buffer.from('\ufeff\n <?xml version="1.0"?><svg/>'),
  'a page': Buffer.from('<!DOCTYPE html><title>x</title>'),
  'a page after a greeting': Buffer.from('Buongiorno <html><body onload=alert(1)>'),
  'an executable': Buffer.concat([ascii('MZ'), Buffer.alloc(200)]),
  'an installer': compound('Installer', 'WordDocument'),
  'an OLE file of rubbish': Buffer.concat([compound('x').subarray(0, 40), Buffer.alloc(3000, 7)]),
  'a QuickTime film': branded('qt  ', 'qt  '),
  'an AVIF': branded('avif', 'mif1'),
  'a WebP': ascii('RIFF\x10\0\0\0WEBPVP8 '),
  'a text with a NUL': Buffer.from('abc\0def'),
  'random bytes': Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 89 + 7) % 256)),
};

export interface SentForm {
  payload: Buffer;
  headers: Record<string, string>;
}

/** Builds a form like a browser. */
export async function formOf(files: [string, Buffer][], part = 'file'): Promise<SentForm> {
  const form = new FormData();
  for (const [name, bytes] of files) form.append(part, new Blob([new Uint8Array(bytes)]), name);
  const sent = new Response(form);
  return {
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type')! },
  };
}

/** The place of a photo in Exif: IFD 0 with the orientation and a GPS directory. */
function exif(orientation: number): Buffer {
  const entry = (tag: number, type: number, value: number): Buffer =>
    Buffer.concat([u16(tag), u16(type), u32(1), u32(value)]);
  const entries = Buffer.concat([entry(0x0112, 3, orientation), entry(0x8825, 4, 38)]);
  const latitude = Buffer.concat([u16(1), u16(1), u16(2), u32(2), ascii('N\0\0\0'), u32(0)]);
  const tiff = Buffer.concat([ascii('II'), u16(42), u32(8), u16(2), entries, u32(0), latitude]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(2 + 6 + tiff.length);
  return Buffer.concat([Buffer.from([0xff, 0xe1]), length, ascii('Exif\0\0'), tiff]);
}

/** Returns a JPEG as a phone takes it: rotated, and with the place. */
export const asTaken = (jpeg: Buffer, orientation = 6): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), exif(orientation), jpeg.subarray(2)]);
