/**
 * Opens the PostgreSQL engine: the embedded one, in a worker thread on a folder, or a server named by DATABASE_URL.
 * No other file knows which one runs.
 */
import type { Database, DatabaseOptions } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openServer } from './server.ts';

export type * from './database.ts';
export { EngineBusy, StartupError } from './startup-error.ts';

export const STATEMENT_TIMEOUT = 30_000;

export function openDatabase({
  url,
  direct,
  poolerPrepares = false,
  replica,
  folder = 'data',
  log,
  timeout = STATEMENT_TIMEOUT,
}: DatabaseOptions): Promise<Database> {
  return url
    ? openServer({ url, direct, poolerPrepares, replica, log, timeout })
    : openEmbedded(folder, { log, timeout });
}
