/** Sends the acts of the signed-in user from the service worker, which has no page and no storage of the pages. */
import { CallError, send, speak } from './envelope.ts';
import { OUTBOX, RENEWAL, withLock } from './locks.ts';
import { network } from './network.ts';
import { NO_SESSION, nextToSend, type Waiting } from './outbox-order.ts';
import { sendAll } from './outbox-sending.ts';
import { ACTS_CHANNEL, actsOf, DRAFTS_CHANNEL, removeAct, requestOf, storeRefusal } from './outbox-store.ts';
import { sendOrLeave } from './patience.ts';
import { sendWithRetries } from './retry.ts';
import { senderOnDevice } from './sender.ts';
import { claimsOf, isUnreachable, requestTokens } from './tokens.ts';

const isCurrent = async (user: number): Promise<boolean> => (await senderOnDevice())?.user === user;

/**
 * Returns a token of the user's session; undefined if the session is over, or belongs to another user. Rejects if the
 * server is out of reach.
 */
const tokenOf = (user: number): Promise<string | undefined> =>
  withLock(RENEWAL, async () => {
    // The user may have signed out while a tab had the lock.
    if (!(await isCurrent(user))) return undefined;
    try {
      const { access_token } = await requestTokens(user);
      return claimsOf(access_token)?.user?.idUtente === user ? access_token : undefined;
    } catch (error) {
      if (isUnreachable(error)) throw error;
      return undefined;
    }
  });

/**
 * Calls the server like a page, but leaves a call without a reply: pages could send nothing while it waits. A file
 * fills a slow line for long, so that it gets more time and one attempt. The user may have signed out between two
 * attempts.
 */
async function call(act: Waiting, token: string): Promise<unknown> {
  const request = requestOf(act);
  const attempt = async (signal?: AbortSignal) => {
    if (!(await isCurrent(act.user))) throw new Error('Another user, or nobody, is signed in');
    return send(act.path, { ...request, signal }, token);
  };
  const { data } = act.file
    ? await attempt()
    : await sendWithRetries(() => sendOrLeave(attempt, undefined, 'leave'));
  return data;
}

/** Lets the open tabs display what has changed. */
function tell(channel: string): void {
  const tabs = new BroadcastChannel(channel);
  tabs.postMessage('changed');
  tabs.close();
}

/** Sends all that can be sent. Returns whether a later attempt can send more. */
async function sendWith(token: string, user: number): Promise<boolean> {
  let isOver = false;
  await sendAll({
    acts: () => actsOf(user),
    // Each attempt of a call asks for the user again.
    isCurrent: () => !isOver,
    isReachable: () => network.check(),
    async call(act) {
      try {
        return await call(act, token);
      } catch (error) {
        isOver = error instanceof CallError && NO_SESSION.includes(error.result);
        throw error;
      }
    },
    async remove(act, made) {
      await removeAct(act, { made });
      tell(ACTS_CHANNEL);
      if (act.makes) tell(DRAFTS_CHANNEL);
    },
    async refuse(act) {
      await storeRefusal(act);
      tell(ACTS_CHANNEL);
    },
  });
  return !isOver && (await isCurrent(user)) && nextToSend(await actsOf(user)) !== undefined;
}

async function sendOwn(): Promise<void> {
  const sender = await senderOnDevice();
  if (!sender || !nextToSend(await actsOf(sender.user))) return;
  speak(sender.language);
  const token = await tokenOf(sender.user);
  if (token && (await sendWith(token, sender.user))) throw new Error('Some acts still wait');
}

/**
 * Sends the acts that wait, while no tab does. Rejects if some must wait for a network, so that the browser tries
 * again. An act that needs the user, and a session that is over, wait for the user.
 */
export const sendWaiting = (): Promise<void> => withLock(OUTBOX, sendOwn);
