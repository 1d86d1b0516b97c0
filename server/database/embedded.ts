/**
 * PostgreSQL inside the server: PGlite in a thread, with its own folder. It has one session, so the pool has one
 * client.
 */
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import pg from 'pg';
import { HOUR_MS } from '../../schemas/durations.ts';
import type { Database, EngineLog, EngineOptions, Snapshot } from './database.ts';
import { clusterOf, finishFolder, inFolder, prepareFolder } from './embedded-folder.ts';
import { lockFolder } from './embedded-lock.ts';
import { forgetSnapshots, withCopy } from './embedded-snapshot.ts';
import { EmbeddedStream, type Thread } from './embedded-stream.ts';
import { LocalAnnouncements } from './local-announcements.ts';
import { onSnapshot, overPool, type Unhurried, withClient } from './pooled.ts';
import { portionsOf } from './portions.ts';
import { messageOf, StartupError } from './startup-error.ts';
import { TYPES } from './value-types.ts';

const CONNECT_TIMEOUT = 30_000;
const CLOSE_TIMEOUT = 20_000;
const NIGHT = 3;

interface Opened {
  worker: Worker;
  version: string;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Returns the engine's code. It is compiled once per process, so that later threads start faster. */
function engineCode(): Promise<WebAssembly.Module> {
  const file = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm');
  compiled ??= readFile(file).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

async function startWorker(cluster: string): Promise<Opened> {
  const code = await engineCode();
  // The thread needs none of the loaders of this process, so there is no execArgv.
  const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
    workerData: { folder: cluster, code },
    execArgv: [],
  });
  return new Promise((settle, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the database engine ended during its start')));
    worker.once('message', (message: { version: string; failed?: string }) => {
      if (message.failed) {
        worker.terminate();
        reject(new Error(message.failed));
      } else {
        worker.removeAllListeners();
        settle({ worker, version: message.version });
      }
    });
  });
}

/** Keeps one engine thread open. Starts another if the thread was stopped or has ended. */
class EngineThread implements Thread {
  #opened: Promise<Opened> | undefined;
  #closing = false;
  /** The number of running tasks without a time limit. */
  unhurried = 0;

  constructor(
    private readonly cluster: string,
    private readonly log: EngineLog,
    private readonly timeout: number,
  ) {}

  open(): Promise<Opened> {
    this.#opened ??= startWorker(this.cluster).then(
      (opened) => {
        opened.worker.on('error', (error) =>
          this.log.warn(`The database engine failed: ${messageOf(error)}`),
        );
        opened.worker.once('exit', () => this.#ended());
        return opened;
      },
      (error) => {
        this.#opened = undefined;
        throw error;
      },
    );
    return this.#opened;
  }

  #ended(): void {
    this.#opened = undefined;
    if (!this.#closing) this.log.warn('The database engine ended; the next call opens it again.');
  }

  async port(): Promise<MessagePort> {
    const { worker } = await this.open();
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ port: port2 }, [port2]);
    return port1;
  }

  restart(): void {
    const ending = this.#opened;
    // The new thread starts only after the old one has ended, because two threads on one folder would damage it.
    this.#opened = ending
      ?.then(({ worker }) => {
        worker.removeAllListeners('exit');
        this.log.warn(
          'The database engine was stopped at a statement that ran too long, and is opened again.',
        );
        return worker.terminate();
      })
      .then(() => {
        this.#opened = undefined;
        return this.open();
      });
  }

  statementTimeout(): number {
    return this.unhurried > 0 ? Number.POSITIVE_INFINITY : this.timeout;
  }

  async close(): Promise<void> {
    this.#closing = true;
    const opened = await this.#opened?.catch(() => undefined);
    if (!opened) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(() => opened.worker.terminate(), CLOSE_TIMEOUT);
      opened.worker.once('exit', () => {
        clearTimeout(timer);
        done();
      });
      opened.worker.postMessage({ close: true });
    });
  }
}

function openPool(thread: EngineThread): pg.Pool {
  const pool = new pg.Pool({
    stream: () => new EmbeddedStream(thread),
    ssl: false,
    host: 'embedded',
    user: 'postgres',
    password: '',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    types: TYPES,
  } as pg.PoolConfig);
  // The caller that uses the connection gets the error from its own query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return pool;
}

/** Runs `act` every night, because this engine has no autovacuum. */
function everyNight(act: () => Promise<void>, log: EngineLog): () => void {
  const timer = setInterval(() => {
    if (new Date().getHours() === NIGHT)
      act().catch((error) => log.warn(`The nightly maintenance of the database failed: ${messageOf(error)}`));
  }, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function openThread(folder: string, log: EngineLog, timeout: number) {
  const { isNew } = inFolder(folder, () => prepareFolder(folder));
  const thread = new EngineThread(clusterOf(folder), log, timeout);
  try {
    const { version } = await thread.open();
    if (isNew) inFolder(folder, () => finishFolder(folder));
    return { thread, version };
  } catch (error) {
    await thread.close();
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The database in ${clusterOf(folder)} could not be opened: ${messageOf(error)}. Restore it from a copy, or choose another folder with --data.`,
    );
  }
}

/** Reads the copy in a thread of its own, which no other query uses. */
async function readCopy<T>(
  copy: string,
  { log, timeout }: EngineOptions,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const thread = new EngineThread(copy, log, timeout);
  thread.unhurried = 1;
  const pool = openPool(thread);
  try {
    return await withClient(pool, (client) => onSnapshot(client, work));
  } finally {
    await pool.end();
    await thread.close();
  }
}

export async function openEmbedded(path: string, { log, timeout }: EngineOptions): Promise<Database> {
  const folder = resolve(path);
  const unlock = inFolder(folder, () => {
    mkdirSync(folder, { recursive: true });
    const release = lockFolder(folder);
    forgetSnapshots(folder);
    return release;
  });
  const { thread, version } = await openThread(folder, log, timeout).catch((error) => {
    unlock();
    throw error;
  });
  const pool = openPool(thread);
  const unhurried: Unhurried = async (_client, work) => {
    thread.unhurried += 1;
    try {
      return await work();
    } finally {
      thread.unhurried -= 1;
    }
  };
  const pooled = overPool(pool, log, unhurried);
  const maintain = () =>
    withClient(pool, (client) =>
      unhurried(client, async () => {
        await client.query('vacuum (analyze)');
        await client.query('checkpoint');
      }),
    );
  const stopNights = everyNight(maintain, log);
  const database: Database = {
    engine: 'embedded',
    version,
    announcements: new LocalAnnouncements(log),
    ...pooled,
    reading: () => database,
    cursor: (text, values, size) => portionsOf(pooled, { text, values, held: true }, size),
    snapshot: (work) => {
      const exclusively = (act: (worker: Worker) => Promise<void>) =>
        withClient(pool, async () => act((await thread.open()).worker));
      const source = { folder, cluster: clusterOf(folder), exclusively };
      return withCopy(source, (copy) => readCopy(copy, { log, timeout }, work));
    },
    maintain,
    async close() {
      stopNights();
      await pool.end();
      await thread.close();
      unlock();
    },
  };
  return database;
}
