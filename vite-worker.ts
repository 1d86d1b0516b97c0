/** What makes the built front end installable: the manifest in each language, and the service worker with its files. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PAGE = 'index.html';
const ICONS = readdirSync(here('public/icons')).map((name) => `icons/${name}`);
/** Letters of other scripts: the browser fetches them where a text has some. */
const OTHER_SCRIPTS = /\/inter-(?!latin-wght)[\w-]*\.woff2$/;

interface Texts {
  officina: { claim: string; foot: Record<'scan' | 'work' | 'report', string> };
}

/** Returns the manifest of a language; `texts` are those of the interface. */
function manifestOf(language: string, texts: Texts): object {
  const { claim, foot } = texts.officina;
  const icon = (size: number, purpose: string) => ({
    src: `/icons/${purpose === 'any' ? 'icon' : purpose}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon(192, 'any')] });
  return {
    id: '/',
    lang: language,
    name: `Officina: ${claim.toLowerCase()}`,
    short_name: 'Officina',
    description: claim,
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: '#eef2f6',
    theme_color: '#0b6e74',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
    shortcuts: [
      shortcut(foot.scan, '/home?open=scan'),
      shortcut(foot.work, '/home'),
      shortcut(foot.report, '/segnala-guasto'),
    ],
  };
}

const sourceOf = (output: Rolldown.OutputChunk | Rolldown.OutputAsset): string | Uint8Array =>
  output.type === 'chunk' ? output.code : output.source;

/** Returns the version and the files: those that the first page names or needs at once, and the others. */
function shellOf(bundle: Rolldown.OutputBundle) {
  const page = String(bundle[PAGE] && sourceOf(bundle[PAGE]));
  const isFirst = (name: string): boolean =>
    page.includes(`/${name}"`) || !name.startsWith('assets/') || name.includes('inter-latin-wght');
  const names = [...Object.keys(bundle), ...ICONS, 'favicon.svg'].filter((name) => !OTHER_SCRIPTS.test(name));
  const hash = createHash('sha256');
  for (const name of names.toSorted()) hash.update(name);
  for (const [name, output] of Object.entries(bundle))
    if (!name.startsWith('assets/')) hash.update(sourceOf(output));
  const paths = (wanted: boolean) =>
    names.filter((name) => isFirst(name) === wanted).map((name) => `/${name}`);
  return { version: hash.digest('hex').slice(0, 16), first: paths(true), others: paths(false) };
}

/** Bundles the worker as a script without imports: not every browser starts a module as a service worker. */
async function workerWith(shell: object): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { SHELL: JSON.stringify(shell) },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: here('src/worker/worker.ts'), formats: ['iife'], name: 'worker' },
    },
  });
  const [output] = [built].flat() as Rolldown.RolldownOutput[];
  return output!.output[0].code;
}

export function installable(languages: string[], wordsFile: (language: string) => string): Plugin {
  return {
    name: 'officina-installable',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const language of languages) {
          const source = JSON.stringify(
            manifestOf(language, JSON.parse(readFileSync(wordsFile(language), 'utf8'))),
          );
          this.emitFile({ type: 'asset', fileName: `manifest.${language}.webmanifest`, source });
        }
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await workerWith(shellOf(bundle)) });
      },
    },
  };
}
