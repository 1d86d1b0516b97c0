/** Reads a PDF: pages, texts, and pictures with one bit per pixel. */
import { constants, inflateSync } from 'node:zlib';

interface Part {
  head: string;
  body: Buffer;
}

export interface PdfPage {
  width: number;
  height: number;
  texts: string[];
  /** The dark pixels of each picture, row by row. */
  pictures: (() => boolean[][])[];
}

const STREAM = /stream\r?\n/;

function partsOf(file: Buffer): Map<string, Part> {
  const text = file.toString('latin1');
  const parts = new Map<string, Part>();
  for (const [, id, inner] of text.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n([\s\S]*?)\nendobj/g)) {
    const stream = STREAM.exec(inner!);
    const head = stream ? inner!.slice(0, stream.index) : inner!;
    const raw = stream
      ? Buffer.from(inner!.slice(stream.index + stream[0].length), 'latin1')
      : Buffer.alloc(0);
    const packed = stream && head.includes('/FlateDecode');
    const body = packed ? inflateSync(raw, { finishFlush: constants.Z_SYNC_FLUSH }) : raw;
    parts.set(id!, { head, body });
  }
  return parts;
}

const referred = (head: string, name: string): string | undefined =>
  new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1];

/** '<0001> <0041>' and '<0001> <0003> [<0041> <0042> <0043>]': glyph to letter. */
function lettersOf(cmap: string): Map<number, string> {
  const letters = new Map<number, string>();
  // A ligature is one glyph for several letters.
  const letter = (hex: string) =>
    hex.replaceAll(/\s/g, '').replaceAll(/.{4}/g, (four) => String.fromCharCode(Number.parseInt(four, 16)));
  for (const [, from, , list] of cmap.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g))
    for (const [index, [, hex]] of [...list!.matchAll(/<([\w ]+)>/g)].entries())
      letters.set(Number.parseInt(from!, 16) + index, letter(hex!));
  return letters;
}

function textsOf(content: string, fonts: Map<string, Map<number, string>>): string[] {
  return [...content.matchAll(/BT([\s\S]*?)ET/g)].map(([, block]) => {
    const letters = fonts.get(/\/(F\d+) /.exec(block!)?.[1] ?? '') ?? new Map<number, string>();
    const glyphs = [...block!.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? []);
    return glyphs.map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '?').join('');
  });
}

/** Each row begins with its filter type, here none. */
function pictureOf({ head, body }: Part): (() => boolean[][]) | undefined {
  if (!head.includes('/BitsPerComponent 1\n')) return undefined;
  const side = Number(/\/Width (\d+)/.exec(head)?.[1]);
  const length = 1 + Math.ceil(side / 8);
  const isDark = (x: number, y: number) => (body[y * length + 1 + (x >> 3)]! & (128 >> (x & 7))) === 0;
  return () => Array.from({ length: side }, (_, y) => Array.from({ length: side }, (_, x) => isDark(x, y)));
}

export function readPdf(file: Buffer): PdfPage[] {
  const parts = partsOf(file);
  const pages = [...parts.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  return pages.map(({ head }) => {
    const resources = parts.get(referred(head, 'Resources') ?? '')?.head ?? head;
    const named = (kind: string) => [...resources.matchAll(new RegExp(`/(${kind}\\d+) (\\d+) 0 R`, 'g'))];
    const fonts = new Map(
      named('F').map(([, name, id]) => {
        const cmap = referred(parts.get(id!)!.head, 'ToUnicode');
        return [name!, lettersOf(cmap ? parts.get(cmap)!.body.toString('latin1') : '')] as const;
      }),
    );
    const content = parts.get(referred(head, 'Contents')!)!.body.toString('latin1');
    const drawn = [...content.matchAll(/\/(I\d+) Do/g)].map(([, name]) => name);
    const pictures = new Map(named('I').map(([, name, id]) => [name!, pictureOf(parts.get(id!)!)] as const));
    const box = /\/MediaBox \[[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)\]/.exec(head)!;
    return {
      width: Number(box[1]),
      height: Number(box[2]),
      texts: textsOf(content, fonts),
      pictures: drawn.map((name) => pictures.get(name!)).filter((one) => one !== undefined),
    };
  });
}
