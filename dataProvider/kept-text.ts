/** Typed texts that stay in this tab through a reload, until they are saved or their user signs out. */

const PREFIX = 'officina.text ';

const keyOf = (user: number | undefined, name: string): string => `${PREFIX}${user} ${name}`;

export const keptText = (user: number | undefined, name: string): string | undefined =>
  sessionStorage.getItem(keyOf(user, name)) ?? undefined;

/** Keeps a text, or removes it if there is none. */
export function keepText(user: number | undefined, name: string, text: string | undefined): void {
  if (text === undefined) sessionStorage.removeItem(keyOf(user, name));
  else sessionStorage.setItem(keyOf(user, name), text);
}

export function forgetTexts(): void {
  const { sessionStorage: texts } = globalThis;
  for (const key of Object.keys(texts ?? {})) if (key.startsWith(PREFIX)) texts.removeItem(key);
}
