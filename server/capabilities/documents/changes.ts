/** Uploads, changes and deletions of documents. Only the uploader and administrators may change a document. */

import type { Family } from '../../../schemas/access.ts';
import { idOf } from '../../../schemas/catalogue.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { Context, Reply } from '../../http/call.ts';
import { forbidden, invalid, malformed, notFound, refused, say } from '../../http/problem.ts';
import { ID_MAX, readId } from '../../requests/ids.ts';
import { type DocumentRow, FOLDER, ownerOf, type Shelf, visibleDocuments } from './document-owner.ts';
import { fieldForUpload, fillField, removeFrom } from './file-fields.ts';
import { dropAll, keepAll, receiveAll, type Upload, writeDown } from './upload.ts';

const ADMINS: Family[] = ['SUADMIN', 'SUPER'];
const IDS_MAX = 100;

function requireOwn(documents: DocumentRow[], { user }: Context): void {
  const hasOthers = documents.some(({ id_usr_ins: author }) => author !== user?.id);
  if (hasOthers && !(user && ADMINS.includes(user.family))) throw forbidden('document-not-yours');
}

/** Returns the properties of the files from the query. */
function uploadValues({ query }: Context): Row {
  const { idCartella: folder, descrizione, data_validita, is_immagine_copertina: cover } = query;
  return {
    ...(folder && { [FOLDER]: /^\d{1,10}$/.test(folder) ? Number(folder) : folder }),
    ...(descrizione && { descrizione }),
    ...(data_validita && { data_validita }),
    ...(cover && { is_immagine_copertina: cover === '1' || cover === 'true' ? 1 : 0 }),
  };
}

const requireOneCover = (values: Row, count: number): void => {
  if (values.is_immagine_copertina === 1 && count > 1)
    throw invalid([{ field: 'is_immagine_copertina', rule: 'cover-one' }]);
};

/** Returns the reply of an upload. Its data is the first row, like that of every create. */
function uploadReply(rows: Row[], uploads: Upload[], { language }: Context): Reply {
  const renamed = uploads.find((upload) => upload.renamed);
  return {
    data: { ...rows[0], documenti: rows },
    ...(renamed && { description: say('file-renamed', language, { name: renamed.name }) }),
  };
}

async function writeAll(shelf: Shelf, owner: number, uploads: Upload[], sent: Row, context: Context) {
  await keepAll(shelf, uploads);
  try {
    const rows = await context.database.transaction(async (transaction) => {
      const written: Row[] = [];
      for (const upload of uploads)
        written.push(await writeDown(shelf, transaction, upload, { sent, owner }, context));
      return written;
    });
    await shelf.rules[shelf.documents.resource]?.present?.(rows, context);
    return rows;
  } catch (error) {
    throw shelf.records.asProblem(error);
  }
}

export async function upload(shelf: Shelf, context: Context): Promise<Reply> {
  const row = await ownerOf(shelf, context);
  const values = uploadValues(context);
  const field = context.query.campo_tabella;
  if (!field && values[FOLDER] === undefined) throw invalid([{ field: 'idCartella', rule: 'required' }]);
  const definition = field ? fieldForUpload(shelf, row, field, context) : undefined;
  const uploads = await receiveAll(shelf, context);
  try {
    requireOneCover(values, uploads.length);
    if (!definition) {
      const rows = await writeAll(shelf, idOf(shelf.owner, row), uploads, values, context);
      return uploadReply(rows, uploads, context);
    }
    const [only, ...more] = uploads;
    if (!only || more.length > 0) throw refused('too-many-files', { max: 1 });
    const { document } = await fillField(shelf, row, { definition, upload: only, sent: values }, context);
    return uploadReply([document], uploads, context);
  } finally {
    await dropAll(uploads);
  }
}

/** Parses 'a,b,c' and removes duplicates. */
function idsOf(text: string | undefined): number[] {
  const ids = [...new Set((text ?? '').split(',').map((part) => part.trim()))].map((part) =>
    /^\d{1,10}$/.test(part) ? Number(part) : 0,
  );
  if (ids.some((id) => id < 1 || id > ID_MAX)) throw malformed('bad-id');
  if (ids.length > IDS_MAX) throw refused('too-many-ids', { max: IDS_MAX });
  return ids;
}

/** Applies one change to several documents: to all or to none. */
export async function change(shelf: Shelf, context: Context): Promise<Reply> {
  const { records } = shelf;
  const row = await ownerOf(shelf, context);
  const ids = idsOf(context.params.ids);
  requireOwn(await visibleDocuments(shelf, row, ids, context), context);
  requireOneCover(context.body, ids.length);
  const [first, ...more] = ids;
  if (first !== undefined && more.length === 0) {
    const changed = await records.update(first, context.body, context);
    return { data: { ...changed, documenti: [changed] } };
  }
  // A version belongs to one row, so it is ignored for several rows.
  const { versione: _, ...sent } = context.body;
  await context.database
    .transaction(async (transaction) => {
      for (const id of ids) await records.updateWithin(transaction, id, sent, context);
    })
    .catch((error) => Promise.reject(records.asProblem(error)));
  const rows = await Promise.all(ids.map((id) => records.read(id, context)));
  return { data: { ...rows[0], documenti: rows } };
}

export async function remove(shelf: Shelf, context: Context): Promise<Reply> {
  const row = await ownerOf(shelf, context);
  const id = readId(context.params.docId);
  const [document] = await visibleDocuments(shelf, row, [id], context);
  if (!document) throw notFound();
  requireOwn([document], context);
  await context.database
    .transaction((transaction) => removeFrom(shelf, row, document, transaction, context))
    .catch((error) => Promise.reject(shelf.records.asProblem(error)));
  return { data: null };
}
