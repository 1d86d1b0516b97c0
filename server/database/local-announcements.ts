/** Announcements within this process, for the embedded engine, which has no other servers. */
import type { Announcements, Listener, Topic } from './announcements.ts';
import type { EngineLog } from './database.ts';
import { messageOf } from './startup-error.ts';

interface Entry {
  name: string;
  receive(message: unknown): void;
  missed(): void;
}

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
