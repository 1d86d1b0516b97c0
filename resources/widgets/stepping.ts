/** Changes a number with the arrow keys: by its step, within its limits, in the user's number format. */
import type { KeyboardEvent } from 'react';
import type { Field, Language } from '../../schemas/entity.ts';
import { CENT, KINDS, NUMBER_MAX } from '../../schemas/kinds.ts';
import { readNumber, showNumber } from './numbers.ts';
import { typeInto } from './typing.ts';

export type Stepped = Partial<Pick<Field, 'kind' | 'step' | 'minimum' | 'maximum'>>;

export const stepOf = ({ kind, step }: Stepped): number => step ?? (kind && KINDS[kind].step) ?? CENT;

/** Returns the text after one step. A text that is not a number counts as 0. */
export function stepped(text: string, way: 1 | -1, field: Stepped, language: Language): string {
  const current = readNumber(text, language);
  const moved = (typeof current === 'number' ? current : 0) + way * stepOf(field);
  const next = Math.min(field.maximum ?? NUMBER_MAX, Math.max(field.minimum ?? -NUMBER_MAX, moved));
  return showNumber(Math.round(next * 100) / 100, language);
}

export function stepByArrows(event: KeyboardEvent, field: Stepped, language: Language): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  event.preventDefault();
  const input = event.target;
  if (!(input instanceof HTMLInputElement)) return;
  typeInto(input, stepped(input.value, event.key === 'ArrowUp' ? 1 : -1, field, language));
}
