/** The files stored with a record: /<resource>/<id>/documento. */
import type { Identifier } from 'react-admin';
import type { Language, Row, Text } from '../schemas/entity.ts';
import { translated } from '../schemas/language.ts';
import { ask } from './cached-reads.ts';
import { contents } from './contents.ts';
import { isAway } from './envelope.ts';
import { CallError, call, type Envelope, type Request, saveAddress, saveBlob } from './http.ts';
import { type Sent, sendOrWait, type Unsent } from './send-or-wait.ts';
import type { Displayed } from './sent.ts';

export interface DocumentRow extends Row {
  id: number;
  nome_file_originale: string;
  descrizione: string | null;
  id_cartella: number;
  cartella: string;
  id_usr_ins: number | null;
  usr_ins: string | null;
  data_validita: string;
  data_ins: string;
  is_immagine_copertina: number;
  content_type: string;
  dimensione: number;
  /** The file field of the record that holds this file, if any. */
  campo_tabella: string | null;
  /** The kind of record to which the file belongs, in lists that include files of other records. */
  docType?: string;
  /** An address that works for some minutes without a session, for pictures in a page. */
  url: string;
  versione: number;
}

export interface FolderRow {
  id: number;
  nome: string;
  traduzioni: Partial<Text> | null;
  docType?: string;
  files: DocumentRow[];
}

export interface RecordDocuments {
  documenti: DocumentRow[];
  cartelle: FolderRow[];
}

/** Returns the name of a folder in the user's language. */
export const folderName = ({ nome, traduzioni }: FolderRow, language: Language): string =>
  translated(traduzioni, language, nome);

/** Removes the documents of the records that a record points to. */
export function ownIn({ documenti, cartelle }: RecordDocuments, type: string | undefined): RecordDocuments {
  const isOwn = ({ docType }: { docType?: string }): boolean => docType === undefined || docType === type;
  return { documenti: documenti.filter(isOwn), cartelle: cartelle.filter(isOwn) };
}

/** The record to which the files belong. */
export interface Owner {
  resource: string;
  id: Identifier;
}

/** The values that a user enters about a document. */
export interface DocumentValues {
  idCartella: number;
  descrizione: string | null;
  data_validita: string;
  is_immagine_copertina?: number;
  versione?: number;
}

const addressOf = ({ resource, id }: Owner, path: string): string =>
  `/${resource}/${encodeURIComponent(id)}/${path}`;

/** The address of a record's documents. */
export const documentsAddress = (owner: Owner): string => addressOf(owner, 'documento/');

const ALL = { pag: -1 };

/** Returns the documents; without a network, those that were last read on this device. */
export async function documentsOf(owner: Owner, query: Request['query'] = {}): Promise<RecordDocuments> {
  const all = { ...ALL, ...query };
  return (await ask<RecordDocuments>(documentsAddress(owner), { query: all })).data;
}

/** Describes the documents of a record on a page. */
export const documentsDisplayed = (owner: Owner, arrivedAt: number): Displayed => ({
  path: documentsAddress(owner),
  query: ALL,
  arrivedAt,
});

/** Returns the documents from the server, never those stored on the device. */
export async function storedDocumentsOf(owner: Owner, signal?: AbortSignal): Promise<DocumentRow[]> {
  return (await call<RecordDocuments>(documentsAddress(owner), { query: ALL, signal })).data.documenti;
}

export async function documentOf(owner: Owner, id: number): Promise<DocumentRow | undefined> {
  try {
    return (await documentsOf(owner, { idFile: id })).documenti[0];
  } catch (error) {
    if (!(await isAway(error))) throw error;
    // The device may have the whole list.
    return (await documentsOf(owner)).documenti.find((row) => row.id === id);
  }
}

type UploadOptions = Pick<Request, 'onProgress' | 'signal'>;

function formWith(part: string, file: File): FormData {
  const form = new FormData();
  form.append(part, file, file.name);
  return form;
}

