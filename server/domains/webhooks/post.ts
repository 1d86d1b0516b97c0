/** The POST of a webhook: its body is signed with the secret of the webhook. */
import { createHmac } from 'node:crypto';
import { type PostOptions, postTo, type ReplyStart } from '../../http/checked-post.ts';

export interface Message {
  id: string;
  event: string;
  body: string;
  secret: string;
}

/** Returns `sha256=` and the HMAC of '<timestamp>.<body>', in hexadecimal. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

export function post(
  address: string,
  { id, event, body, secret }: Message,
  options: PostOptions,
): Promise<ReplyStart> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Officina-Webhook',
    'officina-event': event,
    'officina-delivery': id,
    'officina-timestamp': timestamp,
    'officina-signature': signatureOf(secret, timestamp, body),
  };
  return postTo(address, { headers, body }, options);
}
