/** An entity with documents: the entities of documents and folders, and the file store. */

import { allows } from '../../../schemas/access.ts';
import { having, idOf, referenceOf } from '../../../schemas/catalogue.ts';
import { ALL_CLASSES, definitionsFor } from '../../../schemas/custom-fields.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Queryable } from '../../database/engine.ts';
import { ident } from '../../database/sql.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { Context } from '../../http/call.ts';
import { forbidden, notFound } from '../../http/problem.ts';
import type { Seals } from '../../http/sealed-address.ts';
import { readId } from '../../requests/ids.ts';
import { classOf } from '../custom-fields.ts';
import { type Records, recordsOf } from '../records.ts';
import type { RulesByResource } from '../rules.ts';

export interface DocumentStores {
  schemas: Schemas;
  files: FileStore;
  seals: Seals;
}

/** The entities that the rules of documents need. */
export interface DocumentKind {
  owner: Entity;
  documents: Entity;
  folders: Entity;
  /** The documents' column with the owner's id. */
  parent: string;
  /** Whether a document may be the cover image. */
  cover: boolean;
  /** The `docType` of the documents when they are listed together with others. */
  type?: string;
}

export interface Shelf extends DocumentKind, DocumentStores {
  rules: RulesByResource;
  owners: Records;
  records: Records;
}

export const FOLDER = 'id_cartella';

/** A document's row in its table. */
export interface DocumentRow extends Row {
  id: number;
  nome_file_originale: string;
  content_type: string;
  dimensione: number;
  hash: string;
  campo_tabella: string | null;
  id_usr_ins: number | null;
  is_immagine_copertina: number;
}

export function documentKindOf(owner: Entity, schemas: Schemas): DocumentKind | undefined {
  if (!owner.documents) return undefined;
  const { entity, parent, cover, type } = owner.documents;
  const documents = schemas.byName.entity(entity);
  const folders = schemas.byResource.entity(referenceOf(documents.property(FOLDER)).resource);
  return { owner, documents, folders, parent, cover, type };
}

export const documentKindsOf = (schemas: Schemas): DocumentKind[] =>
  schemas.entities.flatMap((owner) => documentKindOf(owner, schemas) ?? []);

export function shelfOf(owner: Entity, rules: RulesByResource, stores: DocumentStores): Shelf | undefined {
  const kind = documentKindOf(owner, stores.schemas);
  if (!kind) return undefined;
  const records = (entity: Entity): Records => recordsOf(entity, stores.schemas, rules);
  return { ...kind, ...stores, rules, owners: records(owner), records: records(kind.documents) };
}

/** Finds the record of the requested documents, if the user may read it. */
export async function ownerOf({ owner, owners, documents }: Shelf, context: Context): Promise<Row> {
  const id = readId(context.params.id);
  const { read } = having(owner, 'documents').documents.own ? documents.access : owner.access;
  if (!allows(read, context.user, context.setting)) throw forbidden();
  return owners.find(id, context);
}

/** Finds documents of this record by their ids: all or none. */
export async function documentsOf(
  { documents, parent }: DocumentKind,
  database: Queryable,
  owner: number,
  ids: number[],
): Promise<DocumentRow[]> {
  const { rows } = await database.query<DocumentRow>(
    `select * from ${ident(documents.table)} where ${ident(parent)} = $1 and ${ident(documents.id)} = any($2::int[])`,
    [owner, ids],
  );
  if (rows.length !== ids.length) throw notFound();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Returns the file fields of this record's class that the user may not see. Their documents are hidden too. */
export function hiddenFields({ owner }: DocumentKind, row: Row, context: Context): string[] {
  const definitions = context.definitionsOf(owner);
  const classId = classOf(owner, row);
  const visible = new Set(definitionsFor(definitions, { classId, family: context.user?.family }));
  return definitions
    .filter((one) => one.id_classe === ALL_CLASSES || one.id_classe === classId)
    .filter((one) => !visible.has(one))
    .map(({ campo_tabella: column }) => column);
}

/** Finds documents that the user may see. */
export async function visibleDocuments(
  kind: DocumentKind,
  row: Row,
  ids: number[],
  context: Context,
): Promise<DocumentRow[]> {
  const found = await documentsOf(kind, context.database, idOf(kind.owner, row), ids);
  const hidden = hiddenFields(kind, row, context);
  if (found.some(({ campo_tabella: column }) => column !== null && hidden.includes(column))) throw notFound();
  return found;
}

export const filePath = ({ owner, parent }: DocumentKind, row: Row): string =>
  `/${owner.resource}/${row[parent]}/documento/${row.id}/file`;
