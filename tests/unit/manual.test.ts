/**
 * The manual: its Markdown parses, its terms are those of the product, links and pictures exist, in each language.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../schemas/language.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { chapterFiles } from '../../server/domains/info/manual/book.ts';
import { type Chapter, destinationsOf, manualDocument } from '../../server/domains/info/manual/document.ts';
import { EDITIONS } from '../../server/domains/info/manual/editions.ts';
import { type Block, readMarkdown } from '../../server/domains/info/manual/markdown.ts';
import { settingsTable } from '../../server/domains/info/manual/settings-table.ts';
import { SHOTS } from '../manual/shots.ts';
import { productWords, type Words } from '../manual/words.ts';

interface Manual {
  sources: { file: string; source: string }[];
  chapters: Chapter[];
}

async function read(language: Language): Promise<Manual> {
  const { folder } = EDITIONS[language];
  const files = await chapterFiles(folder);
  const sources = files.map((file) => ({ file, source: readFileSync(join(folder, file), 'utf8') }));
  return {
    sources,
    chapters: sources.map(({ file, source }) => ({ file, blocks: readMarkdown(file, source) })),
  };
}
const MANUALS: Record<Language, Manual> = { it: await read('it'), en: await read('en') };
const WORDS: Record<Language, Words> = { it: productWords('it'), en: productWords('en') };
/** How each language quotes texts of the screen. */
const MARKS: Record<Language, { quoted: RegExp; others: RegExp }> = {
  it: { quoted: /«([^»]+)»/g, others: /[“”„"]/ },
  en: { quoted: /“([^”]+)”/g, others: /[«»„"]/ },
};
/** Yields all texts of a block, at any depth. */
function* textsIn(part: unknown): Generator<{ text: string; link?: string }> {
  if (Array.isArray(part)) for (const one of part) yield* textsIn(one);
  else if (part && typeof part === 'object') {
    if (typeof (part as { text?: unknown }).text === 'string') yield part as { text: string };
    for (const one of Object.values(part)) yield* textsIn(one);
  }
}

/** Returns the paths of a block's pictures. */
const picturesIn = (block: Block): string[] =>
  block.kind === 'pictures' ? block.pictures.map(({ path }) => path) : [];

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
    ['a table without a line of dashes', '| a |\n| b |', 'x.md:1'],
    ['a row of another width', '| a | b |\n|---|---|\n| c |', 'x.md:3'],
    ['a table without rows', '| a |\n|---|', 'x.md:2'],
    ['a picture amid text', '![a](b.png) e altro', 'x.md:1'],
    ['a heading below headings', '#### Quattro', 'x.md:1'],
    ['a line that stands below nothing', '  sotto', 'x.md:1'],
    ['HTML amid text', 'uno\ndue <b>tre</b>', 'x.md:2'],
    ['an entity of HTML', 'uno &amp; due', 'x.md:1'],
    ['a heading by a line below it', 'Uno\n===', 'x.md:1'],
    ['a heading without its space', 'uno\n#Due', 'x.md:2'],
    ['a line broken by spaces', 'uno  \ndue', 'x.md:1'],
    ['crossed text', 'un ~~mezzo~~', 'x.md:1'],
    ['italics in bold', 'un **mezzo *o tutto* qui**', 'x.md:1'],
    ['bold with a space at its end', 'un **mezzo ** qui', 'x.md:1'],
    ['an address for later', '[qui]: http://x.it', 'x.md:1'],
    ['a box to tick', '- uno\n- [ ] due', 'x.md:2'],
    ['a second paragraph of an item', '- uno\n\n  due', 'x.md:3'],
    ['half a mark in a cell', '| a |\n|---|\n| b |\n| **c |', 'x.md:4'],
    ['half a mark in a list below a list', '- a\n- b\n  - c\n  - un `mezzo', 'x.md:4'],
    ['a list in a note', '> - uno', 'x.md:1'],
  ])('refuses %s, and names the place', (_what, source, where) => {
    expect(() => read(source)).toThrow(where);
  });
});

describe.each(LANGUAGES)('its terms in %s', (language) => {
  const words = WORDS[language];
  const { sources } = MANUALS[language];
  const { quoted: mark, others } = MARKS[language];
  const quoted = sources.flatMap(({ file, source }) =>
    [...source.replaceAll(/\s+/g, ' ').matchAll(mark)].map(([, text]) => `${file}: ${text}`),
  );

  it('in quotation marks occur in the product', () => {
    expect(quoted.length).toBeGreaterThan(400);
    expect(quoted.filter((one) => !words.says(one.slice(one.indexOf(': ') + 2)))).toEqual([]);
  });

  it('have no other quotation marks', () => {
    expect(sources.flatMap(({ file, source }) => (others.test(source) ? [file] : []))).toEqual([]);
  });
});

