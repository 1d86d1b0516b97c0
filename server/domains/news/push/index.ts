/**
 * The devices that receive a user's news. Each user turns messages on and off for their own devices. See
 * docs/decisions/066-push.md.
 */
import type { Row } from '../../../../schemas/entity.ts';
import type { Refusal } from '../../../../schemas/validate.ts';
import { type Call, callAt } from '../../../http/call.ts';
import { addressFault } from '../../../http/networks.ts';
import { invalid, notFound } from '../../../http/problem.ts';
import { NO_DATA, OPTIONAL_TEXT } from '../../../http/reply-schemas.ts';
import { readId } from '../../../requests/ids.ts';
import { personOf } from '../../../requests/signed-in-user.ts';
import { addDevice, ownDevices, removeDevice, type Subscription } from './devices.ts';
import { vapidKeys } from './vapid.ts';

export { pushRoutine } from './routine.ts';

export interface PushCallParts {
  inside: boolean;
  /** Returns the name of a device from the user agent of its browser. */
  deviceOf(agent: string | undefined): string | undefined;
}

const ENDPOINT_LENGTH = 1000;
/** The formats of the keys: an uncompressed point of P-256, and 16 random bytes, in base64url. */
const POINT = /^B[A-Za-z0-9_-]{86}=?$/;
const SECRET = /^[A-Za-z0-9_-]{22}(==)?$/;

/**
 * Refuses values that are not a subscription. Addresses come from browsers, so they are checked like those of
 * webhooks.
 */
function subscriptionIn({ indirizzo, chiave, segreto }: Row, inside: boolean): Subscription {
  const endpoint = String(indirizzo ?? '');
  const short = endpoint.length <= ENDPOINT_LENGTH ? endpoint : '';
  const fault = addressFault(short, { inside, protocols: /^https:$/ });
  const refusals: Refusal[] = fault ? [{ field: 'indirizzo', rule: fault }] : [];
  if (typeof chiave !== 'string' || !POINT.test(chiave)) refusals.push({ field: 'chiave', rule: 'pattern' });
  if (typeof segreto !== 'string' || !SECRET.test(segreto))
    refusals.push({ field: 'segreto', rule: 'pattern' });
  if (refusals.length > 0) throw invalid(refusals);
  return { endpoint, p256dh: String(chiave), auth: String(segreto) };
}

const DEVICES = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      dispositivo: { ...OPTIONAL_TEXT, description: 'Browser and system' },
      creato: { type: 'string', format: 'date-time' },
      inviato: { ...OPTIONAL_TEXT, format: 'date-time', description: 'The last message' },
      indirizzo: { type: 'string' },
    },
  },
};

const listCall: Call = {
  ...callAt('GET', '/avvisi/dispositivo', 'session', 'user'),
  summary: { it: 'I propri dispositivi con avvisi', en: 'Own devices with messages' },
  reply: {
    type: 'object',
    properties: {
      chiave: { type: 'string', description: 'The public key of the plant, with which a browser subscribes' },
      dispositivi: DEVICES,
    },
  },
  example: {
    data: {
      chiave: `B${'A'.repeat(86)}`,
      dispositivi: [
        {
          ...{ id: 3, dispositivo: 'Chrome · Android', creato: '2026-11-24T09:42:10.123Z', inviato: null },
          indirizzo: 'https://push.example/abc',
        },
      ],
    },
  },
  async handle(context) {
    const { publicKey } = await vapidKeys(context.database);
    const dispositivi = await ownDevices(context.database, personOf(context).id);
    return { data: { chiave: publicKey, dispositivi } };
  },
};

const addCall = ({ inside, deviceOf }: PushCallParts): Call => ({
  ...callAt('POST', '/avvisi/dispositivo', 'session', 'user'),
  summary: { it: 'Attiva gli avvisi su un dispositivo', en: 'Turn on messages on a device' },
  body: {
    type: 'object',
    required: ['indirizzo', 'chiave', 'segreto'],
    properties: {
      indirizzo: {
        type: 'string',
        maxLength: ENDPOINT_LENGTH,
        description: 'The endpoint of the subscription',
      },
      chiave: { type: 'string', description: 'p256dh' },
      segreto: { type: 'string', description: 'auth' },
    },
  },
  ...NO_DATA,
  example: {
    body: { indirizzo: 'https://push.example/abc', chiave: `B${'A'.repeat(86)}`, segreto: 'A'.repeat(22) },
    data: null,
  },
  async handle(context) {
    const subscription = subscriptionIn(context.body, inside);
    const device = deviceOf(context.headers['user-agent']);
    await addDevice(context.database, personOf(context).id, subscription, {
      language: context.language,
      device,
    });
    return { data: null };
  },
});

const removeCall: Call = {
  ...callAt('DELETE', '/avvisi/dispositivo/:id', 'session', 'user'),
  summary: { it: 'Disattiva gli avvisi su un dispositivo', en: 'Turn off messages on a device' },
  ...NO_DATA,
  async handle(context) {
    if (!(await removeDevice(context.database, personOf(context).id, readId(context.params.id))))
      throw notFound();
    return { data: null };
  },
};

export const pushCalls = (parts: PushCallParts): Call[] => [listCall, addCall(parts), removeCall];
