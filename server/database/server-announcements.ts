/**
 * Announcements between servers of one PostgreSQL, by LISTEN and NOTIFY on a separate connection. They are sent
 * outside the transactions: a NOTIFY inside them would make commits wait for each other.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { isObject } from '../../schemas/shape-parts.ts';
import type { Listener, Topic } from './announcements.ts';
import type { EngineLog } from './database.ts';
import { LocalAnnouncements } from './local-announcements.ts';
import { messageOf } from './startup-error.ts';

const CHANNEL = 'officina';
/** The name of the connection that every running server has. */
export const LISTENER = 'officina announcements';
/** The maximum size of a message in bytes. PostgreSQL accepts less than 8000. */
const BYTES_MAX = 7500;
const RETRY_MS = 1000;

/**
 * A message as sent. `topic` is missing if the message was too long, so that its readers know that they missed
 * something.
 */
interface Sent {
  from: string;
  topic?: string;
  message?: unknown;
}

function parsed(payload: string | undefined): Sent[] {
  try {
    const value: unknown = JSON.parse(payload ?? '');
    return Array.isArray(value) ? value.filter(isSent) : [];
  } catch {
    return [];
  }
}

const isSent = (value: unknown): value is Sent => isObject(value) && typeof value.from === 'string';

/** Packs texts into arrays of JSON that fit into one notification each. */
function packed(texts: string[]): string[] {
  const packs: string[] = [];
  let pack = '';
  for (const text of texts) {
    if (pack && Buffer.byteLength(pack) + Buffer.byteLength(text) > BYTES_MAX) {
      packs.push(`[${pack}]`);
      pack = '';
    }
    pack = pack ? `${pack},${text}` : text;
  }
  return pack ? [...packs, `[${pack}]`] : packs;
}

export class ServerAnnouncements extends LocalAnnouncements {
  readonly #server = randomUUID();
  #client: pg.Client | undefined;
  #waiting: string[] = [];
  #sending = false;
  #retry: NodeJS.Timeout | undefined;
  #opened = false;
  #closed = false;

  constructor(
    private readonly url: string,
    log: EngineLog,
  ) {
    super(log);
  }

  override announce<T>(topic: Topic<T>, message: T): void {
    super.announce(topic, message);
    if (!this.#client) return;
    const text = JSON.stringify({ from: this.#server, topic: topic.name, message });
    this.#waiting.push(Buffer.byteLength(text) < BYTES_MAX ? text : JSON.stringify({ from: this.#server }));
    void this.#send();
  }

  /** Adds a listener. The first one opens the connection, because commands that only announce do not need it. */
  override listen<T>(topic: Topic<T>, listener: Listener<T>): () => void {
    if (!this.#opened) void this.#open();
    this.#opened = true;
    return super.listen(topic, listener);
  }

  /** Connects, and again whenever the connection is lost. Until then only this server's listeners are called. */
  async #open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: LISTENER,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.once('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => this.#received(parsed(payload)));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (this.#closed) return await client.end();
      this.#client = client;
      this.deliverMissed();
    } catch (error) {
      this.log.warn(`Other servers of this plant cannot be heard: ${messageOf(error)}`);
      await client.end().catch(() => undefined);
      this.#openLater();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#waiting = [];
    this.#openLater();
  }

  #openLater(): void {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#open(), RETRY_MS);
    this.#retry.unref();
  }

  /** Sends all messages together that were queued in the meantime. */
  async #send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.#client && this.#waiting.length > 0) {
        const packs = packed(this.#waiting.splice(0));
        await this.#client.query('select pg_notify($1, pack) from unnest($2::text[]) pack', [CHANNEL, packs]);
      }
    } catch (error) {
      this.log.warn(`Other servers of this plant were not notified: ${messageOf(error)}`);
    } finally {
      this.#sending = false;
    }
  }

  #received(messages: Sent[]): void {
    for (const { from, topic, message } of messages) {
      if (from === this.#server) continue;
      if (topic === undefined) this.deliverMissed();
      else this.deliver(topic, message);
    }
  }
}
