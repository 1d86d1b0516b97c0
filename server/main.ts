/** The server as a command: reads its configuration, starts, and stops on a signal. */

import { Socket } from 'node:net';
import { errorOf } from '../schemas/failures.ts';
import { SchemaError } from '../schemas/read-schemas.ts';
import { asksForHelp, readConfiguration, readHelp } from './configuration.ts';
import { StartupError } from './database/startup-error.ts';
import { type Running, start } from './running.ts';

const STOP_WITHIN_MS = 10_000;

/** Stops the server once, even if a terminal sends its signal twice through npm. */
function stopOnSignal(running: Running): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await running.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  onOrphaned(stop);
}

/** Stops the server if `npm start` is killed without a signal to the server. */
function onOrphaned(stop: () => void): void {
  const fd = process.env.OFFICINA_PARENT_LINE;
  if (!fd) return;
  new Socket({ fd: Number(fd), readable: true }).resume().once('close', stop).unref();
  // Closing a terminal ends both processes. Without a parent process, `nohup` may ignore the hangup.
  process.on('SIGHUP', stop);
}

function fail(error: unknown): never {
  const isExpected = error instanceof StartupError || error instanceof SchemaError;
  const { message, stack } = errorOf(error);
  process.stderr.write(`${isExpected ? message : `Officina could not start: ${message}`}\n`);
  if (!isExpected && process.env.OFFICINA_LOG === 'debug') process.stderr.write(`${stack}\n`);
  process.exit(1);
}

const args = process.argv.slice(2);
if (asksForHelp(args)) process.stdout.write(readHelp());
else
  try {
    stopOnSignal(await start(readConfiguration(args, process.env, process.stderr.isTTY === true)));
  } catch (error) {
    fail(error);
  }
