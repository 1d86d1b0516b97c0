/** What is stored of a password. */
import { expect, it } from 'vitest';
import { hashPassword, isPassword } from '../../server/domains/sessions/password.ts';

it('a password is stored as argon2id, at the cost that OWASP asks for', async () => {
  const stored = await hashPassword('Officina2026!');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(stored, 'Officina2026!')).toBe(true);
  expect(await isPassword(stored, 'Officina2026?')).toBe(false);
  expect(await isPassword(undefined, 'Officina2026!')).toBe(false);
});
