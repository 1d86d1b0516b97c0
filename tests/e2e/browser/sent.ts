/** What a page has sent for its user. */
import type { Page, Request } from 'playwright-core';

/** A device contacts the server for itself too: later, if the machine is slow. */
const ofDevice = (request: Request): boolean => request.url().includes('/dispositivo');

/** Whether the request is the user's, and has this method. */
export const isUsers =
  (method: string) =>
  (request: Request): boolean =>
    request.method() === method && !ofDevice(request);

/** The addresses to which the page sends from now on, with this method. */
export function sentFrom(page: Page, method: string): string[] {
  const sent: string[] = [];
  const belongs = isUsers(method);
  page.on('request', (request) => {
    if (belongs(request)) sent.push(request.url());
  });
  return sent;
}
