/** Access rules as data: the server's checks, the menu, the routes and the buttons all give the same answer. */

export const FAMILIES = ['SUADMIN', 'SUPER', 'RESP', 'RIFTEC'] as const;
export type Family = (typeof FAMILIES)[number];

/** Returns whether roles of this family administer the plant or a part of it. */
export const administers = (family: Family | undefined): boolean =>
  family === 'SUADMIN' || family === 'SUPER';

/** Grants access to one family of users. With settings, access exists only while all of them are on. */
export interface Grant {
  role: Family;
  setting?: string | string[];
}

/** `public` needs no session, `session` needs any. `link` is the token of a mailed link. A list names families. */
export type Access = 'public' | 'session' | 'link' | Grant[];

export interface Person {
  family: Family;
}

/** A user whose own rows differ from those of others. */
export interface KnownPerson extends Person {
  id: number;
}

/** Returns the value of a setting by its code. Settings are texts; '1' means on. */
export type SettingOf = (code: string) => string | undefined;

const settingsOf = (grant: Grant): string[] =>
  grant.setting === undefined ? [] : Array.isArray(grant.setting) ? grant.setting : [grant.setting];

export function allows(access: Access, person: Person | undefined, setting: SettingOf): boolean {
  if (access === 'public') return true;
  if (!person || access === 'link') return false;
  if (access === 'session') return true;
  return access.some(
    (grant) => grant.role === person.family && settingsOf(grant).every((code) => setting(code) === '1'),
  );
}

/** Returns every setting on which these access rules depend. The browser requests exactly these. */
export function settingsNamed(accesses: Access[]): string[] {
  const codes = accesses.flatMap((access) => (Array.isArray(access) ? access.flatMap(settingsOf) : []));
  return [...new Set(codes)];
}
