/** The rules of passwords. The page marks each rule when it is met, and the server checks the same rules. */
import { keysOf } from './values.ts';

export const PASSWORD_RULES = {
  length: (text: string) => text.length >= 8,
  upper: (text: string) => /[A-Z]/.test(text),
  lower: (text: string) => /[a-z]/.test(text),
  digit: (text: string) => /[0-9]/.test(text),
  special: (text: string) => /[!#$%&'()*+,\-.:;<=>@]/.test(text),
  ascii: (text: string) => /^[\x21-\x7e]+$/.test(text),
};

export type PasswordRule = keyof typeof PASSWORD_RULES;
export type Strength = 'weak' | 'medium' | 'strong';

export const RULES = keysOf(PASSWORD_RULES);
export const isMet = (rule: PasswordRule, text: string): boolean => PASSWORD_RULES[rule](text);
export const isGoodPassword = (text: string): boolean =>
  text.length <= PASSWORD_MAX && RULES.every((rule) => isMet(rule, text));

/** The maximum length. A longer text would only slow down the hash function. */
export const PASSWORD_MAX = 200;
const LONG = 12;

/** Returns weak if a rule is broken, strong if the password is also long. */
export function strengthOf(text: string): Strength {
  if (!isGoodPassword(text)) return 'weak';
  return text.length >= LONG ? 'strong' : 'medium';
}
