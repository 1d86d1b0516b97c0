import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
// @ts-expect-error: a build script without types.
import { bundle } from '../../bundle.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
mkdirSync(join(ROOT, '.cache'), { recursive: true });
const folder = mkdtempSync(join(ROOT, '.cache', 'bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = `
interface Place { here: string }
const place: Place = { here: import.meta.url };

function fail(): never {
  throw new Error(place.here);
}
try {
  fail();
} catch (error) {
  console.log((error as Error).stack);
}
`;

it('a bundled program knows the places of its sources, and its traces name their lines', async () => {
  const source = join(folder, 'program.ts');
  writeFileSync(source, PROGRAM);
  const name = relative(ROOT, source);
  await bundle([name], join(folder, 'built'));
  const built = join(folder, 'built', name.replace(/\.ts$/, '.mjs'));
  const trace = execFileSync(process.execPath, ['--enable-source-maps', built]).toString();
  expect(trace).toContain(`Error: file://${source}`);
  expect(trace).toContain('program.ts:6:9');
  expect(trace).toContain('program.ts:9:3');
});
