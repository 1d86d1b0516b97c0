/** Telephone numbers as people write them: international, of one country, or an internal extension. */

const PHONE = /^\+?[\d\s()./-]+$/;
const [DIGITS_MIN, DIGITS_MAX] = [2, 15];

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Returns whether the text is a number that can be dialled. E.164 sets the maximum number of digits. */
export function isPhone(text: string): boolean {
  const { length } = digitsOf(text);
  return PHONE.test(text) && length >= DIGITS_MIN && length <= DIGITS_MAX;
}

/** Returns the address that dials a number. */
export const dialling = (phone: string): string =>
  `tel:${phone.trimStart().startsWith('+') ? '+' : ''}${digitsOf(phone)}`;
