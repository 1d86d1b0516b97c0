/** The server as a command: reads its configuration, starts, and stops on a signal. */

import { Socket } from 'node:net';
import { errorOf } from '../schemas/failures.ts';
import { SchemaError } from '../schemas/read-schemas.ts';
import { asksForHelp, readConfiguration, readHelp } from './configuration.ts';
import { StartupError } from './database/startup-error.ts';
import { type Running, start } from './running.ts';

const STOP_WITHIN_MS = 10_000;

/** A terminal sends its signal twice through npm. */
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

/** `npm start` may be killed without a word; the server is not left behind then. */
function onOrphaned(stop: () => void): void {
  const fd = process.env.OFFICINA_PARENT_LINE;
  if (!fd) return;
  new Socket({ fd: Number(fd), readable: true }).resume().once('close', stop).unref();
  // A terminal that is closed tells both; who starts the server by itself may have told it not to listen.
  process.on('SIGHUP', stop);
}

function fail(error: unknown): never {
  const told = error instanceof StartupError || error instanceof SchemaError;
  const { message, stack } = errorOf(error);
  process.stderr.write(`${told ? message : `Officina could not start: ${message}`}\n`);
  if (!told && process.env.OFFICINA_LOG === 'debug') process.stderr.write(`${stack}\n`);
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