describe('the texts of the product', () => {
  it.each([
    ['it', 'Salva', 'Salva tutto quanto', 'Passa allo stato: Chiuso', 'Save'],
    ['en', 'Save', 'Save everything', 'Move to the state: Closed', 'Salva'],
  ] as const)(
    'in %s: unknown texts are not found, and placeholders match any value',
    (language, said, unsaid, filled, foreign) => {
      const words = WORDS[language];
      expect(words.says(said)).toBe(true);
      expect(words.says(unsaid)).toBe(false);
      expect(words.says(filled)).toBe(true);
      expect(words.says(foreign)).toBe(false);
    },
  );

  it('are those of schemas, of the first data and of code, each in its language', () => {
    for (const [italian, english] of [
      ['Genera la chiave', 'Generate the key'],
      ['Fatturato', 'Invoiced'],
      ['Oggetti e codici QR', 'Assets and QR codes'],
      ['Elenco Interventi', 'List of interventions'],
    ] as const) {
      expect([WORDS.it.says(italian), WORDS.en.says(english)]).toEqual([true, true]);
      expect([WORDS.it.says(english), WORDS.en.says(italian)]).toEqual([false, false]);
    }
  });
});

describe.each(LANGUAGES)('its chapters in %s', (language) => {
  const { chapters } = MANUALS[language];
  const { folder, pictures } = EDITIONS[language];

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

  it('show every existing picture, each taken by the script, all small', () => {
    const used = chapters.flatMap(({ blocks }) => blocks.flatMap(picturesIn));
    const there = readdirSync(join(folder, pictures)).map((name) => `${pictures}/${name}`);
    const taken = SHOTS.map(({ name }) => `${pictures}/${name[language]}.png`);
    expect([...new Set(used)].sort()).toEqual(there.sort());
    expect(there.sort()).toEqual(taken.sort());
    const bytes = there.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
    expect(bytes).toBeLessThan(4 * 1024 * 1024);
  });

  it('become a document whose headings are its contents and its bookmarks', () => {
    const document = manualDocument({
      language,
      version: '1.2.3',
      chapters: [
        { file: 'a.md', blocks: readMarkdown('a.md', '# Uno\n\nCiao [qui](#due).\n\n## Due\n\n- x') },
      ],
      pictures: {},
      made: {},
    });
    const nodes = JSON.stringify(document);
    expect(nodes).toContain(language === 'it' ? '"Versione 1.2.3"' : '"Version 1.2.3"');
    expect(nodes).toContain('"linkToDestination":"a.md#due"');
    expect(nodes).toContain('"outlineParentId":"a.md"');
    expect(document.document).toMatchObject({ language });
    expect(document.footer).toContain(language === 'it' ? '{page} di {pages}' : '{page} of {pages}');
  });
});

describe('its two languages', () => {
  const picturesOf = (language: Language) => (block: Block) =>
    picturesIn(block).map((path) => {
      const shot = SHOTS.find(({ name }) => path === `${EDITIONS[language].pictures}/${name[language]}.png`);
      return shot?.name.en ?? path;
    });
  /** Returns the structure of a chapter: sections, pictures, steps, rows. */
  const shapeOf = (language: Language) =>
    MANUALS[language].chapters.map(({ file, blocks }) => [
      file.slice(0, 2),
      ...blocks.flatMap((block) => {
        switch (block.kind) {
          case 'heading':
            return `heading ${block.level}`;
          case 'pictures':
            return picturesOf(language)(block);
          case 'table':
            return `table of ${block.rows.length} rows`;
          case 'list':
            return `${block.ordered ? 'steps' : 'points'}: ${block.items.length}`;
          case 'made':
            return block.name;
          default:
            return [];
        }
      }),
    ]);

  it('have the same chapters: the same sections, pictures, steps and rows, in the same places', () => {
    expect(shapeOf('en').length).toBeGreaterThan(10);
    expect(shapeOf('en')).toEqual(shapeOf('it'));
  });

  it('list the same settings, each in its own language', () => {
    const { rows } = JSON.parse(readFileSync('server/seed/data/settings.json', 'utf8'));
    const entity = readSchemas().byResource.get('parametro')!;
    const [italian, english] = LANGUAGES.map((language) => settingsTable(rows, entity, language).rows);
    const codes = (table: string[][] = []) => table.map(([, code]) => code);
    expect(codes(italian)).toHaveLength(rows.length);
    expect(codes(english)).toEqual(codes(italian));
    expect(english!.filter((row, index) => row[3] === italian![index]![3])).toEqual([]);
    expect(english!.find(([, code]) => code === 'AccountManagement')).toEqual([
      'General',
      'AccountManagement',
      'No',
      'Users may have no mailbox: their links go to the account managers.',
    ]);
  });
});
