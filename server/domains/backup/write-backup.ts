/** Writes the plant as one ZIP while reading it: the rows of one snapshot and all contents they refer to. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { hashesInUse } from '../../capabilities/documents/space.ts';
import { keepContents, keepContentsOfOthers } from '../../capabilities/documents/sweep.ts';
import { carriedTables } from '../../database/carried-tables.ts';
import type { Database, Snapshot } from '../../database/engine.ts';
import { SCHEMA_VERSION } from '../../database/migration.ts';
import { FileDamaged, FileLost } from '../../files/file-errors.ts';
import type { FileStore } from '../../files/file-store.ts';
import { type Part, zip } from '../../sheets/zip-writer.ts';
import {
  FORMAT,
  type Manifest,
  type ManifestFile,
  type ManifestTable,
  PARTS,
  SEAL,
  SEAL_BYTES,
} from './manifest.ts';
import { countRows, rowParts } from './rows.ts';

export interface Company {
  database: Database;
  schemas: Schemas;
  files: FileStore;
  /** The data folder, and files an installation may have placed there by hand. */
  folder: string;
  beside: string[];
  version: string;
}

export type Progress = (done: number, total: number) => void;

export interface Made {
  rows: number;
  files: number;
  /** The contents that rows refer to and that are missing or damaged. */
  missing: string[];
}

/** Passes a content through and checks its hash. */
async function* checked(hash: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const sum = createHash('sha256');
  for await (const chunk of content) {
    sum.update(chunk);
    yield chunk;
  }
  if (sum.digest('hex') !== hash) throw new FileDamaged(`the content ${hash} changed while it was read`);
}

interface Sums {
  made: Made;
  done(count: number): void;
}

/** Yields each content, then their list. */
async function* contentParts(
  files: FileStore,
  hashes: string[],
  { made, done }: Sums,
): AsyncGenerator<Part, Manifest['contents']> {
  const lines: string[] = [];
  for (const hash of hashes) {
    const content = await files.open(hash).catch((error) => {
      if (error instanceof FileLost || error instanceof FileDamaged) return undefined;
      throw error;
    });
    if (content) {
      yield { name: PARTS.content(hash), content: checked(hash, content.stream()), stored: true };
      made.files += 1;
    } else made.missing.push(hash);
    lines.push(`${JSON.stringify(content ? { hash, bytes: content.size } : { hash, missing: true })}\n`);
    done(1);
  }
  const text = lines.join('');
  yield { name: PARTS.contents, content: [text] };
  const sha256 = createHash('sha256').update(text).digest('hex');
  const bytes = Buffer.byteLength(text);
  return { name: PARTS.contents, bytes, sha256, count: made.files, missing: made.missing.length };
}

async function* besideParts({ folder, beside }: Company): AsyncGenerator<Part, ManifestFile[]> {
  const entries: ManifestFile[] = [];
  for (const name of beside) {
    const path = join(folder, name);
    if (!(await stat(path).catch(() => undefined))) continue;
    const [sum, file] = [createHash('sha256'), { name, bytes: 0, sha256: '' }];
    async function* content() {
      const chunks: AsyncIterable<Buffer> = createReadStream(path);
      for await (const chunk of chunks) {
        sum.update(chunk);
        file.bytes += chunk.length;
        yield chunk;
      }
    }
    yield { name: PARTS.beside(name), content: content(), stored: true };
    entries.push({ ...file, sha256: sum.digest('hex') });
  }
  return entries;
}

async function* partsOf(
  company: Company,
  snapshot: Snapshot,
  progress: Progress,
  made: Made,
): AsyncGenerator<Part> {
  const { schemas, files, version } = company;
  const createdAt = new Date().toISOString();
  const counted = [];
  for (const table of carriedTables(schemas.entities)) counted.push(await countRows(snapshot, table));
  const hashes = [...(await hashesInUse(snapshot, schemas))].sort();
  made.rows = counted.reduce((sum, { rows }) => sum + rows, 0);
  const total = made.rows + hashes.length;
  let finished = 0;
  const done = (count: number): void => {
    finished += count;
    progress(finished, total);
  };
  progress(0, total);
  const tables: ManifestTable[] = [];
  for (const countedTable of counted) tables.push(yield* rowParts(snapshot, countedTable, { done }));
  const contents = yield* contentParts(files, hashes, { made, done });
  const beside = yield* besideParts(company);
  const manifest: Manifest = {
    product: 'officina',
    format: FORMAT,
    version,
    schema: SCHEMA_VERSION,
    made: createdAt,
    tables,
    contents,
    beside,
  };
  yield { name: PARTS.manifest, content: [JSON.stringify(manifest, null, 1)] };
}

async function* sealed(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  hash.update(SEAL);
  yield Buffer.from(`${SEAL}${hash.digest('hex')}`);
}

/** Writes a backup. `store` reads the bytes to their end. */
export async function writeBackup(
  company: Company,
  store: (content: AsyncIterable<Buffer>) => Promise<void>,
  progress: Progress = () => undefined,
): Promise<Made> {
  const release = keepContents();
  const made: Made = { rows: 0, files: 0, missing: [] };
  try {
    await company.database.snapshot(async (snapshot) => {
      await keepContentsOfOthers(snapshot);
      await store(sealed(zip(partsOf(company, snapshot, progress, made), { comment: SEAL_BYTES })));
    });
    return made;
  } finally {
    release();
  }
}
