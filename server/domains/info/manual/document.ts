/** Builds the PDF document of the manual: cover, contents, chapters, bookmarks. Has no side effects. */
import type { Language } from '../../../../schemas/language.ts';
import type { PdfParts } from '../../../capabilities/pdf.ts';
import { EDITIONS, titleOf } from './editions.ts';
import type { Block, Item, List, Picture, Text } from './markdown.ts';
import type { MadeTable } from './settings-table.ts';

export interface Chapter {
  /** The file name that other chapters link to. */
  file: string;
  blocks: Block[];
}

export interface Manual {
  language: Language;
  version: string;
  chapters: Chapter[];
  /** Data addresses by the path in the chapters. */
  pictures: Record<string, string>;
  /** Tables that the product generates for a chapter. */
  made: Record<string, MadeTable>;
}

type Node = Record<string, unknown>;

/** A4 in points. */
const PAGE = { width: 595.28, margin: 44 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
/** The width of a phone's picture, and the greatest height of any picture. */
const PHONE_WIDTH = 165;
const PICTURE_HEIGHT = 340;
const INK = '#1d2733';
const GREY = '#5f6368';
const ACCENT = '#0b5f6b';
const LINE = '#c8ccd0';
const SOFT = '#eef2f4';

const STYLES = {
  cover: { fontSize: 34, bold: true, color: ACCENT },
  subtitle: { fontSize: 15, color: GREY },
  h1: { fontSize: 20, bold: true, color: ACCENT, margin: [0, 0, 0, 8] },
  h2: { fontSize: 13.5, bold: true, color: INK, margin: [0, 12, 0, 4] },
  h3: { fontSize: 11, bold: true, color: INK, margin: [0, 8, 0, 3] },
  text: { margin: [0, 0, 0, 6] },
  caption: { fontSize: 8, italics: true, color: GREY, margin: [0, 3, 0, 8] },
  head: { bold: true, color: GREY, fontSize: 9 },
  cell: { fontSize: 9 },
};

/** Returns the anchor of a heading in Markdown: 'Accesso e account' becomes 'accesso-e-account'. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');

const idOf = (file: string, heading: string, level: number): string =>
  level === 1 ? file : `${file}#${anchorOf(heading)}`;

/** Returns all link targets. */
export const destinationsOf = (chapters: Chapter[]): Set<string> =>
  new Set(
    chapters.flatMap(({ file, blocks }) =>
      blocks.flatMap((block) => (block.kind === 'heading' ? [idOf(file, block.text, block.level)] : [])),
    ),
  );

class ChapterDrawing {
  private chapter = '';
  private section = '';

  constructor(
    private readonly file: string,
    private readonly number: number,
    private readonly manual: Manual,
  ) {}

  nodes(blocks: Block[]): Node[] {
    const nodes = blocks.flatMap((block) => this.block(block));
    return withHeadings(nodes);
  }

  private block(block: Block): Node[] {
    switch (block.kind) {
      case 'heading':
        return [this.heading(block.text, block.level)];
      case 'paragraph':
        return [{ text: this.texts(block.text), style: 'text' }];
      case 'note':
        return [noteOf(this.texts(block.text))];
      case 'pictures':
        return [this.pictures(block.pictures)];
      case 'list':
        return [{ ...this.list(block), style: 'text' }];
      case 'table':
        return [
          table(
            block.head.map((cell) => this.texts(cell)),
            block.rows.map((row) => row.map((cell) => this.texts(cell))),
          ),
        ];
      case 'made': {
        const made = this.manual.made[block.name];
        if (!made) throw new Error(`${this.file}: no table for {{${block.name}}}`);
        return [table(made.head, made.rows)];
      }
    }
  }

  private heading(text: string, level: number): Node {
    const id = idOf(this.file, text, level);
    if (level === 1) this.chapter = id;
    if (level === 2) this.section = id;
    const numbered = level === 1 ? `${this.number}. ${text}` : text;
    const parent = level === 1 ? undefined : level === 2 ? this.chapter : this.section || this.chapter;
    return {
      text: numbered,
      id,
      style: `h${level}`,
      headlineLevel: level,
      outline: true,
      outlineText: numbered,
      outlineParentId: parent,
      ...(level === 1 && { pageBreak: 'before' }),
      ...(level < 3 && {
        tocItem: true,
        tocMargin: level === 1 ? [0, 3, 0, -2] : [14, -2, 0, -2],
        tocStyle: level === 1 ? { bold: true } : { color: GREY },
      }),
    };
  }

  private texts(texts: Text[]): Node[] {
    return texts.map(({ text, bold, italics, code, link }) => ({
      text,
      bold,
      italics,
      ...(code && { background: SOFT }),
      ...(link && this.link(link)),
    }));
  }

  private link(link: string): Node {
    const style = { color: ACCENT, decoration: 'underline' };
    if (/^(https?|mailto):/.test(link)) return { ...style, link };
    return { ...style, linkToDestination: link.startsWith('#') ? `${this.file}${link}` : link };
  }

  private list({ ordered, items }: List): Node {
    const entries = items.map((item) => this.item(item));
    return ordered ? { ol: entries } : { ul: entries };
  }

  private item({ text, list }: Item): Node {
    const entry = { text: this.texts(text), margin: [0, 0, 0, 2] };
    return list ? { stack: [entry, this.list(list)] } : entry;
  }

  private pictures(pictures: Picture[]): Node {
    const many = pictures.length > 1;
    const width = many ? Math.min(PHONE_WIDTH, WIDTH / pictures.length - 12) : WIDTH;
    const columns = pictures.map(({ path, caption }) => {
      if (!this.manual.pictures[path]) throw new Error(`${this.file}: there is no picture ${path}`);
      return {
        width: many ? width : '*',
        stack: [
          { image: path, fit: [width, PICTURE_HEIGHT], margin: [0, 4, 0, 0] },
          { text: caption, style: 'caption' },
        ],
      };
    });
    return many ? { columns, columnGap: 12 } : columns[0]!;
  }
}

const noteOf = (text: Node[]): Node => ({
  table: { widths: ['*'], body: [[{ text, fillColor: SOFT, margin: [6, 3, 6, 3], border: [] }]] },
  layout: 'noBorders',
  margin: [0, 2, 0, 8],
});

type Cell = string | Node[];

function table(head: Cell[], rows: Cell[][]): Node {
  const body = [
    head.map((text) => ({ text, style: 'head' })),
    ...rows.map((row) => row.map((text) => ({ text, style: 'cell' }))),
  ];
  // The last column is the widest.
  const widths = head.map((_, index) => (index === head.length - 1 ? '*' : 'auto'));
  return {
    table: { headerRows: 1, keepWithHeaderRows: 1, dontBreakRows: true, widths, body },
    layout: 'lines',
    margin: [0, 0, 0, 10],
  };
}

/** Keeps a heading on the page of the next block, unless that is a table. */
function withHeadings(nodes: Node[]): Node[] {
  const result: Node[] = [];
  for (let at = 0; at < nodes.length; ) {
    let end = at;
    while (nodes[end]?.headlineLevel) end += 1;
    const next = nodes[end];
    if (end === at || !next || 'table' in next) {
      result.push(nodes[at]!);
      at += 1;
      continue;
    }
    const [first, ...rest] = nodes.slice(at, end + 1);
    const { pageBreak, ...heading } = first!;
    result.push({ stack: [heading, ...rest], unbreakable: true, ...(pageBreak ? { pageBreak } : {}) });
    at = end + 1;
  }
  return result;
}

function cover({ language, version }: Manual): Node[] {
  const words = EDITIONS[language];
  return [
    { text: 'Officina', style: 'cover', margin: [0, 90, 0, 4] },
    { text: words.title, style: 'subtitle' },
    { text: `${words.version} ${version}`, style: 'subtitle', fontSize: 10, margin: [0, 4, 0, 40] },
    { toc: { title: { text: words.contents, style: 'h2' }, numberStyle: { color: GREY } }, fontSize: 9 },
  ];
}

export function manualDocument(manual: Manual): PdfParts {
  const { chapters, language, pictures } = manual;
  const title = titleOf(language);
  return {
    document: {
      info: { title, creator: 'Officina' },
      language,
      pageSize: 'A4',
      pageMargins: [PAGE.margin, 46, PAGE.margin, 46],
      defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.2, color: INK },
      styles: STYLES,
      images: pictures,
      content: [
        ...cover(manual),
        ...chapters.flatMap(({ file, blocks }, index) =>
          new ChapterDrawing(file, index + 1, manual).nodes(blocks),
        ),
      ],
    },
    footer: `${title}     ${EDITIONS[language].page}`,
    layouts: { lines: { width: 0.5, colour: LINE, from: 1, padding: 3 } },
  };
}
