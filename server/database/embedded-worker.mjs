/**
 * PostgreSQL in a separate thread, so that a long query never blocks the answers to others, and can be
 * stopped with the thread. Plain JavaScript: it starts without a compiler. It speaks PostgreSQL's protocol
 * over a port, one batch of messages at a time, for one connection at a time.
 *
 * PGlite alone does not sync to disk. Three settings together make each commit durable: starting without -F,
 * an fsync operation for its file system, and wal_sync_method=fsync. The self-test below counts the syncs.
 */
import { fdatasyncSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { copyChanged } from './embedded-copy.mjs';

const CHECKPOINT_EVERY = 5 * 60_000;
const CHECKPOINT_BYTES = 48 * 1024 * 1024;
const LOOK_EVERY = 2_000;
const READY_FOR_QUERY = 0x5a;
const IDLE = 0x49;

let syncs = 0;

class DurableNodeFS extends NodeFS {
  async init(pg, options) {
    const result = await super.init(pg, options);
    const addSync = (module) => {
      module.NODEFS.stream_ops.fsync ??= (stream) => {
        if (stream.nfd !== undefined) {
          fdatasyncSync(stream.nfd);
          syncs += 1;
        }
        return 0;
      };
    };
    result.emscriptenOpts.preRun = [...result.emscriptenOpts.preRun, addSync];
    return result;
  }
}

const START = [
  ...PGlite.defaultStartParams.filter((part) => part !== '-F'),
  ...[
    'wal_sync_method=fsync',
    'max_wal_size=128MB',
    'min_wal_size=32MB',
    'TimeZone=UTC',
    'datestyle=ISO',
  ].flatMap((setting) => ['-c', setting]),
];

const lastWords = [];
const remember = (line) => {
  lastWords.push(line);
  if (lastWords.length > 5) lastWords.shift();
};

async function open() {
  const lite = await PGlite.create({
    fs: new DurableNodeFS(workerData.folder),
    pgliteWasmModule: workerData.code,
    extensions: { pg_trgm },
    startParams: START,
    onStderr: remember,
  });
  const before = syncs;
  await lite.query("select pg_logical_emit_message(true, 'officina', 'start')");
  if (syncs === before) throw new Error('a commit was not written through to the disk');
  return lite;
}

const text = new TextEncoder();
function message(type, ...parts) {
  const body = parts.map((part) =>
    typeof part === 'string' ? text.encode(`${part}\0`) : new Uint8Array(part),
  );
  const length = 4 + body.reduce((sum, part) => sum + part.length, 0);
  const header = [
    type.charCodeAt(0),
    length >>> 24,
    (length >>> 16) & 255,
    (length >>> 8) & 255,
    length & 255,
  ];
  return Buffer.concat([Uint8Array.from(header), ...body]);
}

const welcome = (version) =>
  new Uint8Array(
    Buffer.concat([
      message('R', [0, 0, 0, 0]),
      message('S', 'server_version', version),
      message('S', 'client_encoding', 'UTF8'),
      message('S', 'standard_conforming_strings', 'on'),
      message('Z', [IDLE]),
    ]),
  );

/** Writes checkpoints; without them the log grows and recovery takes long. */
async function createCheckpoints(lite) {
  let lookedAt = Date.now();
  let checkpointAt = Date.now();
  let written = (await lite.query('select pg_current_wal_insert_lsn() as place')).rows[0].place;
  return {
    async writeIfDue() {
      if (Date.now() - lookedAt < LOOK_EVERY) return;
      lookedAt = Date.now();
      const { place, bytes } = (
        await lite.query(
          'select p as place, (p - $1::pg_lsn)::float8 as bytes from pg_current_wal_insert_lsn() p',
          [written],
        )
      ).rows[0];
      const due = bytes > CHECKPOINT_BYTES || (bytes > 0 && Date.now() - checkpointAt >= CHECKPOINT_EVERY);
      if (!due) return;
      await lite.exec('checkpoint');
      checkpointAt = Date.now();
      written = place;
    },
  };
}

/** The one session of the engine, which each connection finds as if it were new. */
async function createSession(lite) {
  const { version } = (await lite.query("select current_setting('server_version') as version")).rows[0];
  const checkpoints = await createCheckpoints(lite);
  let idle = true;

  async function reset() {
    if (!idle) await lite.exec('rollback');
    await lite.exec('discard all');
    idle = true;
  }

  return {
    version,

    async checkpointIfDue() {
      if (idle) await checkpoints.writeIfDue();
    },

    /** Answers one batch with one reply, in order. */
    async answer(batch) {
      if (batch[0] === 0) {
        await reset();
        return welcome(version);
      }
      const chunks = [];
      await lite.execProtocolRawStream(batch, { onRawData: (bytes) => chunks.push(bytes.slice()) });
      const reply = chunks.length === 1 ? chunks[0] : new Uint8Array(Buffer.concat(chunks));
      if (reply.at(-6) === READY_FOR_QUERY) idle = reply.at(-1) === IDLE;
      return reply;
    },

    /** Copies the files after a checkpoint and outside a transaction: only then are they complete. */
    async copy({ to, stamps, reply }) {
      try {
        if (!idle) throw new Error('a transaction is open');
        await lite.exec('checkpoint');
        copyChanged(workerData.folder, to, stamps);
        reply.postMessage({});
      } catch (error) {
        reply.postMessage({ failed: error.message, code: error.code });
      }
      reply.close();
    },

    async close() {
      await reset();
      await lite.exec('checkpoint');
      await lite.close();
    },
  };
}

async function serve(lite) {
  const session = await createSession(lite);
  let queue = Promise.resolve();
  let closed = false;
  /** Runs `act` in order; ignores messages that a connection sends after the engine is closed. */
  const inTurn = (act) => {
    queue = queue.then(() => (closed ? undefined : act()));
  };
  const timer = setInterval(() => inTurn(session.checkpointIfDue), CHECKPOINT_EVERY);

  parentPort.on('message', ({ port, close, copied }) => {
    if (copied) inTurn(() => session.copy(copied));
    else if (close)
      inTurn(async () => {
        clearInterval(timer);
        await session.close();
        closed = true;
        parentPort.postMessage({ closed: true });
        parentPort.close();
      });
    else
      port.on('message', (batch) =>
        inTurn(async () => {
          const reply = await session.answer(batch);
          port.postMessage(reply, [reply.buffer]);
          await session.checkpointIfDue();
        }),
      );
  });
  parentPort.postMessage({ ready: true, version: session.version });
}

open().then(serve, (error) => {
  const reasons = [error.message, ...lastWords];
  parentPort.postMessage({ failed: reasons.join('; ') });
});
