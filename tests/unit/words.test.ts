/** Phrases that docs/words.md retires do not come back in the English texts that people read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The first column of each table in docs/words.md that follows the marker of this test. */
const RETIRED = read('docs/words.md')
  .split('<!-- words.test.ts -->')
  .slice(1)
  .flatMap((part) => part.trim().split('\n\n')[0]!.split('\n').slice(2))
  .flatMap((row) => row.split('|')[1]!.split(','))
  .map((phrase) => phrase.trim());

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
