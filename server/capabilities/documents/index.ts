/** Documents: files stored with a record, for every entity that declares them. This file defines the calls. */

import { having } from '../../../schemas/catalogue.ts';
import type { Entity } from '../../../schemas/entity.ts';
import { FILES_AT_ONCE } from '../../../schemas/file-types.ts';
import { ident } from '../../database/sql.ts';
import { type ApiSchema, type Call, type Context, callAt, type Reply, summaryOf } from '../../http/call.ts';
import { notFound } from '../../http/problem.ts';
import { listOf, NO_DATA } from '../../http/reply-schemas.ts';
import { readId } from '../../requests/ids.ts';
import { recordExample, recordSchema } from '../api-schema.ts';
import { nameOf, type Override, override } from '../overrides.ts';
import type { RulesByResource } from '../rules.ts';
import { change, remove, upload } from './changes.ts';
import { withContents } from './content.ts';
import { coverCalls } from './covers.ts';
import { type DocumentStores, ownerOf, type Shelf, shelfOf, visibleDocuments } from './document-owner.ts';
import { fileFieldCalls } from './file-fields.ts';
import { listed } from './listing.ts';
import { streamReply } from './stream.ts';
import { limitsOf } from './upload.ts';

async function read(shelf: Shelf, context: Context): Promise<Reply> {
  const id = readId(context.params.docId);
  const owner = await ownerOf(shelf, context);
  const [stored] = await withContents(shelf.files, await visibleDocuments(shelf, owner, [id], context));
  return { data: { ...(await shelf.records.read(id, context)), contenuto: stored?.contenuto } };
}

/** Limits a document's history to users who see its record, since the history has its own address. */
export function documentOverrides(owner: Entity, rules: RulesByResource, stores: DocumentStores): Override[] {
  const shelf = shelfOf(owner, rules, stores);
  if (!shelf?.documents.traits.includes('history')) return [];
  const { documents, owners, parent } = shelf;
  const within = override(documents.resource, 'history', (history) => ({
    async handle(context) {
      const { rows } = await context.database.query<{ owner: number }>(
        `select ${ident(parent)} as owner from ${ident(documents.table)} where id = $1`,
        [readId(context.params.id)],
      );
      if (!rows[0]) throw notFound();
      await owners.find(rows[0].owner, context);
      return history.handle(context);
    },
  }));
  return [within];
}

const QUERY = {
  idCartella: { type: 'integer', description: 'The id of the folder' },
  idFile: { type: 'integer', description: 'The id of a document: only this one' },
  isCopertina: { enum: ['0', '1'], description: 'Only the cover image' },
  includeData: { enum: ['0', '1'], description: '1 includes the contents as base64' },
};

const UPLOAD_QUERY = {
  idCartella: {
    type: 'integer',
    description: 'The id of the folder; not required for a file of a custom field',
  },
  descrizione: { type: 'string', description: 'Description', maxLength: 200 },
  data_validita: {
    type: 'string',
    format: 'date',
    description: 'Document date, not after today; by default today',
  },
  is_immagine_copertina: {
    enum: ['0', '1'],
    description: '1 makes the uploaded picture the cover image; only with a single file',
  },
  campo_tabella: {
    type: 'string',
    description: 'The custom field for the file',
    example: 'campo_file1',
  },
};

/** Adds the properties that the calls reply in addition to those of the row. */
function schemasOf({ documents }: Shelf) {
  const { hash: _, ...properties } = recordSchema(documents).properties;
  const { hash: __, ...row } = recordExample(documents);
  const text = { type: ['string', 'null'] };
  const record: ApiSchema = {
    type: 'object',
    properties: { ...properties, usr_ins: text, url: { type: 'string' } },
  };
  const data = { ...row, content_type: 'application/pdf', usr_ins: 'Mario Rossi', url: '/api/cmms/…' };
  return { record, data };
}

const FOLDER: ApiSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    nome: { type: 'string' },
    traduzioni: { type: ['object', 'null'], additionalProperties: { type: 'string' } },
    tipo: { const: 'D' },
    files: { type: 'array' },
  },
};

