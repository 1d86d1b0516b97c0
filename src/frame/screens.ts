import type { ReactNode } from 'react';
import { matchPath } from 'react-router';
import type { Translate } from '../../i18n/messages.ts';
import { type Access, allows, type Family, type Grant, type SettingOf } from '../../schemas/access.ts';
import type { Entity, Language, Text } from '../../schemas/entity.ts';

/** One screen. A title that is a text of its own comes from a schema, else it is a key of the interface's words. */
export interface Room {
  path: string;
  access: Access;
  title: Text | string;
  element: ReactNode;
  entity?: Entity;
  /** Its own place in the menu; a list stands where its schema says. */
  menu?: { group: string; order: number; icon: string };
  /** On a phone its entry is there only where this setting is 1. */
  onPhone?: string;
}

export const SUPER_ADMIN: Grant[] = [{ role: 'SUADMIN' }];
export const ADMINS: Grant[] = [...SUPER_ADMIN, { role: 'SUPER' }];

/** Who works on the plant: all but those who only report. */
export const STAFF: Grant[] = [...ADMINS, { role: 'RIFTEC' }];

/** They too, where reliability is licensed. */
export const RELIABILITY: Grant[] = STAFF.map(({ role }) => ({ role, setting: 'LicenzaMtbf' }));

/** Why a room is not open to somebody. `setting` is the one that closes it; without one, his role does. */
export interface RoomRefusal {
  setting?: string;
  onPhone?: boolean;
}

interface Visitor {
  family: Family | undefined;
  setting: SettingOf;
  narrow: boolean;
}

export function refusalOf(room: Room, { family, setting, narrow }: Visitor): RoomRefusal | undefined {
  const { access, onPhone } = room;
  if (narrow && onPhone && setting(onPhone) !== '1') return { setting: onPhone, onPhone: true };
  if (allows(access, family && { family }, setting)) return undefined;
  const grants = Array.isArray(access) ? access.filter(({ role }) => role === family) : [];
  const closing = grants.flatMap((grant) => grant.setting ?? []).find((code) => setting(code) !== '1');
  return closing ? { setting: closing } : {};
}

export const titleOf = (room: Room, language: Language, t: Translate): string =>
  typeof room.title === 'string' ? t(room.title) : room.title[language];

export const roomAt = (rooms: Room[], path: string): Room | undefined =>
  rooms.find((room) => matchPath(room.path, path));
