/**
 * Restores a backup into an empty database and store, in one transaction: completely or not at all. Tables are
 * created as they were at backup time. The normal migration then updates them, so an older backup is upgraded like
 * an older database.
 */
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { carriedTables } from '../../database/carried-tables.ts';
import type { Database, Transaction } from '../../database/engine.ts';
import { migrateWithin } from '../../database/migration.ts';
import { presentTables } from '../../database/present-tables.ts';
import type { FileStore } from '../../files/file-store.ts';
import { keyOf } from '../../files/file-store.ts';
import { type Archive, openArchive } from './archive.ts';
import { BackupRefused, type Manifest, PARTS, readManifest } from './manifest.ts';
import { loadTable } from './read-rows.ts';

const MANIFEST_MAX = 64 * 1024 * 1024;
const CONTENTS_MAX = 512 * 1024 * 1024;

interface Content {
  hash: string;
  bytes?: number;
  missing?: boolean;
}

export interface Opened {
  archive: Archive;
  manifest: Manifest;
  contents: Content[];
}

const incomplete = (): BackupRefused =>
  new BackupRefused(
    'The backup lacks something that it says it holds, or holds something else. Nothing was changed.',
  );

async function readContents(archive: Archive, { contents }: Manifest): Promise<Content[]> {
  const text = await archive.text(PARTS.contents, CONTENTS_MAX);
  if (createHash('sha256').update(text).digest('hex') !== contents.sha256) throw incomplete();
  const listed = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  // Throws if the name is not a hash.
  for (const { hash } of listed) keyOf(hash);
  return listed;
}

function expectedParts({ tables, beside }: Manifest, contents: Content[]): Map<string, number | undefined> {
  const rows = tables.flatMap(({ name, parts }) =>
    Array.from({ length: parts }, (_, index): [string, undefined] => [
      PARTS.rows(name, index + 1),
      undefined,
    ]),
  );
  const contentParts = contents
    .filter(({ missing }) => !missing)
    .map(({ hash, bytes }): [string, number | undefined] => [PARTS.content(hash), bytes]);
  const besideParts = beside.map(({ name, bytes }): [string, number] => [PARTS.beside(name), bytes]);
  const fixedParts: [string, undefined][] = [
    [PARTS.manifest, undefined],
    [PARTS.contents, undefined],
  ];
  return new Map<string, number | undefined>([...rows, ...contentParts, ...besideParts, ...fixedParts]);
}

/** Checks the seal and the manifest before anything is used. */
export async function openBackup(path: string, version: string): Promise<Opened> {
  const archive = await openArchive(path);
  try {
    const manifest = readManifest(await archive.text(PARTS.manifest, MANIFEST_MAX), version);
    const contents = await readContents(archive, manifest).catch((error) => {
      throw error instanceof BackupRefused ? error : incomplete();
    });
    const expected = expectedParts(manifest, contents);
    const fits = (name: string): boolean =>
      expected.has(name) && (expected.get(name) ?? archive.sizeOf(name)) === archive.sizeOf(name);
    if (expected.size !== archive.names.length || !archive.names.every(fits)) throw incomplete();
    return { archive, manifest, contents };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

/** Refuses a backup with data that has no place in this program. */
function refuseUnknown({ tables }: Manifest, schemas: Schemas): void {
  const tablesByName = new Map(carriedTables(schemas.entities).map((table) => [table.name, table]));
  for (const { name, columns } of tables) {
    const table = tablesByName.get(name);
    const names = new Set(table?.columns.flatMap((column) => [column.name, column.was ?? column.name]));
    const lost = columns.find((column) => !names.has(column.name));
    if (!table || lost)
      throw new BackupRefused(
        `The backup holds ${lost && table ? `${name}.${lost.name}` : name}, which this program does not know. Name its schemas in OFFICINA_SCHEMAS, as where the backup was made.`,
      );
  }
}

export interface Target {
  database: Database;
  schemas: Schemas;
  files: FileStore;
  folder: string;
  /** Names allowed in the data folder. */
  beside: string[];
  /** Runs in the same transaction after all rows are loaded. */
  finish?: ((transaction: Transaction) => Promise<void>) | undefined;
}

export async function refuseNonEmpty(database: Database): Promise<void> {
  if ((await presentTables(database)).size > 0)
    throw new BackupRefused(
      'The database is not empty: a backup is restored into an empty one only. Nothing was changed.',
    );
}

type Undo = () => Promise<void>;

async function storeContent({ files }: Target, archive: Archive, hash: string, undo: Undo[]): Promise<void> {
  if (!(await files.has(hash))) undo.push(() => files.remove(hash));
  const draft = await files.receive(archive.stream(PARTS.content(hash)));
  if (draft.hash !== hash) {
    await rm(draft.path, { force: true });
    throw new BackupRefused(`The file ${hash} in the backup has changed. Nothing was changed.`);
  }
  await files.keep(draft);
}

async function writeBeside(target: Target, { archive, manifest }: Opened, undo: Undo[]): Promise<void> {
  for (const { name, sha256 } of manifest.beside) {
    if (!target.beside.includes(name)) throw incomplete();
    const chunks: Buffer[] = [];
    for await (const chunk of archive.stream(PARTS.beside(name))) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    if (createHash('sha256').update(content).digest('hex') !== sha256) throw incomplete();
    const path = join(target.folder, name);
    await writeFile(path, content, { flag: 'wx' });
    undo.push(() => rm(path, { force: true }));
  }
}

export interface Restored {
  rows: number;
  files: number;
  missing: number;
}

export async function restoreBackup(
  target: Target,
  opened: Opened,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<Restored> {
  const { archive, manifest, contents } = opened;
  const { database, schemas } = target;
  refuseUnknown(manifest, schemas);
  await refuseNonEmpty(database);
  const present = contents.filter(({ missing }) => !missing);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const total = rows + present.length;
  let finished = 0;
  const done = (count: number): void => {
    finished += count;
    progress(finished, total);
  };
  const undo: Undo[] = [];
  const log = { info: () => undefined, warn: () => undefined };
  const load = async (transaction: Transaction): Promise<void> => {
    for (const table of manifest.tables) await loadTable(transaction, archive, table, done);
    await migrateWithin(transaction, schemas.entities, { log });
    await target.finish?.(transaction);
  };
  try {
    for (const { hash } of present) {
      await storeContent(target, archive, hash, undo);
      done(1);
    }
    await writeBeside(target, opened, undo);
    await database.transaction(load, { unhurried: true });
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
  await database.maintain();
  return { rows, files: present.length, missing: contents.length - present.length };
}
