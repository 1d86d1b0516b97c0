/** The rules of the architecture, read from the source: imports, entity names in generic code, sizes, ARCHITECTURE.md. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const LAYERS: Record<string, number> = {
  schemas: 0,
  dataProvider: 1,
  i18n: 1,
  server: 1,
  resources: 2,
  src: 3,
  tests: 4,
  bench: 4,
};
/**
 * The layers of the server: a folder imports its own layer and lower ones; files of `server/` itself may import all.
 */
const SERVER_LAYERS: Record<string, number> = {
  database: 0,
  files: 1,
  plant: 2,
  http: 3,
  requests: 4,
  sheets: 5,
  jobs: 5,
  capabilities: 6,
  domains: 7,
  seed: 8,
};

const sources = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(ts|tsx|mjs)$/.test(name) ? [path] : [];
  });

const files = Object.keys(LAYERS).flatMap((folder) => sources(join(ROOT, folder)));
const IMPORT =
  /(?:import|export)\s[^'"]*?from\s*['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]|import\s+['"](\.[^'"]+)['"]/g;

interface Import {
  from: string;
  to: string;
}

const imports: Import[] = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => ({
    from: relative(ROOT, file),
    to: relative(ROOT, resolve(dirname(file), (match[1] ?? match[2] ?? match[3])!)),
  })),
);

const top = (path: string): string => path.split('/')[0]!;
const second = (path: string): string => path.split('/')[1]!;
const show = ({ from, to }: Import): string => `${from} -> ${to}`;

describe('architecture', () => {
  it('finds the imports it judges', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(100);
  });

  it('imports go down only, and never between folders of one layer', () => {
    const upward = imports.filter(({ from, to }) => {
      const [here, there] = [top(from), top(to)];
      return here !== there && there in LAYERS && LAYERS[there]! >= LAYERS[here]!;
    });
    expect(upward.map(show)).toEqual([]);
  });

  it('inside the server: database < files < plant < http < requests < sheets, jobs < capabilities < domains < app', () => {
    const upward = imports.filter(({ from, to }) => {
      if (top(from) !== 'server' || top(to) !== 'server') return false;
      const [here, there] = [SERVER_LAYERS[second(from)], SERVER_LAYERS[second(to)]];
      if (here === undefined) return false;
      return there === undefined || there > here;
    });
    expect(upward.map(show)).toEqual([]);
  });

  it('inside the server: domains do not import each other, they meet in domains/index.ts', () => {
    const between = imports.filter(({ from, to }) => {
      const domain = (path: string) => /^server\/domains\/([^/]+)\//.exec(path)?.[1];
      const [here, there] = [domain(from), domain(to)];
      return (
        here !== undefined &&
        there !== undefined &&
        here !== there &&
        there !== 'settings' &&
        there !== 'outbox'
      );
    });
    expect(between.map(show)).toEqual([]);
  });

  it('no two files import each other across folders', () => {
    const folderPairs = new Map<string, Import>();
    for (const one of imports) folderPairs.set(`${dirname(one.from)} ${dirname(one.to)}`, one);
    const circles = [...folderPairs.values()].filter(
      ({ from, to }) => dirname(from) !== dirname(to) && folderPairs.has(`${dirname(to)} ${dirname(from)}`),
    );
    expect(circles.map(show)).toEqual([]);
  });

  it('no file reaches itself by its imports', () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
    const clear = new Set<string>();
    const wayRound = (file: string, way: string[]): string[] | undefined => {
      if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
      if (clear.has(file)) return undefined;
      for (const to of next.get(file) ?? []) {
        const round = wayRound(to, [...way, file]);
        if (round) return round;
      }
      clear.add(file);
      return undefined;
    };
    expect([...next.keys()].map((file) => wayRound(file, [])).find(Boolean)).toBeUndefined();
  });

  it('no folder is called misc, utils, common or helpers', () => {
    const named = files
      .map((file) => relative(ROOT, file))
      .filter((path) => /(^|\/)(misc|utils?|common|helpers?)\//.test(path));
    expect(named).toEqual([]);
  });

  it('nothing generic names an entity', () => {
    const resources = readdirSync(join(ROOT, 'schemas'))
      .filter((name) => name.endsWith('.json') && !['vocabulary.json', 'sentences.json'].includes(name))
      .map((name) => JSON.parse(readFileSync(join(ROOT, 'schemas', name), 'utf8'))['x-resource'] as string);
    const generic = /^(resources|dataProvider|server\/(capabilities|requests|http|plant|database))\//;
    const named = files
      .map((file) => ({ path: relative(ROOT, file), text: readFileSync(file, 'utf8') }))
      .filter(({ path }) => generic.test(path) && !/(accounts|system-tables|session)\.ts$/.test(path))
      .flatMap(({ path, text }) =>
        resources
          .filter((name) => new RegExp(`['"\`]/?${name}/?['"\`]`).test(text))
          .map((name) => `${path}: ${name}`),
      );
    expect(named).toEqual([]);
  });

  it('no file is longer than 300 lines', () => {
    const long = files
      .map((file) => ({ path: relative(ROOT, file), lines: readFileSync(file, 'utf8').split('\n').length }))
      .filter(
        ({ path, lines }) => lines > 300 && path !== 'schemas/types.ts' && !/^(tests|bench)\//.test(path),
      );
    expect(long).toEqual([]);
  });
});

/** The folders that hold files, from the root: the top ones that ARCHITECTURE.md describes, and all below them. */
const foldersBelow = (folder: string): string[] => {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}${name}/`);
  return [...(entries.some((entry) => entry.isFile()) ? [folder] : []), ...below.flatMap(foldersBelow)];
};

describe('ARCHITECTURE.md', () => {
  const LINE = /^\| `([^`]+\/)` \| (.+) \|$/gm;
  const lines = [...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(LINE)].map(
    ([, folder = '', text = '']) => ({ folder, text }),
  );
  const folders = [...Object.keys(LAYERS), 'docs', 'public', '.ci'].flatMap((name) =>
    foldersBelow(`${name}/`),
  );

  it('has one line for every folder, and none for a folder that does not exist', () => {
    expect(lines.map(({ folder }) => folder).toSorted()).toEqual(folders.toSorted());
  });

  it('says what a folder holds in at most thirty words', () => {
    expect(lines.filter(({ text }) => text.split(/\s+/).length > 30)).toEqual([]);
  });

  it('names no file that does not exist', () => {
    const named = [
      ...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/`([\w/.-]+\.(?:tsx?|mjs))`/g),
    ]
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('.'));
    const present = [...readdirSync(ROOT), ...files.map((file) => relative(ROOT, file))].map(
      (path) => `/${path}`,
    );
    const missing = named.filter((name) => !present.some((path) => path.endsWith(`/${name}`)));
    expect(named.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });
});
