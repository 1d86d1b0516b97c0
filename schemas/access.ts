/** Who may do a thing, as data: the same answer for the server's check, the menu, the routes and the buttons. */

export const FAMILIES = ['SUADMIN', 'SUPER', 'RESP', 'RIFTEC'] as const;
export type Family = (typeof FAMILIES)[number];

/** One family may, when each of the named settings is on. */
export interface Grant {
  role: Family;
  setting?: string | string[];
}

/** `public` needs no session, `session` any; `link` is the token of a mailed link; a list names the families. */
export type Access = 'public' | 'session' | 'link' | Grant[];

export interface Person {
  family: Family;
}

/** One whose own rows are told from those of others. */
export interface KnownPerson extends Person {
  id: number;
}

/** The value of a setting by its code; settings are texts, '1' is on. */
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

/** Every setting that some access depends on; the browser asks for exactly these. */
export function settingsNamed(accesses: Access[]): string[] {
  const codes = accesses.flatMap((access) => (Array.isArray(access) ? access.flatMap(settingsOf) : []));
  return [...new Set(codes)];
}
