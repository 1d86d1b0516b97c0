import { describe, expect, it } from 'vitest';
import { isGoodPassword, isMet, type PasswordRule, strengthOf } from '../../schemas/password.ts';

const broken: [string, PasswordRule][] = [
  ['Abc1!xy', 'length'],
  ['abcdef1!', 'upper'],
  ['ABCDEF1!', 'lower'],
  ['Abcdefg!', 'digit'],
  ['Abcdefg1', 'special'],
  ['Abcdefg1?', 'special'],
  ['Abc def1!', 'ascii'],
  ['Abcdèf1!', 'ascii'],
];

describe('a password', () => {
  it.each(broken)(
    '%s breaks %s [password-min-length] [password-classes] [password-special] [password-ascii]',
    (text, rule) => {
      expect(isMet(rule, text)).toBe(false);
      expect(isGoodPassword(text)).toBe(false);
    },
  );

  it.each([..."!#$%&'()*+,-.:;<=>@"])('may have %s as its special character', (mark) => {
    expect(isGoodPassword(`Abcdefg1${mark}`)).toBe(true);
  });

  it('is weak, medium or strong [password-strength-labels]', () => {
    expect(strengthOf('')).toBe('weak');
    expect(strengthOf('Abcdefg1')).toBe('weak');
    expect(strengthOf('Abcdef1!')).toBe('medium');
    expect(strengthOf('Abcdefghij1!')).toBe('strong');
  });
});
