/**
 * Drafts: what the user typed into forms and could not save. They are stored on this device for their user until they
 * are saved or discarded.
 */
import { type Draft, device } from './device.ts';
import { DRAFTS_CHANNEL } from './outbox-store.ts';
import { OwnRows } from './own-rows.ts';
import { newKey } from './retry.ts';
import { session } from './session.ts';

const NONE: Draft[] = [];

const rows = new OwnRows(DRAFTS_CHANNEL, NONE, async (user) => {
  const all = await (await device()).getAllFromIndex('drafts', 'user', user);
  return all.toSorted((one, other) => one.at - other.at);
});

/** The drafts whose forms this tab displays. */
const opened = new Set<string>();
let unopened = NONE;

rows.subscribe(() => {
  const now = rows.all().filter(({ id }) => !opened.has(id));
  const isSame = now.length === unopened.length && now.every((draft, index) => draft === unopened[index]);
  if (!isSame) unopened = now;
});

export const drafts = {
  isRead: rows.isRead,
  all: rows.all,
  /** Returns the drafts whose forms are closed, starting with the oldest. */
  unopened: (): Draft[] => unopened,
  subscribe: rows.subscribe,

  /** Reads the drafts, and follows the changes of other tabs. Returns a function that stops this. */
  start(): () => void {
    void rows.show();
    return rows.follow();
  },

  /** Marks a draft whose form is displayed. Returns a function that ends this. */
  open(id: string): () => void {
    opened.add(id);
    rows.notify();
    return () => {
      opened.delete(id);
      rows.notify();
    };
  },

  /**
   * Stores a draft. `seen` is the time of the draft that the form knows: if another tab has stored a later one, both
   * are kept. Rejects if the browser stores nothing.
   */
  async put(draft: Omit<Draft, 'user' | 'at'>, seen: number | undefined): Promise<Draft> {
    const user = session.user()?.idUtente;
    if (user === undefined) throw new Error('Nobody is signed in');
    const { store, done } = (await device()).transaction('drafts', 'readwrite');
    const before = await store.get(draft.id);
    const id = before && before.at !== seen ? newKey() : draft.id;
    const stored = { ...draft, id, user, at: Date.now() };
    await store.put(stored);
    await done;
    await rows.publish();
    return stored;
  },

  async remove(id: string): Promise<void> {
    await (await device()).delete('drafts', id);
    await rows.publish();
  },

  /** Displays drafts that another module has stored. */
  changed: (): Promise<void> => rows.publish(),

  /** Counts the drafts of a user. */
  count: async (user: number): Promise<number> => (await rows.read(user)).length,
};
