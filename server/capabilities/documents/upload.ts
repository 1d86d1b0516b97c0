/**
 * Uploads. Files are checked one by one, stored, and then written as rows, all or none. After a successful reply,
 * content and row are durable.
 */
import type { Row } from '../../../schemas/entity.ts';
import { FILE_BYTES_MAX, FILE_TYPES } from '../../../schemas/file-types.ts';
import type { Transaction } from '../../database/engine.ts';
import { kindOf as contentKindOf } from '../../files/content-type.ts';
import { type Draft, dropDraft } from '../../files/draft.ts';
import { storedName } from '../../files/file-name.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { Context, FileLimits, SentFile } from '../../http/call.ts';
import { invalid, Problem, refused } from '../../http/problem.ts';
import type { Shelf } from './document-owner.ts';
import { requireSpace } from './space.ts';
import { lockContent } from './sweep.ts';

export interface Upload extends Draft {
  name: string;
  mime: string;
  /** Whether the stored name differs from the original. */
  renamed: boolean;
}

export const limitsOf = (part: string, max: number): FileLimits => ({ part, max, bytes: FILE_BYTES_MAX });

export async function lookInto(files: FileStore, { name, content }: SentFile): Promise<Upload> {
  const draft = await files.receive(content);
  try {
    if (draft.size === 0) throw refused('file-empty', { name });
    const kind = await contentKindOf(draft);
    if (!kind) throw new Problem(415, 'file-type');
    const stored = storedName(name, kind);
    return { ...draft, name: stored, mime: FILE_TYPES[kind].mime, renamed: stored !== name.normalize('NFC') };
  } catch (error) {
    await dropDraft(draft);
    throw error;
  }
}

export const dropAll = (uploads: Upload[]) => Promise.all(uploads.map(dropDraft));

/** Receives all files as drafts. If one is refused, removes all of them. */
export async function receiveAll({ files }: Shelf, context: Context): Promise<Upload[]> {
  const uploads: Upload[] = [];
  try {
    for await (const sent of context.files) uploads.push(await lookInto(files, sent));
  } catch (error) {
    await dropAll(uploads);
    throw error;
  }
  if (uploads.length === 0) throw invalid([{ field: 'file', rule: 'file-required' }]);
  return uploads;
}

/** Stores the contents before the rows. If writing the rows fails, the nightly cleanup deletes the contents. */
export async function keepAll({ files }: Shelf, uploads: Upload[]): Promise<void> {
  try {
    for (const upload of uploads) await files.keep(upload);
  } finally {
    await dropAll(uploads);
  }
}

/** Writes the row of a stored content. Because of the lock, the cleanup does not delete the content. */
export async function writeDown(
  { files, records, schemas, parent }: Shelf,
  transaction: Transaction,
  upload: Upload,
  { sent, owner, field }: { sent: Row; owner: number; field?: string },
  context: Context,
): Promise<Row> {
  await lockContent(transaction, upload.hash);
  // The cleanup deleted an old, unused copy since the upload, which is very rare.
  if (!(await files.has(upload.hash))) throw new Problem(503, 'busy', { headers: { 'retry-after': '1' } });
  await requireSpace(transaction, schemas, upload.size);
  return records.createWithin(transaction, sent, context, {
    [parent]: owner,
    nome_file_originale: upload.name,
    content_type: upload.mime,
    dimensione: upload.size,
    hash: upload.hash,
    campo_tabella: field ?? null,
  });
}
