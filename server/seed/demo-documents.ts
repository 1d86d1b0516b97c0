/**
 * The pictures and documents of the demo plant, as if users had uploaded them: contents in the store, rows with
 * their records.
 */

import { createReadStream } from 'node:fs';
import { DAY_MS } from '../../schemas/durations.ts';
import type { Row } from '../../schemas/entity.ts';
import { KnownMap } from '../../schemas/known-map.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { documentKindOf } from '../capabilities/documents/document-owner.ts';
import { lookInto, type Upload } from '../capabilities/documents/upload.ts';
import type { Transaction } from '../database/engine.ts';
import { onlyRow } from '../database/rows.ts';
import { ident } from '../database/sql.ts';
import type { FileStore } from '../files/file-store.ts';
import demo from './data/demo-documents.json' with { type: 'json' };
import type { Seeder } from './seeder.ts';

interface DemoDocument {
  resource: string;
  /** All records with this file. */
  records: string[];
  /** The file name in `files/`, also the name of the upload. */
  file: string;
  descrizione: string;
  cartella: string;
  copertina?: number;
  /** The custom field that holds the file. */
  campo?: string;
  /** The date, in days from today. */
  giorno: number;
  chi: string;
}

const FOLDER = new URL('./files/', import.meta.url);

const DOCUMENTS: DemoDocument[] = demo;

async function storeContents(files: FileStore): Promise<KnownMap<string, Upload>> {
  const names = [...new Set(DOCUMENTS.map(({ file }) => file))];
  const uploads = names.map(async (name) => {
    const upload = await lookInto(files, { name, content: createReadStream(new URL(name, FOLDER)) });
    await files.keep(upload);
    return [name, upload] as const;
  });
  return new KnownMap('seed: files', await Promise.all(uploads));
}

/** Returns the id of an intervention. It is found by its text, because its code depends on the year. */
async function idOf(transaction: Transaction, seeder: Seeder, resource: string, name: string) {
  if (resource !== 'odl') return seeder.id(resource, name);
  const { rows } = await transaction.query<{ id: number }>('select id from odl where descrizione = $1', [
    name,
  ]);
  return onlyRow(rows).id;
}

const rowOf = ({ name, mime, size, hash }: Upload, document: DemoDocument, author: number): Row => {
  const uploadedAt = new Date(Date.now() + document.giorno * DAY_MS).toISOString();
  return {
    nome_file_originale: name,
    content_type: mime,
    dimensione: size,
    hash,
    descrizione: document.descrizione,
    id_cartella: document.cartella,
    is_immagine_copertina: document.copertina ?? 0,
    campo_tabella: document.campo ?? null,
    data_validita: uploadedAt.slice(0, 10),
    data_ins: uploadedAt,
    data_ultima_mod: uploadedAt,
    id_usr_ins: author,
    id_usr_ultima_mod: author,
  };
};

export async function seedDocuments(
  transaction: Transaction,
  schemas: Schemas,
  seeder: Seeder,
  files: FileStore,
): Promise<void> {
  const uploads = await storeContents(files);
  for (const resource of new Set(DOCUMENTS.map((document) => document.resource))) {
    const ofResource = DOCUMENTS.filter((document) => document.resource === resource);
    const kind = documentKindOf(schemas.byResource.entity(resource), schemas);
    if (!kind) throw new Error(`seed: ${resource} has no documents`);
    const { owner, documents, parent } = kind;
    const rows: Row[] = [];
    for (const document of ofResource) {
      const row = rowOf(uploads.of(document.file), document, await seeder.id('utente', document.chi));
      for (const record of document.records)
        rows.push({ [parent]: await idOf(transaction, seeder, resource, record), ...row });
    }
    await seeder.add({ resource: documents.resource, key: [parent, 'nome_file_originale'], rows });
    for (const field of new Set(ofResource.flatMap(({ campo }) => campo ?? [])))
      await transaction.query(
        `update ${ident(owner.table)} o set ${ident(field)} = d.id from ${ident(documents.table)} d
         where d.${ident(parent)} = o.${ident(owner.id)} and d.campo_tabella = $1 and o.${ident(field)} is null`,
        [field],
      );
  }
}