/** Uploads a file. Returns the new document, and the server's warning if there is one. */
export async function uploadDocument(
  owner: Owner,
  file: File,
  values: DocumentValues,
  options: UploadOptions,
): Promise<{ document: DocumentRow; warning?: string }> {
  const { data, description } = await call<DocumentRow>(documentsAddress(owner), {
    ...options,
    method: 'POST',
    query: { ...values },
    body: formWith('file', file),
  });
  // The description is a warning only when the server gave the file another name.
  const isRenamed = data.nome_file_originale !== file.name.normalize('NFC');
  return { document: data, warning: isRenamed ? description : undefined };
}

/** Returns the act that adds a file, as it waits on the device. */
export const ADDED_FILE = 'add-document';

/** Uploads a file as an act of a record. Without a network it waits among the record's other acts. */
export function sendDocument(
  record: { on: string; id: Identifier },
  owner: Owner,
  file: File,
  values: DocumentValues,
): Promise<Sent<DocumentRow>> {
  const act = fileAct(record, owner, file, values);
  return sendOrWait<DocumentRow>(act, { query: act.query, body: formWith('file', file) });
}

/** Returns the act that adds a file, as it is stored. */
export function fileAct(
  { on, id }: { on: string; id: Identifier },
  owner: Owner,
  file: File,
  { idCartella, descrizione, data_validita }: DocumentValues,
): Unsent {
  const query = { idCartella, data_validita, ...(descrizione && { descrizione }) };
  return {
    act: ADDED_FILE,
    on,
    id: String(id),
    method: 'POST',
    path: documentsAddress(owner),
    query,
    body: {},
    file: { part: 'file', content: file },
  };
}

/** Returns the act that fills a file field, as it is stored. */
export const fieldAct = (on: string, owner: Owner, field: string, file: File): Unsent => ({
  act: ADDED_FILE,
  on,
  id: String(owner.id),
  method: 'POST',
  path: fieldAddress(owner, field),
  query: {},
  body: {},
  file: { part: 'files', content: file },
});

/** `key` is the key of an earlier attempt without a reply. */
export async function changeDocuments(
  owner: Owner,
  ids: number[],
  values: DocumentValues,
  key?: string,
): Promise<void> {
  await call(addressOf(owner, `documento/${ids.join(',')}`), { method: 'PUT', body: values, key });
}

export async function removeDocument(owner: Owner, id: number): Promise<void> {
  await call(addressOf(owner, `documento/${id}`), { method: 'DELETE' });
}

/**
 * Throws the server's message for a file that cannot be read, because a browser that saves the file would not
 * display it.
 */
async function requireReadable(address: string): Promise<void> {
  const headers = { Range: 'bytes=0-0', 'Accept-Language': document.documentElement.lang };
  const reply = await fetch(address, { headers });
  if (!reply.ok) throw new CallError(reply.status, -1, (await reply.json()) as Envelope);
}

/** Lets the browser save the file, from this device if it is there. Returns false if the file no longer exists. */
export async function downloadDocument(owner: Owner, file: DocumentRow): Promise<boolean> {
  const held = await contents.at(file.url);
  if (held) {
    saveBlob(held, file.nome_file_originale);
    return true;
  }
  const row = await documentOf(owner, file.id);
  if (!row) return false;
  const address = `${row.url}&scarica=1`;
  await requireReadable(address);
  saveAddress(address, row.nome_file_originale);
  return true;
}

/** A file field after its call: its document, and the new version of the record. */
export interface FilledField {
  id_documento: number | null;
  versione: number;
  documento?: DocumentRow;
}

const fieldAddress = (owner: Owner, field: string): string => addressOf(owner, `campo-file/${field}/`);

export async function fillFileField(
  owner: Owner,
  field: string,
  file: File,
  options: UploadOptions,
): Promise<FilledField> {
  const body = formWith('files', file);
  return (await call<FilledField>(fieldAddress(owner, field), { ...options, method: 'POST', body })).data;
}

export async function emptyFileField(owner: Owner, field: string): Promise<FilledField> {
  return (await call<FilledField>(fieldAddress(owner, field), { method: 'DELETE' })).data;
}
