/** The manual: its Markdown is read, its words are the product's, its links and pictures are there. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chapterFiles, MANUAL } from '../../server/domains/info/manual/book.ts';
import { type Chapter, destinationsOf, manualDocument } from '../../server/domains/info/manual/document.ts';
import { type Block, readMarkdown } from '../../server/domains/info/manual/markdown.ts';
import { SHOTS } from '../manual/shots.ts';
import { productWords } from '../manual/words.ts';

const sources = (await chapterFiles()).map((file) => ({
  file,
  source: readFileSync(join(MANUAL, file), 'utf8'),
}));
const chapters: Chapter[] = sources.map(({ file, source }) => ({ file, blocks: readMarkdown(file, source) }));
const blocksOf = (kind: Block['kind']) =>
  chapters.flatMap(({ file, blocks }) =>
    blocks.filter((block) => block.kind === kind).map((block) => ({ file, block })),
  );
/** Every text of a block, however deep it stands. */
function* textsIn(part: unknown): Generator<{ text: string; link?: string }> {
  if (Array.isArray(part)) for (const one of part) yield* textsIn(one);
  else if (part && typeof part === 'object') {
    if (typeof (part as { text?: unknown }).text === 'string') yield part as { text: string };
    for (const one of Object.values(part)) yield* textsIn(one);
  }
}

describe('its Markdown', () => {
  const read = (source: string) => readMarkdown('x.md', source);

  it('has headings, paragraphs, notes, lists, tables and pictures', () => {
    expect(
      read(
        '# Uno\n\nDue righe\ndi testo.\n\n> Una nota\n> lunga\n\n![Qui](a.png)\n![Là](b.png)\n\n{{parametri}}',
      ),
    ).toEqual([
      { kind: 'heading', level: 1, text: 'Uno' },
      { kind: 'paragraph', text: [{ text: 'Due righe di testo.' }] },
      { kind: 'note', text: [{ text: 'Una nota lunga' }] },
      {
        kind: 'pictures',
        pictures: [
          { path: 'a.png', caption: 'Qui' },
          { path: 'b.png', caption: 'Là' },
        ],
      },
      { kind: 'made', name: 'parametri' },
    ]);
    expect(read('Prima:\n- uno\n  che continua\n  - sotto\n- due\n\n1. primo\n2. secondo')).toEqual([
      { kind: 'paragraph', text: [{ text: 'Prima:' }] },
      {
        kind: 'list',
        ordered: false,
        items: [
          {
            text: [{ text: 'uno che continua' }],
            list: { kind: 'list', ordered: false, items: [{ text: [{ text: 'sotto' }] }] },
          },
          { text: [{ text: 'due' }] },
        ],
      },
      {
        kind: 'list',
        ordered: true,
        items: [{ text: [{ text: 'primo' }] }, { text: [{ text: 'secondo' }] }],
      },
    ]);
    expect(read('| a | b |\n|---|:-:|\n| `x\\|y` | **z** |')).toEqual([
      {
        kind: 'table',
        head: [[{ text: 'a' }], [{ text: 'b' }]],
        rows: [[[{ text: 'x|y', code: true }], [{ text: 'z', bold: true }]]],
      },
    ]);
  });

  it('has bold, italic, code and links, and marks that mean themselves', () => {
    expect(read('Un **forte** *corsivo* `a*b` [qui](a.md#b), 2\\*3 e 4 * 5')).toEqual([
      {
        kind: 'paragraph',
        text: [
          { text: 'Un ' },
          { text: 'forte', bold: true },
          { text: ' ' },
          { text: 'corsivo', italics: true },
          { text: ' ' },
          { text: 'a*b', code: true },
          { text: ' ' },
          { text: 'qui', link: 'a.md#b' },
          { text: ', 2*3 e 4 * 5' },
        ],
      },
    ]);
  });

  it.each([
    ['what it does not know', 'ok\n\n<b>no</b>', 'x.md:3'],
    ['code over several lines', '```\nx\n```', 'x.md:1'],
    ['bold without an end', 'un **mezzo', 'x.md:1'],
    ['a link without an end', 'un [mezzo](qui', 'x.md:1'],
    ['a table without a line of dashes', '| a |\n| b |', 'x.md:2'],
    ['a row of another width', '| a | b |\n|---|---|\n| c |', 'x.md:3'],
    ['a table without rows', '| a |\n|---|', 'x.md:2'],
    ['a picture amid text', '![a](b.png) e altro', 'x.md:1'],
    ['a heading below headings', '#### Quattro', 'x.md:1'],
    ['a line that stands below nothing', '  sotto', 'x.md:1'],
  ])('refuses %s, and says where', (_what, source, where) => {
    expect(() => read(source)).toThrow(where);
  });
});

