/**
 * Bundles programs of the server into one file each: a start then loads one file instead of some 400, and compiles no
 * TypeScript. `node bundle.mjs FOLDER` makes the server; FOLDER is inside the project, so that packages, which are not
 * bundled, are found.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

/**
 * Every module finds its files relative to its original place. The module is changed when it is read, since a change
 * after that would lose its source map.
 */
const ownPlaces = {
  name: 'own-places',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('.ts')
      ? readFileSync(id, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
};

export const bundle = (programs, folder) =>
  build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [ownPlaces],
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rollupOptions: {
        input: Object.fromEntries(programs.map((file) => [file.replace(/\.ts$/, ''), join(ROOT, file)])),
        // A trace needs lines, not the sources themselves.
        output: { format: 'es', entryFileNames: '[name].mjs', sourcemapExcludeSources: true },
      },
    },
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(['server/main.ts'], process.argv[2]);
