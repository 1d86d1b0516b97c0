/** What README promises exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const { scripts, version } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  version: string;
};

const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/adding-an-entity.md',
  'docs/deploy.md',
];
/** npm's own words, which need no script. */
const NPM_WORDS = ['ci', 'install', 'run'];

const scriptsNamed = (text: string): string[] => [
  ...new Set([...text.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map((match) => match[1]!)),
];

describe('the documents', () => {
  for (const page of PAGES) {
    const text = read(page);
    it(`${page} names only npm scripts that exist`, () => {
      const missing = scriptsNamed(text).filter((name) => !NPM_WORDS.includes(name) && !(name in scripts));
      expect(missing).toEqual([]);
    });

    it(`${page} links only to files that exist`, () => {
      const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1]!);
      const folder = join(ROOT, page, '..');
      expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
    });
  }

  it('README names the two commands that are enough', () => {
    expect(scriptsNamed(read('README.md'))).toEqual(expect.arrayContaining(['start', 'test']));
  });

  it('CHANGELOG tells of this version first, unless of what is not released yet', () => {
    const told = [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map((match) => match[1]!);
    expect(told.find((name) => name !== 'Unreleased')).toBe(version);
  });

  it('the changelog has the same versions and points in both languages', () => {
    const shape = (file: string): string[] =>
      [...read(file).matchAll(/^(?:## .*|- )/gm)].map(([mark]) => mark);
    expect(shape('CHANGELOG.it.md')).toEqual(shape('CHANGELOG.md'));
  });

  it('every script starts a file that exists', () => {
    const files = Object.values(scripts).flatMap((script) => script.match(/\b[\w/-]+\.(?:mjs|ts)\b/g) ?? []);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