describe('its words', () => {
  const words = productWords();
  const quoted = sources.flatMap(({ file, source }) =>
    [...source.replaceAll(/\s+/g, ' ').matchAll(/«([^»]+)»/g)].map(([, text]) => `${file}: ${text}`),
  );

  it('in «…» are said by the product', () => {
    expect(quoted.length).toBeGreaterThan(40);
    expect(quoted.filter((one) => !words.says(one.slice(one.indexOf(': ') + 2)))).toEqual([]);
  });

  it('would be missed: what nobody says is not said, and what is filled in may be anything', () => {
    expect(words.says('Salva')).toBe(true);
    expect(words.says('Salva tutto quanto')).toBe(false);
    expect(words.says('Passa allo stato: Chiuso')).toBe(true);
  });
});

describe('its chapters', () => {
  it('begin with their title, the only one', () => {
    for (const { file, blocks } of chapters) {
      expect(blocks[0], file).toMatchObject({ kind: 'heading', level: 1 });
      expect(blocks.filter((block) => block.kind === 'heading' && block.level === 1).length, file).toBe(1);
    }
  });

  it('have no two headings of one name, and links that lead somewhere', () => {
    const places = chapters.flatMap((chapter) => [...destinationsOf([chapter])]);
    expect(places.length).toBe(
      chapters.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'heading')).length,
    );
    const destinations = destinationsOf(chapters);
    const lost = chapters.flatMap(({ file, blocks }) =>
      [...textsIn(blocks)].flatMap(({ link }) => {
        if (!link || /^https?:/.test(link)) return [];
        const place = link.startsWith('#') ? `${file}${link}` : link;
        return destinations.has(place) ? [] : [`${file}: ${link}`];
      }),
    );
    expect(lost).toEqual([]);
  });

  it('show every picture there is, each taken by the script, small in all', () => {
    const shown = blocksOf('pictures').flatMap(({ block }) =>
      block.kind === 'pictures' ? block.pictures.map(({ path }) => path) : [],
    );
    const there = readdirSync(join(MANUAL, 'immagini')).map((name) => `immagini/${name}`);
    const taken = SHOTS.map(({ name }) => `immagini/${name}.png`);
    expect([...new Set(shown)].sort()).toEqual(there.sort());
    expect(there.sort()).toEqual(taken.sort());
    const bytes = there.reduce((sum, path) => sum + statSync(join(MANUAL, path)).size, 0);
    expect(bytes).toBeLessThan(4 * 1024 * 1024);
  });

  it('become a document whose headings are its contents and its bookmarks', () => {
    const document = manualDocument({
      version: '1.2.3',
      chapters: [
        { file: 'a.md', blocks: readMarkdown('a.md', '# Uno\n\nCiao [qui](#due).\n\n## Due\n\n- x') },
      ],
      pictures: {},
      made: {},
    });
    const nodes = JSON.stringify(document);
    expect(nodes).toContain('"Versione 1.2.3"');
    expect(nodes).toContain('"linkToDestination":"a.md#due"');
    expect(nodes).toContain('"outlineParentId":"a.md"');
    expect(document.footer).toContain('{page} di {pages}');
  });
});
