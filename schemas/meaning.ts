/**
 * What a person meant by what he sent: blanks at the ends of a text, which nobody sees, are no part of it, and a flag
 * is written in several ways. Pure, for both sides.
 */
import type { Field } from './entity.ts';
import { KINDS } from './kinds.ts';

/** All white space of Unicode, and the mark that files begin with. */
const AT_ENDS = /^[\p{White_Space}\uFEFF]+|[\p{White_Space}\uFEFF]+$/gu;

export const trimmed = (text: string): string => text.replaceAll(AT_ENDS, '');

/** Codes, names and whatever else stands on one line; a text whose kind another property tells is kept as it is. */
export const isTrimmed = ({ kind, kindBy }: Pick<Field, 'kind' | 'kindBy'>): boolean =>
  KINDS[kind].oneLine && !kindBy;

const FLAGS = new Map<unknown, 0 | 1>([
  ...[1, '1', true, 'true'].map((value) => [value, 1] as const),
  ...[0, '0', false, 'false'].map((value) => [value, 0] as const),
]);

/** A flag in whatever way it is written; undefined for what is none. */
export const flagOf = (value: unknown): 0 | 1 | undefined => FLAGS.get(value);
