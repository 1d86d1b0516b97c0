import { describe, expect, it } from 'vitest';
import { type Access, allows, FAMILIES, type Person, settingsNamed } from '../../schemas/access.ts';

const on =
  (...codes: string[]) =>
  (code: string) =>
    codes.includes(code) ? '1' : '0';
const none = () => undefined;
const person = (family: Person['family']): Person => ({ family });

describe('access', () => {
  it('that is public needs nobody', () => {
    expect(allows('public', undefined, none)).toBe(true);
  });

  it('that needs a session admits any signed-in user', () => {
    expect(allows('session', undefined, none)).toBe(false);
    for (const family of FAMILIES) expect(allows('session', person(family), none)).toBe(true);
  });

  it('that is of a mailed link is no session’s', () => {
    for (const family of FAMILIES) expect(allows('link', person(family), none)).toBe(false);
  });

  const plain: Access = [{ role: 'SUADMIN' }, { role: 'SUPER' }];
  it.each([
    ['SUADMIN', true],
    ['SUPER', true],
    ['RESP', false],
    ['RIFTEC', false],
  ] as const)('that names families lets %s in: %s [role-admin, role-reporter]', (family, expected) => {
    expect(allows(plain, person(family), none)).toBe(expected);
    expect(allows(plain, undefined, none)).toBe(false);
  });

  const twice: Access = [{ role: 'SUADMIN' }, { role: 'SUPER', setting: ['VisConfAdmin', 'VisConfUtenti'] }];
  it.each([
    [[], false],
    [['VisConfAdmin'], false],
    [['VisConfUtenti'], false],
    [['VisConfAdmin', 'VisConfUtenti'], true],
  ])('that depends on settings requires all of them: %j', (codes, expected) => {
    expect(allows(twice, person('SUPER'), on(...codes))).toBe(expected);
    expect(allows(twice, person('SUADMIN'), on(...codes))).toBe(true);
  });

  it('is closed while a setting is unknown', () => {
    expect(allows([{ role: 'SUPER', setting: 'VisConfAdmin' }], person('SUPER'), none)).toBe(false);
  });

  it('lists the settings it depends on, each once', () => {
    const costs: Access = [{ role: 'SUPER', setting: 'VisConfAdmin' }];
    expect(settingsNamed(['public', plain, twice, costs])).toEqual(['VisConfAdmin', 'VisConfUtenti']);
  });
});
