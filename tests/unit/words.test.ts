/** Phrases that docs/words.md retires do not come back in the English texts that people read, in comments and in names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Returns the first column of each table in docs/words.md that follows this marker. */
const retiredAfter = (marker: string): string[] =>
  read('docs/words.md')
    .split(marker)
    .slice(1)
    .flatMap((part) => part.trim().split('\n\n')[0]!.split('\n').slice(2))
    .flatMap((row) => row.split('|')[1]!.split(','))
    .map((phrase) => phrase.trim());

const RETIRED = retiredAfter('<!-- words.test.ts -->');
const RETIRED_IN_CODE = retiredAfter('<!-- words.test.ts: code -->').map((word) => word.replaceAll('`', ''));
const RETIRED_IN_COMMENTS = retiredAfter('<!-- words.test.ts: code -->').filter(
  (word) => !word.startsWith('`'),
);

/** Members of the JSON files whose text is English: by name, or everything in a file that is English only. */
const ENGLISH = new Set(['title', 'description', 'en', 'ens']);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns the English texts of a JSON value, with the member names that lead to them. */
function englishOf(value: unknown, english: boolean, path = ''): string[] {
  if (isText(value)) return english ? [`${path}: ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    englishOf(member, english || (ENGLISH.has(name) && (isText(member) || name === 'en')), `${path}.${name}`),
  );
}

const filesIn = (folder: string, end: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);

const JSON_FILES = [
  ...['schemas', 'schemas/actions', 'schemas/bases'].flatMap((folder) => filesIn(folder, '.json')),
  'server/http/sentences.json',
  'server/domains/sessions/mails.json',
  'server/domains/mail-templates/list.json',
  'server/domains/mail-templates/reminder.json',
  'server/seed/data/settings.json',
  'server/seed/data/initial.json',
];

const TEXTS: [string, string[]][] = [
  ['i18n/en.json', englishOf(JSON.parse(read('i18n/en.json')), true)],
  ...JSON_FILES.filter((file) => !file.endsWith('/vocabulary.json')).map((file): [string, string[]] => [
    file,
    englishOf(JSON.parse(read(file)), false),
  ]),
  ...[...filesIn('docs/manual', '.md'), 'README.md'].map((file): [string, string[]] => [
    file,
    read(file)
      .replaceAll(/\(\S+\.(?:png|md)\S*\)|`[^`]+`/g, '')
      .split('\n\n'),
  ]),
];

const found = (phrase: string): RegExp =>
  new RegExp(`(?<![\\w-])${phrase.replaceAll(' ', '\\s+')}(?![\\w-])`, 'i');

/** The text without the member names before it and without placeholders. */
const wordsOf = (text: string): string => text.replace(/^(?:\.[\w-]+)+: /, '').replaceAll(/%?\{\w+\}/g, '');

describe('texts that people read', () => {
  it('are found, and so are the phrases that they avoid', () => {
    expect(RETIRED.length).toBeGreaterThan(30);
    for (const [file, texts] of TEXTS)
      if (!/folder|interventions\.json/.test(file)) expect(texts, file).not.toEqual([]);
  });

  it.each(TEXTS)('use no retired phrase in %s', (_file, texts) => {
    expect(texts.filter((text) => RETIRED.some((phrase) => found(phrase).test(wordsOf(text))))).toEqual([]);
  });
});

const CODE = ['server', 'src', 'schemas', 'dataProvider', 'resources', 'i18n', 'tests', 'bench'];

const codeFiles = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const STRINGS = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

/** Splits code into its comments and its names, with a space between the words of a name and without strings. */
function partsOf(code: string): { comments: string; names: string } {
  const comments = code.match(COMMENTS) ?? [];
  const rest = code.replaceAll(COMMENTS, '').replaceAll(STRINGS, "''");
  return { comments: comments.join('\n'), names: rest.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2') };
}

describe('comments and names', () => {
  const inNames = RETIRED_IN_CODE.map(found);
  const inComments = RETIRED_IN_COMMENTS.map(found);
  const linesWith = (words: RegExp[], text: string): string[] =>
    text.split('\n').filter((line) => words.some((word) => word.test(line)));

  it('are separated from strings', () => {
    expect(RETIRED_IN_CODE.length).toBeGreaterThan(10);
    const { comments, names } = partsOf("/** One. */\nconst twoThree = 'three'; // four");
    expect(comments).toBe('/** One. */\n// four');
    expect(names.trim()).toBe("const two Three = '';");
  });

  it.each(CODE)('use no retired word in %s', (folder) => {
    const wrong = codeFiles(folder).flatMap((file) => {
      const { comments, names } = partsOf(readFileSync(file, 'utf8'));
      const lines = [...linesWith(inComments, comments), ...linesWith(inNames, names)];
      return lines.map((line) => `${file}: ${line.trim()}`);
    });
    expect(wrong).toEqual([]);
  });
});
