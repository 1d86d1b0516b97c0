/** Telephone numbers: which are accepted, and what dials them. */
import { describe, expect, it } from 'vitest';
import { dialling, isPhone } from '../../schemas/phone.ts';

describe('a telephone number', () => {
  it.each(['+39 347 123 4567', '347/1234567', '(0742) 35-10-22', '0039.347.1234567', '204'])(
    'is accepted as people write it: %s',
    (text) => expect(isPhone(text)).toBe(true),
  );

  it.each([
    '',
    '+',
    '7',
    'interno 204',
    '347 + 123',
    '+39 347 123 4567 890 12',
    "javascript:alert('1')",
    '12;ext=3',
  ])('is refused if it cannot be dialled: %s', (text) => expect(isPhone(text)).toBe(false));

  it('is dialled by its digits, with the plus of an international number', () => {
    expect(dialling('+39 (347) 123-4567')).toBe('tel:+393471234567');
    expect(dialling('0742/351022')).toBe('tel:0742351022');
  });
});
