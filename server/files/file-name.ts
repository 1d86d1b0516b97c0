/** The stored name of a file: the sender's name without characters that harm or mislead. */
import { endingOf, FILE_NAME_MAX, FILE_TYPES, type FileKind } from '../../schemas/file-types.ts';

/**
 * Control characters, and marks that change the writing direction. With such a mark, '…fdp.exe' reads as
 * '…exe.pdf'.
 */
const HARMFUL = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Splits a text into characters as people see them, so that a flag or a family is not cut in two. */
const segments = new Intl.Segmenter('it', { granularity: 'grapheme' });

const length = (text: string): number => [...text].length;

function cut(text: string, limit: number): string {
  let result = '';
  let left = limit;
  for (const { segment } of segments.segment(text)) {
    left -= length(segment);
    if (left < 0) break;
    result += segment;
  }
  return result;
}

/** Returns a name whose extension matches the content: a PDF named 'foto.jpg' becomes 'foto.jpg.pdf'. */
export function storedName(sent: string, kind: FileKind): string {
  const name = (sent.toWellFormed().split(/[/\\]/).at(-1) ?? '')
    .replaceAll(HARMFUL, '')
    .normalize('NFC')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  const { endings } = FILE_TYPES[kind];
  const current = endingOf(name);
  const ending = endings.includes(current) ? name.slice(-current.length - 1) : `.${endings[0]}`;
  const base = endings.includes(current) ? name.slice(0, -ending.length) : name;
  return `${cut(base || 'file', FILE_NAME_MAX - length(ending))}${ending}`;
}
