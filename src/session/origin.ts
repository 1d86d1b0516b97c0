/** Stores the requested address while the user is at an identity provider. */
const KEY = 'origin';

export function rememberOrigin(from: string | undefined): void {
  if (from) sessionStorage.setItem(KEY, from);
  else sessionStorage.removeItem(KEY);
}

export function takeOrigin(): string {
  const from = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return from ?? '/home';
}
