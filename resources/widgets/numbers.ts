/** Numbers as people type them. What is no number stays a text, so that saving can say so. */
import type { Language } from '../../schemas/entity.ts';

/** '1.234,50', '1234,5', '1234.5' -> 1234.5; the last comma or point is the decimal one. */
export function readNumber(text: string): number | string | undefined {
  const typed = text.trim().replaceAll(/[\s'€]/g, '');
  if (typed === '') return undefined;
  const grouped = /^-?\d{1,3}(\.\d{3})+(,\d*)?$/.test(typed)
    ? typed.replaceAll('.', '').replace(',', '.')
    : /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed) && typed.includes('.')
      ? typed.replaceAll(',', '')
      : typed.replace(',', '.');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(grouped) ? Number(grouped) : text;
}

export function showNumber(value: unknown, language: Language): string {
  if (value === undefined || value === null) return '';
  return language === 'it' ? String(value).replace('.', ',') : String(value);
}
