import type { ReactNode } from 'react';
import { matchPath } from 'react-router';
import type { Translate } from '../../i18n/messages.ts';
import { type Access, allows, type Family, type Grant, type SettingOf } from '../../schemas/access.ts';
import type { Entity, Language, Text } from '../../schemas/entity.ts';

/** A page of the application. A title object comes from a schema. A string is a translation key. */
export interface PageRoute {
  path: string;
  access: Access;
  title: Text | string;
  element: ReactNode;
  entity?: Entity;
  /** The place in the menu, for pages that are not lists. The schema defines the place of lists. */
  menu?: { group: string; order: number; icon: string };
  /** The setting that must be 1 for the page to be in the menu of a phone. */
  onPhone?: string;
}

export const SUPER_ADMIN: Grant[] = [{ role: 'SUADMIN' }];
export const ADMINS: Grant[] = [...SUPER_ADMIN, { role: 'SUPER' }];

/** Staff: all users except those who only report faults. */
export const STAFF: Grant[] = [...ADMINS, { role: 'RIFTEC' }];

/** Staff, where reliability is licensed. */
export const RELIABILITY: Grant[] = STAFF.map(({ role }) => ({ role, setting: 'LicenzaMtbf' }));

/**
 * The reason why a page is closed: `setting` is the setting that closes it. Without a setting, the user's role
 * closes it.
 */
export interface PageRefusal {
  setting?: string;
  onPhone?: boolean;
}

interface Visitor {
  family: Family | undefined;
  setting: SettingOf;
  narrow: boolean;
}

export function refusalOf(route: PageRoute, { family, setting, narrow }: Visitor): PageRefusal | undefined {
  const { access, onPhone } = route;
  if (narrow && onPhone && setting(onPhone) !== '1') return { setting: onPhone, onPhone: true };
  if (allows(access, family && { family }, setting)) return undefined;
  const grants = Array.isArray(access) ? access.filter(({ role }) => role === family) : [];
  const closing = grants.flatMap((grant) => grant.setting ?? []).find((code) => setting(code) !== '1');
  return closing ? { setting: closing } : {};
}

export const titleOf = (route: PageRoute, language: Language, translate: Translate): string =>
  typeof route.title === 'string' ? translate(route.title) : route.title[language];

export const routeAt = (routes: PageRoute[], path: string): PageRoute | undefined =>
  routes.find((route) => matchPath(route.path, path));
