/** Files kept with a record: /<resource>/<id>/documento. */
import type { Identifier } from 'react-admin';
import type { Language, Row, Text } from '../schemas/entity.ts';
import { translated } from '../schemas/language.ts';
import { CallError, call, type Envelope, type Request, saveAddress } from './http.ts';

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
  /** The file field of the record that it fills, when it is one's. */
  campo_tabella: string | null;
  /** Whose it is, where others lend theirs. */
  docType?: string;
  /** Good for some minutes without a session, for what a page shows. */
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

export interface KeptDocuments {
  documenti: DocumentRow[];
  cartelle: FolderRow[];
}

/** In the language of who reads. */
export const folderName = ({ nome, traduzioni }: FolderRow, language: Language): string =>
  translated(traduzioni, language, nome);

/** The record that the files are kept with. */
export interface Owner {
  resource: string;
  id: Identifier;
}

/** What a person says of a document. */
export interface Said {
  idCartella: number;
  descrizione: string | null;
  data_validita: string;
  is_immagine_copertina?: number;
  versione?: number;
}

const addressOf = ({ resource, id }: Owner, rest: string): string =>
  `/${resource}/${encodeURIComponent(id)}/${rest}`;

export async function documentsOf(
  owner: Owner,
  query: Request['query'] = {},
  signal?: AbortSignal,
): Promise<KeptDocuments> {
  const all = { pag: -1, ...query };
  return (await call<KeptDocuments>(addressOf(owner, 'documento/'), { query: all, signal })).data;
}

export async function documentOf(owner: Owner, id: number): Promise<DocumentRow | undefined> {
  return (await documentsOf(owner, { idFile: id })).documenti[0];
}

type Way = Pick<Request, 'onProgress' | 'signal'>;

function formWith(part: string, file: File): FormData {
  const form = new FormData();
  form.append(part, file, file.name);
  return form;
}

/** The new document, and what the server wishes to say about it. */
export async function uploadDocument(
  owner: Owner,
  file: File,
  said: Said,
  way: Way,
): Promise<{ document: DocumentRow; warning?: string }> {
  const { data, description } = await call<DocumentRow>(addressOf(owner, 'documento/'), {
    ...way,
    method: 'POST',
    query: { ...said },
    body: formWith('file', file),
  });
  // Beside the usual word of success there is something to say only of a file that was given another name.
  const isRenamed = data.nome_file_originale !== file.name.normalize('NFC');
  return { document: data, warning: isRenamed ? description : undefined };
}

export async function changeDocuments(owner: Owner, ids: number[], said: Said): Promise<void> {
  await call(addressOf(owner, `documento/${ids.join(',')}`), { method: 'PUT', body: said });
}

export async function removeDocument(owner: Owner, id: number): Promise<void> {
  await call(addressOf(owner, `documento/${id}`), { method: 'DELETE' });
}

/** A file that cannot be read says why in words: the browser, saving it, would not show them. */
async function requireReadable(address: string): Promise<void> {
  const headers = { Range: 'bytes=0-0', 'Accept-Language': document.documentElement.lang };
  const reply = await fetch(address, { headers });
  if (!reply.ok) throw new CallError(reply.status, -1, (await reply.json()) as Envelope);
}

/** Hands the file to the browser, to be saved. False when it is gone. */
export async function downloadDocument(owner: Owner, id: number): Promise<boolean> {
  const row = await documentOf(owner, id);
  if (!row) return false;
  const address = `${row.url}&scarica=1`;
  await requireReadable(address);
  saveAddress(address, row.nome_file_originale);
  return true;
}

/** A file field after its own call: the document in it, and the record's version, which it moves on. */
export interface FilledField {
  id_documento: number | null;
  versione: number;
  documento?: DocumentRow;
}

const fieldAddress = (owner: Owner, field: string): string => addressOf(owner, `campo-file/${field}/`);

export async function fillFileField(owner: Owner, field: string, file: File, way: Way): Promise<FilledField> {
  const body = formWith('files', file);
  return (await call<FilledField>(fieldAddress(owner, field), { ...way, method: 'POST', body })).data;
}

export async function emptyFileField(owner: Owner, field: string): Promise<FilledField> {
  return (await call<FilledField>(fieldAddress(owner, field), { method: 'DELETE' })).data;
}
