/** The socket for `pg`: a connection to the thread that runs PostgreSQL. */
import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { EngineBusy } from './startup-error.ts';

export interface Thread {
  /** Returns a port to the engine, when the engine is open. */
  port(): Promise<MessagePort>;
  /** Stops a thread that does not answer. The next port starts another thread. */
  restart(): void;
  /** Returns the maximum duration of an answer in milliseconds, which is Infinity during long work. */
  statementTimeout(): number;
}

export class EmbeddedStream extends Duplex {
  #port: MessagePort | undefined;
  #timer: NodeJS.Timeout | undefined;
  #waiting = 0;

  constructor(private readonly thread: Thread) {
    super();
  }

  connect(): this {
    this.thread.port().then(
      (port) => {
        if (this.destroyed) return port.close();
        this.#port = port;
        port.on('message', (reply: Uint8Array) => this.#receive(reply));
        port.on('close', () =>
          this.destroy(new EngineBusy('The database engine stopped; it is opened again.')),
        );
        this.emit('connect');
      },
      (error) => this.destroy(new EngineBusy('The database engine cannot be opened.', { cause: error })),
    );
    return this;
  }

  #receive(reply: Uint8Array): void {
    this.#waiting -= 1;
    clearTimeout(this.#timer);
    if (this.#waiting > 0) this.#watch();
    if (reply.length > 0) this.push(reply);
  }

  /** Stops the thread if a statement runs too long, because this engine has no statement_timeout. */
  #watch(): void {
    clearTimeout(this.#timer);
    const timeout = this.thread.statementTimeout();
    if (!Number.isFinite(timeout)) return;
    this.#timer = setTimeout(() => {
      this.destroy(new EngineBusy('A statement ran longer than allowed and was cancelled.'));
      this.thread.restart();
    }, timeout);
  }

  #send(batch: Uint8Array<ArrayBuffer>): void {
    this.#waiting += 1;
    this.#watch();
    this.#port?.postMessage(batch, [batch.buffer]);
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#send(new Uint8Array(chunk));
    done();
  }

  /** Sends the messages of one query in one batch. */
  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    const batch = new Uint8Array(chunks.reduce((sum, { chunk }) => sum + chunk.length, 0));
    let at = 0;
    for (const { chunk } of chunks) {
      batch.set(chunk, at);
      at += chunk.length;
    }
    this.#send(batch);
    done();
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer);
    this.#port?.removeAllListeners('close');
    this.#port?.close();
    done(error);
  }

  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
