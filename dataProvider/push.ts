/** This device's subscription to the push service of its browser. */
import { call } from './http.ts';

export interface PushDevice {
  id: number;
  dispositivo: string | null;
  creato: string;
  inviato: string | null;
  indirizzo: string;
}

export interface PushDevices {
  /** The public key of the plant. */
  chiave: string;
  dispositivi: PushDevice[];
}

const PATH = '/avvisi/dispositivo/';

export const readDevices = async (): Promise<PushDevices> => (await call<PushDevices>(PATH)).data;

export const removeDevice = (id: number): Promise<unknown> => call(`${PATH}${id}`, { method: 'DELETE' });

/** Returns why this device cannot be turned on; undefined if it can. */
export type Obstacle = 'insecure' | 'unsupported' | 'denied';

export function obstacle(): Obstacle | undefined {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

const registration = (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : Promise.resolve(undefined);

async function subscription(): Promise<PushSubscription | undefined> {
  return (await (await registration())?.pushManager?.getSubscription()) ?? undefined;
}

/** Returns the address of this device at its push service, if it has one. */
export const ownAddress = async (): Promise<string | undefined> => (await subscription())?.endpoint;

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Requests the user's permission and an address from the browser, and sends the address to the server. */
export async function turnOn(key: string): Promise<Obstacle | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const worker = await registration();
  if (!worker) return 'unsupported';
  const earlier = await worker.pushManager.getSubscription();
  // The subscription with another plant's key would receive no messages of this plant.
  await earlier?.unsubscribe();
  const applicationServerKey = bytesOf(key);
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys = {} } = made.toJSON();
  const body = { indirizzo: endpoint, chiave: keys.p256dh, segreto: keys.auth };
  await call(PATH, { method: 'POST', body });
  return undefined;
}

/** Turns messages to this device off: in the browser, and on the server if it has this device. */
export async function turnOff(): Promise<void> {
  const own = await subscription();
  if (!own) return;
  // The browser comes first: without a network the device must stop displaying messages too.
  await own.unsubscribe();
  const { dispositivi } = await readDevices();
  const registered = dispositivi.find(({ indirizzo }) => indirizzo === own.endpoint);
  if (registered) await removeDevice(registered.id);
}
