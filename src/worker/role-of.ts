/** Decides which requests the service worker answers: pages of the application, and files of the built front end. */

export interface PageRequest {
  method: string;
  mode: string;
  url: string;
}

export type Role = 'page' | 'file';

/** The API with its downloads, and addresses to which other systems link. These always go to the server. */
const OTHERS = /^\/(?:api|sso|auth)(?:\/|$)/;
const FILES = /^\/(?:assets\/|locales\/|icons\/|favicon\.svg$|manifest\.\w+\.webmanifest$)/;
/** A file whose address looks like a page: robots.txt, sw.js. */
const HAS_ENDING = /\.(?:js|json|txt|xml|ico|png|svg|pdf|webmanifest)$/i;

export function roleOf({ method, mode, url }: PageRequest, origin: string): Role | undefined {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return undefined;
  const path = address.pathname;
  if (OTHERS.test(path) || path.startsWith('/.well-known')) return undefined;
  if (FILES.test(path)) return 'file';
  return mode === 'navigate' && !HAS_ENDING.test(path) ? 'page' : undefined;
}
