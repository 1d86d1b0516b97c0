/** Every promise of README exists. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { README_SHOTS } from '../manual/readme-shots.ts';

interface Installed {
  hasInstallScript?: boolean;
  deprecated?: string;
}

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const { scripts, version, license, allowScripts } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  version: string;
  license: string;
  allowScripts: Record<string, boolean>;
};

const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/adding-an-entity.md',
  'docs/deploy.md',
];
/** Commands of npm that need no script. */
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

  it('README begins with the product, a picture, and its advantages', () => {
    const first = read('README.md').split('\n').slice(0, 18).join('\n');
    const [picture] = [...first.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map((match) => match[1]!);
    expect(README_SHOTS.map(({ name }) => `docs/pictures/${name.en}.png`)).toContain(picture);
    expect(first.match(/^- \*\*/gm)).toHaveLength(7);
  });

  it('the licence equals that in package.json, word for word', () => {
    expect(license).toMatch(/^AGPL-3\.0/);
    expect(createHash('sha256').update(read('LICENSE')).digest('hex')).toBe(
      '8486a10c4393cee1c25392769ddd3b2d6c242d6ec7928e1414efff7dfb2f07ef',
    );
  });

  it('every package with an install script is listed as allowed or not', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Installed> };
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = scripted.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13));
    expect(Object.keys(allowScripts)).toEqual(expect.arrayContaining(names));
    expect(Object.values(packages).flatMap(({ deprecated }) => deprecated ?? [])).toEqual([]);
  });

  it('CHANGELOG has this version first, after unreleased changes', () => {
    const versions = [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map((match) => match[1]!);
    expect(versions.find((name) => name !== 'Unreleased')).toBe(version);
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
