/** How long a text is, said below a text that is too long. */
import { useTranslate } from 'react-admin';

/** Returns the sentence below a text field, followed by its length if it is longer than allowed. */
export function useLengthAfter(
  sentence: string | undefined,
  value: unknown,
  max: number | undefined,
): string | undefined {
  const translate = useTranslate();
  const length = typeof value === 'string' ? [...value.trim()].length : 0;
  if (max === undefined || length <= max) return sentence;
  const count = translate('officina.form.length', { length, max });
  return sentence ? `${sentence}. ${count}` : count;
}
