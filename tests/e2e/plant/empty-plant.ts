/** A new, empty installation, and the link for its first super administrator. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from '../../processes/program.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const START_WITHIN_MS = 240_000;

export interface EmptyPlant {
  url: string;
  /** The link that the start prints for the administrator. */
  link: string;
  stop(): Promise<void>;
}

export async function emptyPlant(): Promise<EmptyPlant> {
  const folder = await mkdtemp(join(tmpdir(), 'officina-e2e-'));
  const child = spawn(
    process.execPath,
    [
      ...[...program('server/main.ts'), '--empty'],
      ...['--host', '127.0.0.1', '--port', '0', '--data', folder],
    ],
    { cwd: ROOT, env: { ...process.env, DATABASE_URL: '', OFFICINA_LOG: 'error' } },
  );
  let said = '';
  const link = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`No link in time. ${said}`)), START_WITHIN_MS);
    const hear = (chunk: Buffer): void => {
      said += chunk;
      const printed = /https?:\/\/\S+\/attiva-account\/\S+(?=\s)/.exec(said)?.[0];
      if (!printed) return;
      clearTimeout(late);
      resolve(printed);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}. ${said}`)));
  });
  return {
    url: new URL(link).origin,
    link,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