const fileCall = (shelf: Shelf, path: string, tag: string): Call => ({
  name: nameOf(shelf.owner, 'documents.file'),
  method: 'GET',
  path: `${path}/:docId/file`,
  access: shelf.documents.access.read,
  sealable: true,
  tag,
  summary: summaryOf(shelf.owner.title, 'Il file di un documento', 'The file of a document'),
  query: {
    scarica: {
      enum: ['0', '1'],
      description: '1 downloads the file; otherwise the browser displays it if it can',
    },
    scade: { type: 'string', description: 'Expiry of a sealed address, as in `url`' },
    firma: { type: 'string', description: 'Seal of a sealed address, as in `url`' },
  },
  bare: '*/*',
  reply: { description: 'The file itself, without the envelope' },
  example: { data: '%PDF-1.4' },
  handle: (context) => streamReply(shelf, context),
});

function readCalls(shelf: Shelf, path: string, tag: string): Call[] {
  const { owner, documents } = shelf;
  const { record, data } = schemasOf(shelf);
  const access = documents.access.read;
  return [
    {
      name: nameOf(owner, 'documents.list'),
      ...callAt('GET', path, access, tag),
      summary: summaryOf(owner.title, 'Documenti e cartelle', 'Documents and folders'),
      query: QUERY,
      reply: {
        type: 'object',
        properties: {
          documenti: listOf(record),
          cartelle: listOf(FOLDER),
        },
      },
      example: {
        data: {
          documenti: [data],
          cartelle: [{ id: 1, nome: 'Manuali', traduzioni: { en: 'Manuals' }, tipo: 'D', files: [data] }],
        },
      },
      handle: (context) => listed(shelf, context),
    },
    {
      name: nameOf(owner, 'documents.read'),
      ...callAt('GET', `${path}/:docId`, access, tag),
      summary: summaryOf(owner.title, 'Un documento, con il contenuto', 'A document, with its content'),
      reply: record,
      example: { data: { ...data, contenuto: 'JVBERi0xLjQK' } },
      handle: (context) => read(shelf, context),
    },
    fileCall(shelf, path, tag),
  ];
}

const CHANGES: ApiSchema = {
  type: 'object',
  properties: {
    idCartella: { type: 'integer' },
    descrizione: { type: ['string', 'null'], maxLength: 200 },
    data_validita: { type: 'string', format: 'date' },
    is_immagine_copertina: { enum: [0, 1] },
    versione: { type: 'integer' },
  },
};

function writeCalls(shelf: Shelf, path: string, tag: string): Call[] {
  const { owner, documents } = shelf;
  const { record, data } = schemasOf(shelf);
  const several = {
    ...record,
    properties: { ...record.properties, documenti: listOf(record) },
  };
  const example = { data: { ...data, documenti: [data] } };
  const { write, create } = documents.access;
  return [
    {
      name: nameOf(owner, 'documents.create'),
      ...callAt('POST', path, create, tag),
      summary: summaryOf(owner.title, 'Caricamento di documenti', 'Upload of documents'),
      query: UPLOAD_QUERY,
      files: limitsOf('file', having(owner, 'documents').documents.single ? 1 : FILES_AT_ONCE),
      reply: several,
      example,
      handle: (context) => upload(shelf, context),
    },
    {
      name: nameOf(owner, 'documents.update'),
      ...callAt('PUT', `${path}/:ids`, write, tag),
      summary: summaryOf(owner.title, 'Modifica di documenti', 'Change of documents'),
      body: CHANGES,
      reply: several,
      example: {
        body: { idCartella: 1, descrizione: 'Manuale della pompa', data_validita: '2026-03-29' },
        ...example,
      },
      handle: (context) => change(shelf, context),
    },
    {
      name: nameOf(owner, 'documents.delete'),
      ...callAt('DELETE', `${path}/:docId`, write, tag),
      summary: summaryOf(owner.title, 'Eliminazione di un documento', 'Delete a document'),
      ...NO_DATA,
      handle: (context) => remove(shelf, context),
    },
  ];
}

export function documentCalls(owner: Entity, rules: RulesByResource, stores: DocumentStores): Call[] {
  const shelf = shelfOf(owner, rules, stores);
  if (!shelf) return [];
  const path = `/${owner.resource}/:id/documento`;
  return [
    ...readCalls(shelf, path, owner.name),
    ...writeCalls(shelf, path, owner.name),
    ...coverCalls(shelf),
    ...fileFieldCalls(shelf),
  ];
}
