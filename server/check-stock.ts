/**
 * `npm run check:stock [-- --data DIR]`, or with DATABASE_URL: compares all stored sums of stock with their
 * movements: balances, withdrawals of interventions, and reservations. The exit code is 0 if they agree, 1 if not,
 * and 2 if nothing could be checked. Changes nothing.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../schemas/failures.ts';
import { type Database, openDatabase, StartupError } from './database/engine.ts';
import { onlyRow } from './database/rows.ts';
import { checkStock, reportOf } from './domains/stock/check.ts';
import { refuseHalfRestored } from './restoring.ts';

const USE = 'Use: npm run check:stock [-- --data DIR]';

const log = { info: () => undefined, warn: (message: string) => console.error(message) };

async function open(): Promise<Database> {
  const { values } = parseArgs({ options: { data: { type: 'string', default: 'data' } } });
  const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL || undefined;
  if (!url && !existsSync(join(values.data, 'database')))
    throw new StartupError(`There is no plant in ${values.data}. ${USE}`);
  refuseHalfRestored(values.data);
  return openDatabase({ url, folder: values.data, log });
}

async function check(): Promise<number> {
  const database = await open();
  try {
    const { rows } = await database.query<{ there: boolean }>(
      `select exists (select 1 from pg_attribute
         where attrelid = to_regclass('movimentazione') and attname = 'id_prenotazione') as there`,
    );
    if (!onlyRow(rows).there)
      throw new StartupError(
        'This database has no stock yet, or the stock of an older version: start this version of Officina with it once.',
      );
    const result = await checkStock(database);
    console.log(reportOf(result));
    return result.differences.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await check();
} catch (error) {
  console.error(error instanceof StartupError ? error.message : `${messageOf(error)}\n${USE}`);
  process.exitCode = 2;
}
