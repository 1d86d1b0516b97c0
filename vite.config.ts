/** Builds the pages into dist/, with .br and .gz files beside the assets; in development passes /api to the server. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { ahead } from './vite-ahead.ts';
import { installable } from './vite-worker.ts';

const LANGUAGES = ['it', 'en'];
const wordsFile = (language: string): string =>
  fileURLToPath(new URL(`i18n/${language}.json`, import.meta.url));

/** The words of the interface as /locales/it.json and /locales/en.json: as they are, and fetched when needed. */
function locales(): Plugin {
  return {
    name: 'officina-locales',
    configureServer(server) {
      server.middlewares.use((request, reply, next) => {
        const language = LANGUAGES.find((one) => request.url?.split('?')[0] === `/locales/${one}.json`);
        if (!language) return next();
        reply.setHeader('Content-Type', 'application/json');
        reply.end(readFileSync(wordsFile(language)));
      });
    },
    generateBundle() {
      for (const language of LANGUAGES) {
        const source = JSON.stringify(JSON.parse(readFileSync(wordsFile(language), 'utf8')));
        this.emitFile({ type: 'asset', fileName: `locales/${language}.json`, source });
      }
    },
  };
}

const COMPRESSED = new Set(['.js', '.css', '.html', '.json', '.svg']);
const SMALLEST_WORTH_IT = 1024;

function compress(file: string): void {
  const content = readFileSync(file);
  if (content.length < SMALLEST_WORTH_IT) return;
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
}

function precompressed(): Plugin {
  let folder = 'dist';
  return {
    name: 'officina-precompressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const file = join(folder, name);
        if (COMPRESSED.has(extname(file)) && statSync(file).isFile()) compress(file);
      }
    },
  };
}

const UNUSED_VALIDATOR = '@rjsf/validator-ajv8';

/** A test helper inside @rjsf/core names ajv's validator, which is not installed: ours is schemas/validate.ts. */
function withoutAjv(): Plugin {
  return {
    name: 'officina-without-ajv',
    resolveId: (id) => (id === UNUSED_VALIDATOR ? `\0${UNUSED_VALIDATOR}` : undefined),
    load: (id) => (id === `\0${UNUSED_VALIDATOR}` ? 'export default undefined;' : undefined),
  };
}

/** A module that so many screens use is loaded with the first of them. */
const COMMON = 6;
const INSTALLED = /[\\/]node_modules[\\/]/;
const ICONS = /[\\/]@mui[\\/]icons-material[\\/]/;
/** Large packages that no list needs: each is loaded with the first page that needs it, however many pages do. */
const KITS: [name: string, RegExp][] = [
  ['form', /[\\/]@rjsf[\\/]/],
  ['dates', /[\\/]@mui[\\/]x-date-pickers[\\/]/],
];

type Graph = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

/** The modules of a package: the package itself, modules that import it, and packages that only these import. */
class Kit {
  private readonly importing = new Map<string, boolean>();
  private readonly exclusive = new Map<string, boolean>();

  constructor(
    readonly name: string,
    private readonly core: RegExp,
  ) {}

  has = (id: string, graph: Graph): boolean => this.imports(id, graph) || this.isExclusive(id, graph);

  private imports(id: string, graph: Graph): boolean {
    return Kit.once(this.importing, id, false, () => {
      const imported = graph.getModuleInfo(id)?.importedIds ?? [];
      return this.core.test(id) || imported.some((importedId) => this.imports(importedId, graph));
    });
  }

  private isExclusive(id: string, graph: Graph): boolean {
    return Kit.once(this.exclusive, id, true, () => {
      const importers = graph.getModuleInfo(id)?.importers ?? [];
      const isOfKit = (importer: string): boolean => INSTALLED.test(importer) && this.has(importer, graph);
      return INSTALLED.test(id) && importers.length > 0 && importers.every(isOfKit);
    });
  }

  /** Caches answers; `inCycle` is the answer within a cycle of imports. */
  private static once(
    cache: Map<string, boolean>,
    id: string,
    inCycle: boolean,
    find: () => boolean,
  ): boolean {
    const cached = cache.get(id);
    if (cached !== undefined) return cached;
    cache.set(id, inCycle);
    const found = find();
    cache.set(id, found);
    return found;
  }
}

/** What every page needs, and the list that most users open. */
const FIRST_PAGE = ['main.tsx', 'Application.tsx', 'interventions/list/InterventionList.tsx'];

let ofFirstPage: Set<string> | undefined;

/** Returns whether the first page cannot start without a module. */
function isOfFirstPage(id: string, graph: Graph): boolean {
  if (!ofFirstPage) {
    ofFirstPage = new Set(FIRST_PAGE.map((name) => fileURLToPath(new URL(`src/${name}`, import.meta.url))));
    // A set also visits what is added meanwhile.
    for (const module of ofFirstPage)
      for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) ofFirstPage.add(imported);
  }
  return ofFirstPage.has(id);
}

const kits = KITS.map(([name, core]) => new Kit(name, core));
const kitOf = (id: string, graph: Graph): string | undefined => kits.find((kit) => kit.has(id, graph))?.name;

/** Names the file of a module on the first page, and the file of other modules. */
const nameOf = (first: string, later: string) => (id: string, graph: Graph) =>
  kitOf(id, graph) ? null : isOfFirstPage(id, graph) ? first : later;

/**
 * Few files instead of hundreds: a phone requests six at a time, and each costs a round trip. Libraries are separate from
 * our own code, so that a new version of ours leaves them in the browser's cache.
 */
const groups = [
  { name: 'start', tags: ['$initial' as const], priority: 5 },
  { name: nameOf('libraries', 'page-libraries'), test: INSTALLED, minShareCount: COMMON, priority: 4 },
  { name: nameOf('application', 'pages'), minShareCount: COMMON, priority: 3 },
  { name: (id: string, graph: Graph) => kitOf(id, graph) ?? null, minShareCount: COMMON, priority: 2 },
  { name: 'icons', test: ICONS, priority: 1 },
];

export default defineConfig({
  plugins: [
    react(),
    withoutAjv(),
    locales(),
    ahead('/src/Application.tsx', 'access_token', 'lingua'),
    installable(LANGUAGES, wordsFile),
    precompressed(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    proxy: { '/api/': process.env.OFFICINA_API ?? 'http://127.0.0.1:8080' },
  },
});
