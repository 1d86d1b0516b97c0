import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A test process lives for seconds: compiling the embedded engine for full speed would cost more than it saves. */
const SHORT_LIVED = '--liftoff-only';

/** Returns the Node arguments for a program: the bundle of `npm test`, else its source. */
export function program(file: string): string[] {
  const built = join(process.env.BUILT_PROGRAMS ?? '', file.replace(/\.ts$/, '.mjs'));
  return process.env.BUILT_PROGRAMS && existsSync(built)
    ? [SHORT_LIVED, built]
    : [SHORT_LIVED, '--import', 'tsx', join(ROOT, file)];
}
