/**
 * A small script that the page runs first. In a browser that has a session it requests the files of the application at
 * once, and not one after the other: a phone on a slow line has the first page a second earlier. The sign-in page, whose
 * visitors have no session, loads nothing more.
 */
import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

const PAGE = 'index.html';
const FIRST_SCRIPT = '<script type="module"';

type Bundle = Rolldown.OutputBundle;

const chunksOf = (bundle: Bundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((output) => output.type === 'chunk');

/** Returns the scripts and styles that a chunk needs before it can run. */
function neededBy(chunk: Rolldown.OutputChunk, bundle: Bundle, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const name of chunk.viteMetadata?.importedCss ?? []) found.add(name);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') neededBy(imported, bundle, found);
  }
  return found;
}

/** Returns the script. `token` and `language` are names in the browser's storage. */
const scriptFor = (files: string[], token: string, language: string): string => `(() => {
  if (!localStorage.getItem('${token}')) return;
  const add = (rel, href, as) => {
    const link = document.createElement('link');
    Object.assign(link, { rel, href, crossOrigin: 'anonymous' }, as && { as });
    document.head.append(link);
  };
  const language = localStorage.getItem('${language}');
  if (language === 'it' || language === 'en') add('preload', '/locales/' + language + '.json', 'fetch');
  for (const file of ${JSON.stringify(files)})
    if (file.endsWith('.css')) add('preload', '/' + file, 'style');
    else add('modulepreload', '/' + file);
})();
`;

export function ahead(entry: string, token: string, language: string): Plugin {
  return {
    name: 'officina-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle[PAGE];
        const application = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(entry));
        if (page?.type !== 'asset' || !application) throw new Error(`The build has no page, or no ${entry}`);
        const html = String(page.source);
        const files = [...neededBy(application, bundle)].filter((name) => !html.includes(`/${name}"`));
        const source = scriptFor(files, token, language);
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
        const fileName = `assets/ahead-${hash}.js`;
        this.emitFile({ type: 'asset', fileName, source });
        // Deferred scripts run in their order: after the entry has requested the words, a preload would be without use.
        page.source = html.replace(
          FIRST_SCRIPT,
          `<script defer src="/${fileName}"></script>\n    ${FIRST_SCRIPT}`,
        );
      },
    },
  };
}
