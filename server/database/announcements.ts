/**
 * Short messages to every server of the plant, this one included: what was changed, so that caches and open pages
 * follow. They may be lost with a connection; then `missed` is called, and listeners read again.
 * See docs/decisions/061-several-servers.md.
 */
import type { EngineLog } from './database.ts';
import { messageOf } from './startup-error.ts';

export interface Topic<T> {
  name: string;
  /** A server of another version may send something else, which is ignored. */
  accepts(message: unknown): message is T;
}

export interface Listener<T> {
  received(message: T): void;
  /** Messages of other servers may have been lost. */
  missed?(): void;
}

export interface Announcements {
  /** Sends a message after its change was committed; this server's listeners are called before it returns. */
  announce<T>(topic: Topic<T>, message: T): void;
  /** Returns the function that ends the listening. */
  listen<T>(topic: Topic<T>, listener: Listener<T>): () => void;
}

interface Entry {
  name: string;
  receive(message: unknown): void;
  missed(): void;
}

/** The listeners of this server: all there are with the embedded engine. */
export class LocalAnnouncements implements Announcements {
  readonly #entries = new Set<Entry>();

  constructor(protected readonly log: EngineLog) {}

  announce<T>({ name }: Topic<T>, message: T): void {
    this.deliver(name, message);
  }

  listen<T>({ name, accepts }: Topic<T>, listener: Listener<T>): () => void {
    const entry: Entry = {
      name,
      receive(message) {
        if (accepts(message)) listener.received(message);
      },
      missed: () => listener.missed?.(),
    };
    this.#entries.add(entry);
    return () => this.#entries.delete(entry);
  }

  protected deliver(name: string, message: unknown): void {
    for (const entry of this.#entries) if (entry.name === name) this.#safely(() => entry.receive(message));
  }

  protected deliverMissed(): void {
    for (const entry of this.#entries) this.#safely(() => entry.missed());
  }

  #safely(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.log.warn(`An announcement was not handled: ${messageOf(error)}`);
    }
  }
}
