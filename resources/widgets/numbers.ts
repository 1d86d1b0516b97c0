/** Numbers as people type them. A text that is not a number stays a text, so that saving can report it. */
import type { Language } from '../../schemas/entity.ts';

type Marks = [group: string, decimal: string];

/** The marks between thousands and before decimals. */
const MARKS: Record<Language, Marks> = { it: ['.', ','], en: [',', '.'] };

function read(typed: string, [group, decimal]: Marks): number | undefined {
  const [g, d] = [`\\${group}`, `\\${decimal}`];
  if (!new RegExp(`^-?((\\d+|\\d{1,3}(${g}\\d{3})+)(${d}\\d*)?|${d}\\d+)$`).test(typed)) return undefined;
  return Number(typed.replaceAll(group, '').replace(decimal, '.'));
}

/** Reads '1.234,50' or '1,234.50' by the language, or else by the other language, such as '12.5' typed in Italian. */
export function readNumber(text: string, language: Language): number | string | undefined {
  const typed = text.trim().replaceAll(/[\s'€]/g, '');
  if (typed === '') return undefined;
  const [group, decimal] = MARKS[language];
  return read(typed, [group, decimal]) ?? read(typed, [decimal, group]) ?? text;
}

export function showNumber(value: unknown, language: Language): string {
  if (value === undefined || value === null) return '';
  return language === 'it' ? String(value).replace('.', ',') : String(value);
}
