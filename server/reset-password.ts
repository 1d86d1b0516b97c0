/**
 * `npm run reset-password -- MAIL [--data DIR]`, or with DATABASE_URL: prints a link with which this user can set a
 * new password once. It is for administrators of the server, if mail cannot deliver the link.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openStanding, readCommand, runCommand } from './command.ts';
import { StartupError } from './database/engine.ts';
import { NoWayIn, passwordLink } from './domains/sessions/console.ts';
import { addressesOf } from './greeting.ts';

const USE = 'Use: npm run reset-password -- MAIL [--data DIR]';

await runCommand(async () => {
  const { file: mail, configuration } = readCommand(USE);
  if (!mail) throw new StartupError(USE);
  const { folder, url, host, port } = configuration;
  if (!url && !existsSync(join(folder, 'database')))
    throw new StartupError(`There is no plant in ${folder}. ${USE}`);
  const database = await openStanding(configuration);
  try {
    const link = await passwordLink(database, mail, addressesOf(host ?? '127.0.0.1', port)[0]);
    console.log(`${mail} can choose a new password with this link, once and within an hour:\n${link}`);
  } catch (error) {
    throw error instanceof NoWayIn ? new StartupError(error.message) : error;
  } finally {
    await database.close();
  }
});
