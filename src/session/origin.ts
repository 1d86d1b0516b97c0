/** The address asked for, kept while the browser is away at an identity provider. */
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
