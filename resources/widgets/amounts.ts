/** Quantities as the stock dialogs check them, before the server does the same. */
import type { Language } from '../../schemas/entity.ts';
import { readNumber } from './numbers.ts';

const MAX = 999_999_999;

/** What a person typed, or the key of what is wrong with it. */
export function readAmount(text: string, language: Language): { amount: number } | { wrong: string } {
  const value = readNumber(text, language);
  if (value === undefined) return { wrong: 'officina.validation.required' };
  if (typeof value !== 'number' || Number(value.toFixed(2)) !== value || Math.abs(value) > MAX)
    return { wrong: 'officina.stock.bad_amount' };
  if (value === 0) return { wrong: 'officina.validation.quantityZero' };
  return { amount: value };
}

/** What is moved out of a place: never less than nothing, never more than there is. */
export function readMoved(
  text: string,
  stock: number,
  language: Language,
): { amount: number } | { wrong: string } {
  const read = readAmount(text, language);
  if ('wrong' in read) return read;
  if (read.amount < 0) return { wrong: 'officina.validation.quantityNegativeWithdraw' };
  if (read.amount > stock) return { wrong: 'officina.validation.withdrawTooMuch' };
  return read;
}

/** What is loaded (positive) or unloaded (negative). */
export function readChange(
  text: string,
  loads: boolean,
  stock: number,
  language: Language,
): { amount: number } | { wrong: string } {
  const read = readAmount(text, language);
  if ('wrong' in read) return read;
  if (read.amount < 0) return { wrong: 'officina.stock.sign' };
  const change = loads ? read.amount : -read.amount;
  if (stock + change < 0) return { wrong: 'officina.validation.unloadTooMuch' };
  return { amount: change };
}
