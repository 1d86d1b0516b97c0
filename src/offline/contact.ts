/** Contacts the server for this device: at the start, when the network is back, and every ten minutes. */
import { contactServer } from '../../dataProvider/ended-device.ts';
import { network } from '../../dataProvider/network.ts';
import { MINUTE_MS } from '../../schemas/durations.ts';

const EVERY_MS = 10 * MINUTE_MS;

/** Returns a function that stops this. */
export function startContact(): () => void {
  const contact = () => {
    // Without a network, or if the browser stores nothing, the next contact follows later.
    if (!network.isMissing()) void contactServer().catch(() => undefined);
  };
  const timer = setInterval(contact, EVERY_MS);
  const stop = network.subscribe(contact);
  addEventListener('online', contact);
  contact();
  return () => {
    clearInterval(timer);
    stop();
    removeEventListener('online', contact);
  };
}
