/**
 * Displays messages that the server sends to this device while no page is open. Opens their page when the user
 * presses them.
 */

declare const self: ServiceWorkerGlobalScope;

interface Message {
  title: string;
  body: string;
  path: string;
  tag: string;
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  ['title', 'body', 'path', 'tag'].every((name) => typeof Reflect.get(value, name) === 'string');

/**
 * Displays a message. A push must display something. If its format is unknown, the message only says that there is
 * news.
 */
export async function display(data: PushMessageData | null): Promise<void> {
  let message: unknown;
  try {
    message = data?.json();
  } catch {
    message = undefined;
  }
  const { title, body, path, tag } = isMessage(message)
    ? message
    : { title: 'Officina', body: '', path: '/home', tag: 'news' };
  await self.registration.showNotification(title, { body, tag, icon: '/icons/icon-192.png', data: { path } });
}

/** Opens the page of the message, in an open window if there is one. */
export async function open(notification: Notification): Promise<void> {
  notification.close();
  const path: unknown = notification.data?.path;
  // Only pages of this application are opened.
  const target = new URL(typeof path === 'string' ? path : '/home', self.location.origin);
  if (target.origin !== self.location.origin) return;
  const [window] = await self.clients.matchAll({ type: 'window' });
  if (!window) {
    await self.clients.openWindow(target);
    return;
  }
  // If the browser refuses the focus, the window still opens the page.
  await window.focus().catch(() => undefined);
  await window.navigate(target).catch(() => self.clients.openWindow(target));
}
