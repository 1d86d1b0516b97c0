/** All texts of the product in a language, from its files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../schemas/language.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Files of one language, except keys named after the other. */
const WHOLE: Record<Language, string[]> = {
  it: ['i18n/it.json', 'server/seed/data/initial.json', 'server/seed/data/settings.json'],
  en: ['i18n/en.json'],
};
/** Files with both languages. */
const MIXED = ['schemas', 'server'];
/** Keywords of JSON Schema with English text, and their Italian counterparts. */
const IN_SCHEMAS = { title: 'x-title', description: 'x-description' };
const OTHER: Record<Language, Language> = { it: 'en', en: 'it' };

const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => /\.(json|ts)$/.test(path));

function* texts(json: Json, other: Language): Generator<string> {
  if (typeof json === 'string') yield json;
  else if (Array.isArray(json)) for (const one of json) yield* texts(one, other);
  else if (json && typeof json === 'object')
    for (const [key, value] of Object.entries(json)) if (key !== other) yield* texts(value, other);
}

/** Yields texts under a language's keys: 'en', and 'ens' for plurals. */
function* named(json: Json, language: Language): Generator<string> {
  if (Array.isArray(json)) for (const one of json) yield* named(one, language);
  else if (json && typeof json === 'object') {
    for (const [key, value] of Object.entries(json))
      if (key === language || key === `${language}s`) yield* texts(value, OTHER[language]);
      else yield* named(value, language);
    if (language === 'en')
      for (const [name, allowed] of Object.entries(IN_SCHEMAS))
        if (allowed in json && typeof json[name] === 'string') yield json[name];
  }
}

const readJson = (path: string): Json => JSON.parse(readFileSync(path, 'utf8'));

function* inCode(source: string, language: Language): Generator<string> {
  const spoken = new RegExp(`\\b${language}s?: (?:'((?:\\\\.|[^'\\\\])*)'|"((?:\\\\.|[^"\\\\])*)")`, 'g');
  for (const [, single, double] of source.matchAll(spoken))
    yield (single ?? double)!.replaceAll(/\\(['"])/g, '$1');
}

function* spoken(language: Language): Generator<string> {
  for (const path of WHOLE[language]) yield* texts(readJson(path), OTHER[language]);
  for (const path of MIXED.flatMap(below)) {
    if (path.endsWith('.json')) yield* named(readJson(path), language);
    else yield* inCode(readFileSync(path, 'utf8'), language);
  }
}

const PLACE = /%?\{\w+\}/;
export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

export interface Words {
  says(quoted: string): boolean;
}

/** Returns the product's texts; those with placeholders match any value. */
export function productWords(language: Language): Words {
  const quotable = new Set<string>();
  const filled: RegExp[] = [];
  for (const text of spoken(language))
    for (const form of text.split(' |||| ').flatMap((one) => one.split('\n'))) {
      const literal = form.split(PLACE);
      if (literal.length === 1) quotable.add(form);
      // '{reasons}' alone would match everything.
      else if (literal.join('').replaceAll(/[^\p{L}]/gu, '').length > 3)
        filled.push(new RegExp(`^${literal.map(escaped).join('.+')}$`, 'u'));
    }
  return { says: (quoted) => quotable.has(quoted) || filled.some((form) => form.test(quoted)) };
}
