/**
 * What a record's QR code holds, and which record a code read from somewhere means. Pure: the server prints by it and
 * the browser reads by it, each with the settings as they are.
 */

import type { SettingOf } from '../access.ts';
import { having, routeOf } from '../catalogue.ts';
import { displayOf, type Entity, type QrCode, type Row } from '../entity.ts';
import { INTEGER_MAX } from '../kinds.ts';

/** The address at which people open the installation, when a setting says it. */
export const ADDRESS_SETTING = 'ClienteURL';
/** Tells the page that a phone's own camera led to it. */
export const FROM_QR = 'from=qr';

const AS_TEXT = 'TXT';
const BY_CODE = 'COD';
const YES = '1';

export type Scanned = { entity: Entity; id: number } | { entity: Entity; code: string };

/** The settings that the codes of these entities depend on. */
export const settingsOfCodes = (entities: Entity[]): string[] => [
  ...new Set([ADDRESS_SETTING, ...entities.flatMap(({ qr }) => Object.values(qr?.settings ?? {}))]),
];

function decided(part: keyof QrCode['settings'], { qr }: Entity, setting: SettingOf): string | undefined {
  const code = qr?.settings[part];
  return code === undefined ? undefined : setting(code);
}

/** A setting that nobody wrote leaves what the schema says in force; an empty one says: no prefix. */
const prefixOf = (entity: Entity, setting: SettingOf): string =>
  decided('prefix', entity, setting) ?? having(entity, 'qr').qr.prefix;

/** Code and description beside the picture, or the picture alone. */
export const hasTexts = (entity: Entity, setting: SettingOf): boolean =>
  (decided('texts', entity, setting) ?? YES) === YES;

export const headerOf = (entity: Entity, setting: SettingOf): string =>
  (decided('header', entity, setting) ?? '').trim();

export const hasLogos = (entity: Entity, setting: SettingOf): boolean =>
  (decided('logos', entity, setting) ?? YES) === YES;

const says = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim());

export const textsOf = (entity: Entity, row: Row): string[] =>
  having(entity, 'qr')
    .qr.texts.map((name) => says(row[name]))
    .filter((text) => text !== '');

const codeOf = (entity: Entity, row: Row): string => says(row[having(entity, 'key').key[0]!]);

/** `origin` is where the caller reached the installation, for one that does not say its address. */
export function qrText(entity: Entity, row: Row, setting: SettingOf, origin: string): string {
  const code = codeOf(entity, row);
  const byCode = decided('content', entity, setting) === BY_CODE;
  // Where codes are printed, a record without one has its address: an id could be taken for another's code.
  if (decided('type', entity, setting) === AS_TEXT && (!byCode || code !== ''))
    return `${prefixOf(entity, setting)}${byCode ? code : row[entity.id]}`;
  const base = (setting(ADDRESS_SETTING) || origin).replace(/\/+$/, '');
  return `${base}${routeOf(entity, 'detail').replace(/:\w+\??$/, String(row[entity.id]))}?${FROM_QR}`;
}

/** Marks that a keyboard wedge or a copied text brings along, and nobody sees. */
const cleaned = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function idIn(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= INTEGER_MAX ? id : undefined;
}

/** An installation that says its address takes no other's labels for its own. */
function isOurs(address: URL, setting: SettingOf, origin: string | undefined): boolean {
  const told = setting(ADDRESS_SETTING);
  if (!told || !URL.canParse(told)) return true;
  return [told, origin].some((own) => own && URL.canParse(own) && new URL(own).host === address.host);
}

function readAddress(text: string, entities: Entity[], ours: (address: URL) => boolean): Scanned | undefined {
  if (!URL.canParse(text)) return undefined;
  const address = new URL(text);
  if (!ours(address)) return undefined;
  for (const entity of entities) {
    const route = routeOf(entity, 'detail').replace(/:\w+\??$/, '');
    const rest = new RegExp(`${escaped(route)}(\\d+)/?$`, 'i').exec(address.pathname)?.[1];
    const id = idIn(rest ?? '');
    if (id !== undefined) return { entity, id };
  }
  return undefined;
}

/** What follows the prefix, whatever its case and the spaces in it. */
function afterPrefix(text: string, prefix: string): string | undefined {
  const spaced = [...prefix.replaceAll(/\s/g, '')].map(escaped).join('\\s*');
  return new RegExp(`^${spaced}\\s*(\\S.*)$`, 'iu').exec(text)?.[1];
}

/** The record that a text means, if it is one of ours; which of two prefixes fits better is the longer. */
export function readQr(
  text: string,
  entities: Entity[],
  setting: SettingOf,
  origin?: string,
): Scanned | undefined {
  const clean = cleaned(text);
  const coded = entities.filter(({ qr }) => qr !== undefined);
  if (/^https?:/i.test(clean))
    return readAddress(clean, coded, (address) => isOurs(address, setting, origin));
  const byLength = coded
    .map((entity) => ({ entity, prefix: prefixOf(entity, setting) }))
    .sort((one, other) => other.prefix.length - one.prefix.length);
  for (const { entity, prefix } of byLength) {
    const code = afterPrefix(clean, prefix);
    if (code === undefined) continue;
    const id = decided('content', entity, setting) === BY_CODE ? undefined : idIn(code);
    return id === undefined ? { entity, code } : { entity, id };
  }
  return undefined;
}

/** What a person types need not have the prefix: then it may be the code of any of them, in order. */
export function readTyped(text: string, entities: Entity[], setting: SettingOf, origin?: string): Scanned[] {
  const code = cleaned(text);
  if (code === '') return [];
  const read = readQr(code, entities, setting, origin);
  const codes = entities.filter(({ qr }) => qr !== undefined).map((entity) => ({ entity, code }));
  return read ? [read, ...codes] : codes;
}

/** No file system takes these, and none takes a name without an end. */
export const fileNameOf = (text: string): string =>
  [
    ...cleaned(text)
      .replaceAll(/[\\/:*?"<>|]+/g, '-')
      .replaceAll(/\s+/g, ' '),
  ]
    .slice(0, 120)
    .join('')
    .replace(/[. ]+$/, '') || 'qr';

export const qrFileName = (entity: Entity, row: Row): string => fileNameOf(displayOf(entity, row));
