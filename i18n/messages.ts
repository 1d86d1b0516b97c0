/** Trees of texts in a language: finds a text, fills in its %{names}, merges trees. */
import { LANGUAGES, type Language } from '../schemas/entity.ts';

export interface Messages {
  [key: string]: string | Messages;
}

export type TextParams = Record<string, string | number | undefined>;
export type Translate = (key: string, params?: TextParams) => string;

export function lookUp(messages: Messages, key: string): string | undefined {
  let part: string | Messages | undefined = messages;
  for (const step of key.split('.')) part = typeof part === 'object' ? part[step] : undefined;
  return typeof part === 'string' ? part : undefined;
}

export const fill = (text: string, params: TextParams = {}): string =>
  text.replaceAll(/%\{(\w+)\}/g, (_, name) => String(params[name] ?? ''));

export const translator =
  (messages: Messages): Translate =>
  (key, params) =>
    fill(lookUp(messages, key) ?? key, params);

/** Merges trees. Later texts win. */
export function merge(...trees: Messages[]): Messages {
  const merged: Messages = {};
  for (const tree of trees)
    for (const [key, value] of Object.entries(tree)) {
      const before = merged[key];
      merged[key] = typeof value === 'object' && typeof before === 'object' ? merge(before, value) : value;
    }
  return merged;
}

/** Returns every text with its dotted key. */
export const flatten = (messages: Messages, prefix = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );

const loaded = new Map<Language, Promise<Messages>>();

/** Returns the texts of the interface, fetched once per language. */
export function loadMessages(language: Language): Promise<Messages> {
  let messages = loaded.get(language);
  if (!messages) {
    messages = fetch(`/locales/${language}.json`).then((reply) => {
      if (!reply.ok) throw new Error(`/locales/${language}.json: ${reply.status}`);
      return reply.json() as Promise<Messages>;
    });
    messages.catch(() => loaded.delete(language));
    loaded.set(language, messages);
  }
  return messages;
}

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value);
