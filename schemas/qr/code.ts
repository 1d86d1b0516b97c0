/**
 * The contents of a record's QR code, and the record that a scanned code refers to. It has no side effects: the
 * server prints codes and the browser reads them with the same functions.
 */

import type { SettingOf } from '../access.ts';
import { having, routeOf } from '../catalogue.ts';
import { displayOf, type Entity, type QrCode, type Row } from '../entity.ts';
import { INTEGER_MAX } from '../kinds.ts';

/** The setting for the installation's public address. */
export const ADDRESS_SETTING = 'ClienteURL';
/** Marks in the address that a phone's camera opened the page. */
export const FROM_QR = 'from=qr';

const AS_TEXT = 'TXT';
const BY_CODE = 'COD';
const YES = '1';

export type Scanned = { entity: Entity; id: number } | { entity: Entity; code: string };

/** Returns the settings that affect the codes of these entities. */
export const settingsOfCodes = (entities: Entity[]): string[] => [
  ...new Set([ADDRESS_SETTING, ...entities.flatMap(({ qr }) => Object.values(qr?.settings ?? {}))]),
];

function settingFor(part: keyof QrCode['settings'], { qr }: Entity, setting: SettingOf): string | undefined {
  const code = qr?.settings[part];
  return code === undefined ? undefined : setting(code);
}

/** Returns the prefix: the setting, where '' means no prefix, or without a setting the prefix of the schema. */
const prefixOf = (entity: Entity, setting: SettingOf): string =>
  settingFor('prefix', entity, setting) ?? having(entity, 'qr').qr.prefix;

/** Returns whether labels carry code and description next to the picture. */
export const hasTexts = (entity: Entity, setting: SettingOf): boolean =>
  (settingFor('texts', entity, setting) ?? YES) === YES;

export const headerOf = (entity: Entity, setting: SettingOf): string =>
  (settingFor('header', entity, setting) ?? '').trim();

export const hasLogos = (entity: Entity, setting: SettingOf): boolean =>
  (settingFor('logos', entity, setting) ?? YES) === YES;

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value).trim();

export const textsOf = (entity: Entity, row: Row): string[] =>
  having(entity, 'qr')
    .qr.texts.map((name) => textOf(row[name]))
    .filter((text) => text !== '');

const codeOf = (entity: Entity, row: Row): string => textOf(row[having(entity, 'key').key[0]!]);

/** Returns the text of a code. `origin` replaces the address of an installation without the setting. */
export function qrText(entity: Entity, row: Row, setting: SettingOf, origin: string): string {
  const code = codeOf(entity, row);
  const byCode = settingFor('content', entity, setting) === BY_CODE;
  // A record without a code gets an address: its id could equal another record's code.
  if (settingFor('type', entity, setting) === AS_TEXT && (!byCode || code !== ''))
    return `${prefixOf(entity, setting)}${byCode ? code : row[entity.id]}`;
  const base = (setting(ADDRESS_SETTING) || origin).replace(/\/+$/, '');
  return `${base}${routeOf(entity, 'detail').replace(/:\w+\??$/, String(row[entity.id]))}?${FROM_QR}`;
}

/** Removes invisible characters that scanners and copied texts contain. */
const cleaned = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function idIn(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= INTEGER_MAX ? id : undefined;
}

/** Checks the host. An installation with an address rejects labels of other installations. */
function isOurs(address: URL, setting: SettingOf, origin: string | undefined): boolean {
  const configured = setting(ADDRESS_SETTING);
  if (!configured || !URL.canParse(configured)) return true;
  return [configured, origin].some(
    (candidate) => candidate && URL.canParse(candidate) && new URL(candidate).host === address.host,
  );
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

/** Returns the text after the prefix, ignoring case and spaces. */
function afterPrefix(text: string, prefix: string): string | undefined {
  const spaced = [...prefix.replaceAll(/\s/g, '')].map(escaped).join('\\s*');
  return new RegExp(`^${spaced}\\s*(\\S.*)$`, 'iu').exec(text)?.[1];
}

/** Returns the record that a text refers to, trying long prefixes before short ones. */
export function readQr(
  text: string,
  entities: Entity[],
  setting: SettingOf,
  origin?: string,
): Scanned | undefined {
  const clean = cleaned(text);
  const withCodes = entities.filter(({ qr }) => qr !== undefined);
  if (/^https?:/i.test(clean))
    return readAddress(clean, withCodes, (address) => isOurs(address, setting, origin));
  const byLength = withCodes
    .map((entity) => ({ entity, prefix: prefixOf(entity, setting) }))
    .sort((one, other) => other.prefix.length - one.prefix.length);
  for (const { entity, prefix } of byLength) {
    const code = afterPrefix(clean, prefix);
    if (code === undefined) continue;
    const id = settingFor('content', entity, setting) === BY_CODE ? undefined : idIn(code);
    return id === undefined ? { entity, code } : { entity, id };
  }
  return undefined;
}

/** Returns the records to which a typed text may refer. Without a prefix it may be a code of any entity. */
export function readTyped(text: string, entities: Entity[], setting: SettingOf, origin?: string): Scanned[] {
  const code = cleaned(text);
  if (code === '') return [];
  const found = readQr(code, entities, setting, origin);
  const codes = entities.filter(({ qr }) => qr !== undefined).map((entity) => ({ entity, code }));
  return found ? [found, ...codes] : codes;
}

/** Removes characters and endings that file systems forbid. */
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
