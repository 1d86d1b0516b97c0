/** Rows that the device stores for the signed-in user, as all tabs display them. */

import { Listeners } from '../schemas/listeners.ts';
import { session } from './session.ts';

/** The time in milliseconds without further changes after which rows count as gone. */
const QUIET_MS = 500;

export class OwnRows<Rows> {
  private displayed: Rows;
  private hasRead = false;
  private readonly listeners = new Listeners();
  private readonly tabs: BroadcastChannel | undefined;

  /** `channel` is the name by which tabs tell each other about changes. `none` is displayed without a user. */
  constructor(
    channel: string,
    readonly none: Rows,
    readonly read: (user: number) => Promise<Rows>,
  ) {
    this.displayed = none;
    this.tabs = globalThis.BroadcastChannel && new BroadcastChannel(channel);
  }

  all = (): Rows => this.displayed;

  /** Returns false until the rows of the device have been read. */
  isRead = (): boolean => this.hasRead;

  readonly show = async (): Promise<void> => {
    const user = session.user()?.idUtente;
    this.displayed = user === undefined ? this.none : await this.read(user).catch(() => this.none);
    this.hasRead = true;
    this.notify();
  };

  /** Displays changed rows, in all tabs. */
  async publish(): Promise<void> {
    this.tabs?.postMessage('changed');
    await this.show();
  }

  notify(): void {
    this.listeners.notify();
  }

  /** Follows the changes of other tabs. Returns a function that stops this. */
  follow(): () => void {
    this.tabs?.addEventListener('message', this.show);
    return () => this.tabs?.removeEventListener('message', this.show);
  }

  subscribe = this.listeners.subscribe;
}

/** Calls `onGone` after rows with some of these keys have gone. Returns a function that stops this. */
export function whenGone<Rows>(rows: OwnRows<Rows>, keys: () => string[], onGone: () => void): () => void {
  let before = keys();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = rows.subscribe(() => {
    const now = keys();
    const isLess = before.some((key) => !now.includes(key));
    before = now;
    if (!isLess) return;
    clearTimeout(timer);
    timer = setTimeout(onGone, QUIET_MS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
