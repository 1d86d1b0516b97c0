/** The name of a file as it is kept: what its sender called it, without what would harm or mislead others. */
import { endingOf, FILE_NAME_MAX, FILE_TYPES, type FileKind } from '../../schemas/file-types.ts';

/** Controls, and the marks that turn the direction of writing: with one, '…fdp.exe' reads as '…exe.pdf'. */
const HARMFUL = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Characters as a person counts them: a flag or a family is one, and is not cut in two. */
const segments = new Intl.Segmenter('it', { granularity: 'grapheme' });

const length = (text: string): number => [...text].length;

function cut(text: string, most: number): string {
  let kept = '';
  let room = most;
  for (const { segment } of segments.segment(text)) {
    room -= length(segment);
    if (room < 0) break;
    kept += segment;
  }
  return kept;
}

/** The ending always says what the content is: a PDF called 'foto.jpg' becomes 'foto.jpg.pdf'. */
export function keptName(sent: string, kind: FileKind): string {
  const name = (sent.toWellFormed().split(/[/\\]/).at(-1) ?? '')
    .replaceAll(HARMFUL, '')
    .normalize('NFC')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  const { endings } = FILE_TYPES[kind];
  const given = endingOf(name);
  const ending = endings.includes(given) ? name.slice(-given.length - 1) : `.${endings[0]}`;
  const base = endings.includes(given) ? name.slice(0, -ending.length) : name;
  return `${cut(base || 'file', FILE_NAME_MAX - length(ending))}${ending}`;
}
