/** Sheets as manufacturers and authorities send them: letterhead, title, contents. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePdf } from '../../server/capabilities/pdf.ts';
import { type Block, type List, readMarkdown, type Text } from '../../server/domains/info/manual/markdown.ts';

type Node = Record<string, unknown>;

const INK = '#1d2733';
const GREY = '#5f6368';
const ACCENT = '#24588f';
/** A fixed date, for the same bytes each time. */
const MADE = new Date('2026-01-12T08:00:00Z');
const PICTURE = [400, 300];

const STYLES = {
  h1: { fontSize: 19, bold: true, color: ACCENT, margin: [0, 4, 0, 10] },
  h2: { fontSize: 12, bold: true, color: INK, margin: [0, 10, 0, 4] },
  text: { margin: [0, 0, 0, 6] },
  caption: { fontSize: 8, color: GREY, margin: [0, 3, 0, 8] },
  note: { color: ACCENT, margin: [0, 6, 0, 6] },
  head: { bold: true, color: GREY, fontSize: 9 },
  cell: { fontSize: 9 },
};

const texts = (parts: Text[]): Node[] => parts.map(({ text, bold }) => ({ text, bold }));

const listOf = ({ ordered, items }: List): Node => {
  const entries = items.map((item) => ({ text: texts(item.text), margin: [0, 0, 0, 2] }));
  return ordered ? { ol: entries } : { ul: entries };
};

const tableOf = (head: Text[][], rows: Text[][][]): Node => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: head.map((_, index) => (index === 0 ? 'auto' : '*')),
    body: [
      head.map((cell) => ({ text: texts(cell), style: 'head' })),
      ...rows.map((row) => row.map((cell) => ({ text: texts(cell), style: 'cell' }))),
    ],
  },
  layout: 'lines',
  margin: [0, 2, 0, 10],
});

async function nodesOf(folder: string, block: Block): Promise<Node[]> {
  switch (block.kind) {
    case 'heading':
      return [{ text: block.text, style: `h${block.level}` }];
    case 'paragraph':
      return [{ text: texts(block.text), style: 'text' }];
    case 'note':
      return [{ text: texts(block.text), style: 'note' }];
    case 'list':
      return [{ ...listOf(block), style: 'text' }];
    case 'table':
      return [tableOf(block.head, block.rows)];
    case 'pictures': {
      const drawings = block.pictures.map(async ({ path, caption }) => [
        { svg: await readFile(join(folder, path), 'utf8'), fit: PICTURE },
        { text: caption, style: 'caption' },
      ]);
      return (await Promise.all(drawings)).flat();
    }
    case 'made':
      throw new Error(`a paper has nothing made in it: ${block.name}`);
  }
}

/** The first line of the text is the sender. */
export async function pdfOf(folder: string, name: string): Promise<Buffer> {
  const source = await readFile(join(folder, name), 'utf8');
  const [sender = '', ...rest] = source.split('\n');
  const blocks = readMarkdown(name, rest.join('\n'));
  const nodes = await Promise.all(blocks.map((block) => nodesOf(folder, block)));
  const title = blocks.find((block) => block.kind === 'heading')?.text;
  return makePdf({
    document: {
      info: { title, author: sender, creator: 'Officina', creationDate: MADE },
      language: 'it',
      pageSize: 'A4',
      pageMargins: [48, 48, 48, 48],
      defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25, color: INK },
      styles: STYLES,
      content: [{ text: sender, fontSize: 9, color: GREY, margin: [0, 0, 0, 14] }, ...nodes.flat()],
    },
    footer: `${title}     Pagina {page} di {pages}`,
    layouts: { lines: { width: 0.5, colour: '#c8ccd0', from: 1, padding: 3 } },
  });
}
