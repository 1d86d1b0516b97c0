/**
 * The user's acts without a network. They are stored on the device for their user, and sent in order when there is
 * a network, by one tab at a time. Sign-out and sessions of other users do not affect them.
 */

import { Listeners } from '../schemas/listeners.ts';
import { sendLater } from './background-sync.ts';
import { device } from './device.ts';
import { drafts } from './drafts.ts';
import { call } from './http.ts';
import { OUTBOX, withLock } from './locks.ts';
import { network } from './network.ts';
import {
  type Changed,
  doneAgain,
  inQueue,
  isSameRecord,
  nextToSend,
  type OfRecord,
  type Sent,
  type Waiting,
} from './outbox-order.ts';
import { sendAll } from './outbox-sending.ts';
import {
  ACTS_CHANNEL,
  actsOf,
  allActsOf,
  type Own,
  removeAct,
  requestOf,
  storeRefusal,
} from './outbox-store.ts';
import { OwnRows, whenGone } from './own-rows.ts';
import { isAhead } from './sent.ts';
import { session } from './session.ts';

const EACH_MS = 60_000;

/** An act to store. Without a time it is done now. */
type Added = Omit<Waiting, 'user' | 'doneAt'> & Partial<Pick<Waiting, 'doneAt'>>;

const NOTHING: Waiting[] = [];
/** Called when this tab has sent everything that it could send, after the server has answered. */
const answeredHere = new Listeners();
/** The keys of the acts that this tab is sending at once: they are stored, but do not wait yet. */
const inFlight = new Set<string>();
let sending: Promise<void> | undefined;
/** Whether acts were added while the last ones were being sent. */
let isRequested = false;

const own = (): number | undefined => session.user()?.idUtente;

const ofUser = async (user: number | undefined): Promise<Waiting[]> =>
  user === undefined ? NOTHING : actsOf(user);

/** Returns whether this tab is not sending the act at once. */
const isIdle = ({ key }: Waiting): boolean => !inFlight.has(key);

const waitingOf = async (user: number | undefined): Promise<Waiting[]> => (await ofUser(user)).filter(isIdle);

const rows = new OwnRows<Own>(ACTS_CHANNEL, { waiting: NOTHING, sent: [] }, async (user) => {
  const { waiting, sent } = await allActsOf(user);
  return { waiting: waiting.filter(isIdle), sent };
});

/** Returns the sent acts of a record that this version of it does not contain. */
const sentSince = (record: OfRecord, version: unknown, sent = rows.all().sent): Sent[] =>
  sent.filter((act) => isSameRecord(act, record) && isAhead(act, version));

async function remove(act: Waiting, end: { made?: number } | 'dropped'): Promise<void> {
  await removeAct(act, end);
  if (act.makes) await drafts.changed();
}

async function callFor(act: Waiting): Promise<unknown> {
  // A file that failed on a slow connection is not tried again at once.
  const unrepeated = act.file !== undefined;
  const { data } = await call<unknown>(act.path, { ...requestOf(act), unrepeated });
  return data;
}

function sendOwn(): Promise<number> {
  const user = own();
  return sendAll({
    acts: () => waitingOf(user),
    isCurrent: () => own() === user,
    call: callFor,
    isReachable: () => network.check(),
    remove: (act, made) => remove(act, { made }).then(() => rows.publish()),
    refuse: (act) => storeRefusal(act).then(() => rows.publish()),
  });
}

/** Lets the service worker send what waits, if the pages are closed before there is a network. */
async function leaveToWorker(acts = waitingOf): Promise<void> {
  const user = own();
  if (user !== undefined && nextToSend(await acts(user).catch(() => NOTHING))) await sendLater(user);
}

/** Sends as long as it is asked for. */
async function sendRequested(): Promise<void> {
  let answered = 0;
  while (isRequested) {
    isRequested = false;
    answered += await withLock(OUTBOX, sendOwn).catch(() => 0);
  }
  // This is in the same step as the check above, so that no request is lost between the two.
  sending = undefined;
  void leaveToWorker();
  if (answered > 0) answeredHere.notify();
}

const waitingKeys = (): string[] => rows.all().waiting.map(({ key }) => key);

