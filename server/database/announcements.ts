/**
 * Short messages to every server of the plant, including this one. They report what was changed, so that caches and
 * open pages follow. Messages may be lost with a connection; then `missed` is called, and listeners read again. See
 * docs/decisions/061-several-servers.md.
 */
export interface Topic<T> {
  name: string;
  /** Returns whether the message is valid. A server of another version may send something else, which is ignored. */
  accepts(message: unknown): message is T;
}

export interface Listener<T> {
  received(message: T): void;
  /** Is called when messages of other servers may have been lost. */
  missed?(): void;
}

export interface Announcements {
  /** Sends a message after its change was committed. This server's listeners are called before it returns. */
  announce<T>(topic: Topic<T>, message: T): void;
  /** Adds a listener, and returns the function that removes it. */
  listen<T>(topic: Topic<T>, listener: Listener<T>): () => void;
}
