/** Sends the acts of one device in order. Where they are stored, and how a call is made, is passed in. */
import { isRow } from '../schemas/values.ts';
import { fateOf, nextToSend, refusedBy, type Waiting } from './outbox-order.ts';

/** The acts of one user on a device, and the connection to the server. */
export interface Sending {
  /** Returns the acts that are stored now. */
  acts(): Promise<Waiting[]>;
  /** Returns whether the user is still signed in. */
  isCurrent(): boolean | Promise<boolean>;
  /** Calls the server, and returns the data of its reply. */
  call(act: Waiting): Promise<unknown>;
  /** Returns whether the server is within reach. */
  isReachable(): Promise<boolean>;
  /** Removes an act that was performed, with the id of the record that it created. */
  remove(act: Waiting, made?: number): Promise<void>;
  /** Stores the server's refusal, unless another tab has removed the act in the meantime. */
  refuse(act: Waiting): Promise<void>;
}

async function send(act: Waiting, sending: Sending): Promise<boolean> {
  try {
    const data = await sending.call(act);
    await sending.remove(act, act.makes && isRow(data) ? Number(data.id) : undefined);
  } catch (error) {
    if (fateOf(error) === 'later') return false;
    await sending.refuse(refusedBy(act, error));
  }
  return true;
}

/** Sends the acts that can be sent. Returns the number of acts that the server has answered. */
export async function sendAll(sending: Sending): Promise<number> {
  const halted = new Set<string>();
  for (let answered = 0; ; ) {
    const next = nextToSend(await sending.acts(), halted);
    // Another user may have signed in during the call, so that the session belongs to that user now.
    if (!next || !(await sending.isCurrent())) return answered;
    if (await send(next, sending)) answered += 1;
    else if (next.file && (await sending.isReachable())) halted.add(next.key);
    else return answered;
  }
}
