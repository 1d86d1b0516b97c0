/** File contents as texts within a reply, as the API requires. */
import type { FileStore } from '../../files/file-store.ts';
import { refused } from '../../http/problem.ts';
import type { DocumentRow } from './document-owner.ts';

export async function contentText(files: FileStore, hash: string): Promise<string> {
  const { stream } = await files.open(hash);
  const parts: Uint8Array[] = [];
  for await (const part of stream()) parts.push(part);
  return Buffer.concat(parts).toString('base64');
}

/** The maximum size, because the whole reply is built in memory. */
const MEGABYTES_MAX = 50;

export async function withContents<T extends DocumentRow>(files: FileStore, rows: T[]): Promise<T[]> {
  const bytes = rows.reduce((sum, { dimensione }) => sum + dimensione, 0);
  if (bytes > MEGABYTES_MAX * 1024 * 1024) throw refused('too-much-content', { limit: MEGABYTES_MAX });
  const filled: T[] = [];
  for (const row of rows) filled.push({ ...row, contenuto: await contentText(files, row.hash) });
  return filled;
}
