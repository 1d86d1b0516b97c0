/** Why a page is closed: by the user's role, a setting, or a phone. */
import { describe, expect, it } from 'vitest';
import { type Access, FAMILIES } from '../../schemas/access.ts';
import { ADMINS, type PageRefusal, RELIABILITY, refusalOf } from '../../src/frame/screens.ts';

const route = (access: Access, onPhone?: string) => ({
  path: '/x',
  title: 'x',
  element: null,
  access,
  onPhone,
});
const on =
  (...codes: string[]) =>
  (code: string) =>
    codes.includes(code) ? '1' : '0';

describe('a page', () => {
  it.each<[string, Access, (typeof FAMILIES)[number], string[], PageRefusal | undefined]>([
    ['of their role is open', ADMINS, 'SUPER', [], undefined],
    ['of another role is not', ADMINS, 'RIFTEC', [], {}],
    ['without a licence is not', RELIABILITY, 'RIFTEC', [], { setting: 'LicenzaMtbf' }],
    ['with a licence is open', RELIABILITY, 'RIFTEC', ['LicenzaMtbf'], undefined],
    ['licensed, of another role is not for the role', RELIABILITY, 'RESP', [], {}],
    [
      'that hangs on two settings names the one that is off',
      [{ role: 'RESP', setting: ['A', 'B'] }],
      'RESP',
      ['A'],
      { setting: 'B' },
    ],
  ])('%s', (_name, access, family, settings, refusal) => {
    expect(refusalOf(route(access), { family, setting: on(...settings), narrow: false })).toEqual(refusal);
  });

  it('that a setting closes on phones is open on a desktop', () => {
    const calendar = route('session', 'VisCalendarMobile');
    for (const family of FAMILIES) {
      expect(refusalOf(calendar, { family, setting: on(), narrow: false })).toBeUndefined();
      expect(refusalOf(calendar, { family, setting: on(), narrow: true })).toEqual({
        setting: 'VisCalendarMobile',
        onPhone: true,
      });
      expect(refusalOf(calendar, { family, setting: on('VisCalendarMobile'), narrow: true })).toBeUndefined();
    }
  });
});
