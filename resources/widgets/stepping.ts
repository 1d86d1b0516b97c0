/** The arrow keys over a number: up and down by its step, within its limits, however it is written. */
import type { KeyboardEvent } from 'react';
import type { Field, Language } from '../../schemas/entity.ts';
import { NUMBER_MAX } from '../../schemas/validate.ts';
import { readNumber, showNumber } from './numbers.ts';
import { typeInto } from './typing.ts';

export type Stepped = Partial<Pick<Field, 'kind' | 'step' | 'minimum' | 'maximum'>>;

const WHOLE = 1;
const CENT = 0.01;

export const stepOf = ({ kind, step }: Stepped): number => step ?? (kind === 'integer' ? WHOLE : CENT);

/** The text after one step; what is no number begins at nothing. */
export function stepped(text: string, way: 1 | -1, field: Stepped, language: Language): string {
  const current = readNumber(text, language);
  const moved = (typeof current === 'number' ? current : 0) + way * stepOf(field);
  const next = Math.min(field.maximum ?? NUMBER_MAX, Math.max(field.minimum ?? -NUMBER_MAX, moved));
  return showNumber(Math.round(next * 100) / 100, language);
}

export function stepByArrows(event: KeyboardEvent, field: Stepped, language: Language): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  event.preventDefault();
  const input = event.target as HTMLInputElement;
  typeInto(input, stepped(input.value, event.key === 'ArrowUp' ? 1 : -1, field, language));
}
