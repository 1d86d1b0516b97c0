/** Every Italian word that the product says, as it stands in its files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Below these keys stands Italian, whatever else a file holds. */
const ITALIAN = new Set(['it', 'its']);
/** Files that are in Italian as a whole. */
const WHOLE = ['i18n/it.json', 'server/seed/data/initial.json', 'server/seed/data/settings.json'];
/** Those with both languages side by side. */
const MIXED = ['schemas', 'server'];
const SPOKEN_IN_CODE = /\b(?:it|its): (?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")/g;

const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => /\.(json|ts)$/.test(path));

function* texts(json: Json): Generator<string> {
  if (typeof json === 'string') yield json;
  else if (Array.isArray(json)) for (const one of json) yield* texts(one);
  else if (json && typeof json === 'object') for (const one of Object.values(json)) yield* texts(one);
}

function* italian(json: Json): Generator<string> {
  if (Array.isArray(json)) for (const one of json) yield* italian(one);
  else if (json && typeof json === 'object')
    for (const [key, value] of Object.entries(json)) yield* ITALIAN.has(key) ? texts(value) : italian(value);
}

const readJson = (path: string): Json => JSON.parse(readFileSync(path, 'utf8'));

function* inCode(source: string): Generator<string> {
  for (const [, single, double] of source.matchAll(SPOKEN_IN_CODE))
    yield (single ?? double)!.replaceAll(/\\(['"])/g, '$1');
}

function* spoken(): Generator<string> {
  for (const path of WHOLE) yield* texts(readJson(path));
  for (const path of MIXED.flatMap(below)) {
    if (path.endsWith('.json')) yield* italian(readJson(path));
    else yield* inCode(readFileSync(path, 'utf8'));
  }
}

const PLACE = /%?\{\w+\}/;
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

export interface Words {
  says(quoted: string): boolean;
}

/** A sentence with places that are filled in is said with anything in them. */
export function productWords(): Words {
  const known = new Set<string>();
  const filled: RegExp[] = [];
  for (const text of spoken())
    for (const form of text.split(' |||| ').flatMap((one) => one.split('\n'))) {
      const literal = form.split(PLACE);
      if (literal.length === 1) known.add(form);
      // Of '{reasons}' alone one learns nothing.
      else if (literal.join('').replaceAll(/[^\p{L}]/gu, '').length > 3)
        filled.push(new RegExp(`^${literal.map(escaped).join('.+')}$`, 'u'));
    }
  return { says: (quoted) => known.has(quoted) || filled.some((form) => form.test(quoted)) };
}
