/**
 * `npm run seed -- --size typical|large [--data DIR]`, or with DATABASE_URL: fills an existing plant with many
 * rows.
 */

import { parseArgs } from 'node:util';
import { messageOf } from '../../schemas/failures.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { openDatabase, StartupError } from '../database/engine.ts';
import { migrate } from '../database/migration.ts';
import { type Size, seedVolume } from './volume.ts';

const SIZES: Size[] = ['typical', 'large'];
const USE = 'Use: npm run seed -- --size typical|large [--data DIR]';

const log = {
  info: () => undefined,
  warn: (...messages: unknown[]) => console.error(...messages),
  error: (...messages: unknown[]) => console.error(...messages),
};

function readArguments(): { size: Size; folder: string } {
  const { values } = parseArgs({
    options: { size: { type: 'string' }, data: { type: 'string', default: 'data' } },
  });
  const size = SIZES.find((one) => one === values.size);
  if (!size) throw new StartupError(USE);
  return { size, folder: values.data };
}

async function fill(): Promise<void> {
  const { size, folder } = readArguments();
  const schemas = readSchemas();
  const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL || undefined;
  const database = await openDatabase({ url, folder, log });
  try {
    await migrate(database, schemas.entities, { log });
    const { rows } = await database.query('select 1 from ruolo limit 1');
    if (rows.length === 0) throw new StartupError('There is no plant yet: run npm start once first.');
    await seedVolume(database, schemas, size);
    console.log(`The plant is filled: ${size}.`);
  } finally {
    await database.close();
  }
}

try {
  await fill();
} catch (error) {
  console.error(error instanceof StartupError ? error.message : `${messageOf(error)}\n${USE}`);
  process.exitCode = 1;
}
