/**
 * Normalises values that users send: blanks at the ends of texts are invisible and do not count, and flags have
 * several notations. Has no side effects. The server and the browser use it.
 */
import type { Field } from './entity.ts';
import { KINDS } from './kinds.ts';

/** White space of Unicode, and the byte order mark. */
const AT_ENDS = /^[\p{White_Space}\uFEFF]+|[\p{White_Space}\uFEFF]+$/gu;

export const trimmed = (text: string): string => text.replaceAll(AT_ENDS, '');

/** Trims all one-line texts, except those whose kind depends on another property. */
export const isTrimmed = ({ kind, kindBy }: Pick<Field, 'kind' | 'kindBy'>): boolean =>
  KINDS[kind].lines === 'one' && !kindBy;

const FLAGS = new Map<unknown, 0 | 1>([
  ...[1, '1', true, 'true'].map((value) => [value, 1] as const),
  ...[0, '0', false, 'false'].map((value) => [value, 0] as const),
]);

/** Returns a flag from any of its notations, or undefined for other values. */
export const flagOf = (value: unknown): 0 | 1 | undefined => FLAGS.get(value);
