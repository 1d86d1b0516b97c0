import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** What Node is told to run a program of the project: as `npm test` has built it, else as it stands. */
export function program(file: string): string[] {
  const built = join(process.env.BUILT_PROGRAMS ?? '', file.replace(/\.ts$/, '.mjs'));
  return process.env.BUILT_PROGRAMS && existsSync(built) ? [built] : ['--import', 'tsx', join(ROOT, file)];
}
