/**
 * Short messages to every server of the plant, this one included: what was changed, so that caches and open pages
 * follow. They may be lost with a connection; then `missed` is called, and listeners read again.
 * See docs/decisions/061-several-servers.md.
 */
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
