/** Decides which files of the open work a device stores, within a limit. Has no side effects. */
import type { TakenFile, TakenRow } from '../../../dataProvider/device.ts';
import type { DocumentRow, RecordDocuments } from '../../../dataProvider/documents.ts';
import { pathIn } from '../../../dataProvider/envelope.ts';

/** The limits in megabytes that users can choose. 0 stores no files. */
export const LIMITS = [0, 20, 100, 500];
const PHONE_LIMIT = 100;
const MEGABYTE = 1024 * 1024;

/** Returns the limit for users who have not chosen one. A computer stays where its network is. */
export const limitFor = (isTouched: boolean): number => (isTouched ? PHONE_LIMIT : 0);

const fileOf = ({ url, dimensione, nome_file_originale: name }: DocumentRow): TakenFile => ({
  path: pathIn(url),
  bytes: dimensione,
  name,
});

/** Returns the files of several lists of documents, each once, the small ones first. */
export function filesIn(lists: RecordDocuments[]): TakenFile[] {
  const files = lists.flatMap(({ documenti }) => documenti.map(fileOf));
  const byPath = new Map(files.map((file) => [file.path, file]));
  return [...byPath.values()].sort((one, other) => one.bytes - other.bytes);
}

export interface Choice {
  chosen: TakenFile[];
  /** The files for which the limit leaves no room. */
  left: TakenFile[];
  /** The size of the chosen files in bytes. */
  bytes: number;
}

/** Returns the files of the first work first. A file that does not fit leaves its room to smaller ones. */
export function chosenFiles(works: TakenRow[], megabytes: number): Choice {
  const choice: Choice = { chosen: [], left: [], bytes: 0 };
  const seen = new Set<string>();
  for (const file of works.flatMap(({ files = [] }) => files)) {
    if (seen.has(file.path)) continue;
    seen.add(file.path);
    const fits = choice.bytes + file.bytes <= megabytes * MEGABYTE;
    (fits ? choice.chosen : choice.left).push(file);
    if (fits) choice.bytes += file.bytes;
  }
  return choice;
}
