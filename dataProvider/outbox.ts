/**
 * Acts that were done without a network: stored on the device for their user, and sent in order once there is a
 * network, by one tab at a time. Sign-out and sessions of other users do not affect them.
 */
import { device } from './device.ts';
import { CallError, call, errorsOf } from './http.ts';
import { network } from './network.ts';
import { type Changed, doneAgain, fateOf, inQueue, nextToSend, type Waiting } from './outbox-order.ts';
import { newKey } from './retry.ts';
import { session } from './session.ts';

const EACH_MS = 60_000;
const LOCK = 'officina.outbox';

const NOTHING: Waiting[] = [];
const listeners = new Set<() => void>();
const tabs = globalThis.BroadcastChannel && new BroadcastChannel(LOCK);
let displayed: Waiting[] = NOTHING;
let sending: Promise<number> | undefined;

const own = (): number | undefined => session.user()?.idUtente;

async function ofUser(user: number | undefined): Promise<Waiting[]> {
  if (user === undefined) return NOTHING;
  const acts = await (await device()).getAllFromIndex('outbox', 'user', user);
  return acts.toSorted((one, other) => one.doneAt - other.doneAt);
}

async function show(): Promise<void> {
  displayed = await ofUser(own()).catch(() => NOTHING);
  for (const listener of listeners) listener();
}

async function publish(): Promise<void> {
  tabs?.postMessage('changed');
  await show();
}

function bodyOf({ body, file }: Waiting): unknown {
  if (!file) return body;
  const form = new FormData();
  form.append(file.part, file.content, file.content.name);
  return form;
}

async function send(act: Waiting): Promise<boolean> {
  const { key, method, path, doneAt } = act;
  const query = { ...act.query, ...act.claims };
  const database = await device();
  try {
    // A file that failed on a slow line is not tried again at once.
    await call(path, { method, query, body: bodyOf(act), key, doneAt, unrepeated: act.file !== undefined });
    await database.delete('outbox', key);
  } catch (error) {
    if (fateOf(error) === 'later') return false;
    const refusal = error instanceof Error ? error.message : '';
    const result = error instanceof CallError ? error.result : undefined;
    await database.put('outbox', { ...act, refusal, errors: errorsOf(error), result });
  }
  await publish();
  return true;
}

/** Sends the acts that can be sent. Returns the number of acts that the server has answered. */
async function sendAll(): Promise<number> {
  const user = own();
  const halted = new Set<string>();
  for (let answered = 0; ; ) {
    const next = nextToSend(await ofUser(user), halted);
    // Another user may have signed in during the call: the session is theirs now.
    if (!next || own() !== user) return answered;
    if (await send(next)) answered += 1;
    else if (next.file && (await network.check())) halted.add(next.key);
    else return answered;
  }
}

const oneTab = (work: () => Promise<number>): Promise<number> =>
  navigator.locks ? navigator.locks.request(LOCK, work) : work();

export const outbox = {
  /** The acts of the signed-in user, the oldest first. */
  acts: (): Waiting[] => displayed,

  /** Checks whether an act of the record waits: later acts of the record wait too. */
  holds: (on: string, id: string): boolean => displayed.some((act) => act.on === on && act.id === id),

  /** Stores an act; rejects if the browser stores nothing. */
  async add(act: Omit<Waiting, 'user' | 'doneAt'>): Promise<void> {
    const user = own();
    if (user === undefined) throw new Error('Nobody is signed in');
    const queue = await ofUser(user);
    const queued = inQueue({ ...act, user, doneAt: Date.now() }, queue);
    await (await device()).put('outbox', queued);
    await publish();
    void outbox.flush();
  },

  /** Sends the waiting acts, if there is a network. */
  flush(): Promise<number> {
    sending ??= oneTab(sendAll)
      .catch(() => 0)
      .finally(() => {
        sending = undefined;
      });
    return sending;
  },

  /** Sends a refused act again for the current version of the record, with the user's changes. */
  async again(act: Waiting, changed?: Changed): Promise<void> {
    const { store, done } = (await device()).transaction('outbox', 'readwrite');
    await store.delete(act.key);
    await store.put(doneAgain(act, newKey(), changed));
    await done;
    await publish();
    void outbox.flush();
  },

  async drop({ key }: Waiting): Promise<void> {
    await (await device()).delete('outbox', key);
    await publish();
    void outbox.flush();
  },

  /** Counts the acts that a user has not sent yet. */
  count: async (user: number): Promise<number> => (await ofUser(user)).length,

  /**
   * Sends when the network is back, when the page becomes visible, and every minute. Returns a function that stops
   * this.
   */
  start(onSent: () => void): () => void {
    const flush = async () => {
      if (!network.isMissing() && (await outbox.flush()) > 0) onSent();
    };
    const inView = () => void (document.hidden || flush());
    const timer = setInterval(inView, EACH_MS);
    const stop = network.subscribe(flush);
    document.addEventListener('visibilitychange', inView);
    tabs?.addEventListener('message', show);
    void show().then(flush);
    return () => {
      clearInterval(timer);
      stop();
      document.removeEventListener('visibilitychange', inView);
      tabs?.removeEventListener('message', show);
    };
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