export const outbox = {
  /** Returns the acts of the signed-in user, starting with the oldest. */
  acts: (): Waiting[] => rows.all().waiting,

  /** Returns the acts of the signed-in user that the server has performed. Pages may display older answers. */
  sent: (): Sent[] => rows.all().sent,

  /** Returns whether an act of the record waits. Later acts of the record then wait too. */
  holds: (record: OfRecord): boolean => rows.all().waiting.some((act) => isSameRecord(act, record)),

  /**
   * Returns whether acts of the record were sent after this version of it was read. It is then older than the user's
   * own change.
   */
  isAhead: (record: OfRecord, version: unknown): boolean => sentSince(record, version).length > 0,

  /** Stores acts, all or none. Rejects if the browser stores nothing. */
  add: (...acts: Added[]): Promise<void> => outbox.replace(undefined, ...acts),

  /** Stores acts in place of all acts of a record, all or none. Rejects if the browser stores nothing. */
  async replace(record: OfRecord | undefined, ...acts: Added[]): Promise<void> {
    const user = own();
    if (user === undefined) throw new Error('Nobody is signed in');
    // Not what the tab displays: the service worker may have sent something a moment ago.
    const { waiting: all, sent } = await allActsOf(user);
    const replaced = record ? all.filter((act) => isSameRecord(act, record)) : NOTHING;
    const keys = new Set(acts.map(({ key }) => key));
    const queue = all.filter((act) => !replaced.includes(act) && !keys.has(act.key));
    const { length } = queue;
    for (const act of acts) {
      const before = [...sentSince(act, act.body.versione, sent), ...queue];
      queue.push(inQueue({ doneAt: Date.now(), ...act, user }, before));
    }
    const { store, done } = (await device()).transaction('outbox', 'readwrite');
    const removed = replaced.map(({ key }) => store.delete(key));
    await Promise.all([...removed, ...queue.slice(length).map((act) => store.put(act)), done]);
    await rows.publish();
    void leaveToWorker();
    void outbox.flush();
  },

  /**
   * Sends the waiting acts, if there is a network. A request during a turn starts another turn at its end, because
   * the act may have been added after the turn had read its last one.
   */
  flush(): Promise<void> {
    isRequested = true;
    sending ??= sendRequested();
    return sending;
  },

  /** Sends a refused act again for the current version of the record, with the user's changes. */
  async again(act: Waiting, changed?: Changed): Promise<void> {
    await (await device()).put('outbox', doneAgain(act, changed));
    await rows.publish();
    void outbox.flush();
  },

  async drop(act: Waiting): Promise<void> {
    await remove(act, 'dropped');
    await rows.publish();
    void outbox.flush();
  },

  /**
   * Stores an act and sends it, so that it is not lost if the application is closed before the reply. With a reply it
   * is performed, after a refusal it is removed, and without a reply it waits. Rejects if it must wait and the browser
   * stores nothing.
   */
  async sendNow<T>(act: Added, send: () => Promise<T | undefined>): Promise<T | undefined> {
    const user = own();
    if (user === undefined) throw new Error('Nobody is signed in');
    const whole = { doneAt: Date.now(), ...act, user };
    inFlight.add(act.key);
    const stored = device().then((database) => database.put('outbox', whole));
    await stored.catch(() => undefined);
    try {
      const reply = await send();
      if (reply === undefined) await stored;
      else await remove(whole, {}).catch(() => undefined);
      return reply;
    } catch (error) {
      await remove(whole, 'dropped').catch(() => undefined);
      throw error;
    } finally {
      inFlight.delete(act.key);
      await rows.publish();
      if (outbox.acts().length > 0) void leaveToWorker();
    }
  },

  /** Counts the acts that a user has not sent yet. */
  count: async (user: number): Promise<number> => (await ofUser(user)).length,

  /** Returns the acts that a user has not sent yet, starting with the oldest. */
  of: ofUser,

  /**
   * Stores acts of a file as they are, all or none, except those that the device has already. Returns the number of
   * new acts.
   */
  async takeIn(acts: Waiting[]): Promise<number> {
    const { store, done } = (await device()).transaction('outbox', 'readwrite');
    const held = new Set(await store.getAllKeys());
    const added = acts.filter(({ key }) => !held.has(key));
    await Promise.all([...added.map((act) => store.put(act)), done]);
    await rows.publish();
    void outbox.flush();
    return added.length;
  },

  /** Removes acts that the server holds for an administrator. */
  async handedIn(acts: Waiting[]): Promise<void> {
    const { store, done } = (await device()).transaction('outbox', 'readwrite');
    await Promise.all([...acts.map(({ key }) => store.delete(key)), done]);
    await rows.publish();
  },

  /**
   * Sends when the network is back, when the page becomes visible, and every minute. Calls `onSent` after acts were
   * answered, in all tabs. Returns a function that stops this.
   */
  start(onSent: () => void): () => void {
    const flush = () => void (network.isMissing() || outbox.flush());
    const unsubscribe = answeredHere.subscribe(onSent);
    // What this tab has not sent, another one has.
    const unwatch = whenGone(rows, waitingKeys, () => sending || onSent());
    const inView = () => void (document.hidden || flush());
    // The page may be closed now, before the reply to an act arrives.
    const onView = () => (document.hidden ? void leaveToWorker(ofUser) : flush());
    const timer = setInterval(inView, EACH_MS);
    const stop = network.subscribe(flush);
    document.addEventListener('visibilitychange', onView);
    const unfollow = rows.follow();
    void rows.show().then(flush);
    return () => {
      clearInterval(timer);
      stop();
      document.removeEventListener('visibilitychange', onView);
      unfollow();
      unsubscribe();
      unwatch();
    };
  },

  subscribe: rows.subscribe,
};
