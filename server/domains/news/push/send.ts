/** Sends a message to a device through the push service of its browser: encrypted, signed, to a checked address. */
import type webPush from 'web-push';
import { NotDelivered, type PostOptions, postTo } from '../../../http/checked-post.ts';
import type { PushDevice } from './devices.ts';
import type { PushMessage } from './message.ts';
import type { VapidKeys } from './vapid.ts';

export interface Sender extends PostOptions {
  keys: VapidKeys;
  /** The contact for operators of the push service, if the plant has no address. */
  subject: string;
}

/** How long a push service stores a message for a device that is off, in seconds. */
const STORED_SECONDS = 12 * 3600;
const TEXT_LENGTH = 300;

export type Sent = 'sent' | 'gone' | 'failed';

const cut = (text: string): string =>
  text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH - 1)}…` : text;

/** Encrypts and signs the message. Returns undefined if the device's keys are not a valid point of the curve. */
async function requestFor(
  subscription: webPush.PushSubscription,
  payload: string,
  { subject, keys }: Sender,
) {
  // Loaded with the first message, since the start of the server needs none.
  const { default: webPush } = await import('web-push');
  try {
    return webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: { subject, ...keys },
      TTL: STORED_SECONDS,
      contentEncoding: 'aes128gcm',
    });
  } catch {
    return undefined;
  }
}

/** Returns `gone` if the push service no longer knows the device. */
export async function sendPush(device: PushDevice, message: PushMessage, sender: Sender): Promise<Sent> {
  const { endpoint, p256dh, auth } = device;
  const payload = JSON.stringify({ ...message, title: cut(message.title), body: cut(message.body) });
  const request = await requestFor({ endpoint, keys: { p256dh, auth } }, payload, sender);
  // With such keys no message can be encrypted, so the device is removed.
  if (!request) return 'gone';
  try {
    const { headers, body } = request;
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    await postTo(endpoint, { headers: Object.fromEntries(texts), body: body ?? Buffer.alloc(0) }, sender);
    return 'sent';
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error;
    return [404, 410].includes(error.answered?.status ?? 0) ? 'gone' : 'failed';
  }
}
