/**
 * Bundles each program that tests start into one file: every start saves loading some 400 files. `node
 * tests/build-programs.mjs FOLDER`; FOLDER is inside the project, so that packages that are not bundled are found.
 */
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PROGRAMS = [
  'server/main.ts',
  'server/backup.ts',
  'server/restore.ts',
  'server/check-stock.ts',
  'server/check-counts.ts',
  'server/reset-password.ts',
  'tests/e2e/plant/plant-server.ts',
  'tests/crash/writers.ts',
];

/** Every module finds its files relative to its original place. */
const ownPlaces = {
  name: 'own-places',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.ts')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
};

await build({
  root,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  plugins: [ownPlaces],
  build: {
    ssr: true,
    outDir: process.argv[2],
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: Object.fromEntries(PROGRAMS.map((file) => [file.replace(/\.ts$/, ''), join(root, file)])),
      output: { format: 'es', entryFileNames: '[name].mjs' },
    },
  },
});
