/** The manifest of a backup: the program version, the content and its hashes. */
import { SCHEMA_VERSION } from '../../database/migration.ts';

/** The version of the format. Raise it when programs of the previous version could no longer read a backup. */
export const FORMAT = 1;

export interface ManifestColumn {
  name: string;
  type: string;
  identity?: boolean;
}

export interface ManifestTable {
  name: string;
  key: string[];
  columns: ManifestColumn[];
  rows: number;
  /** The size of all parts together. */
  bytes: number;
  sha256: string;
  parts: number;
  /** The last number given by the identity column, even if its row is deleted. */
  last: number | null;
}

/** A file in the archive, with its size and hash. */
export interface ManifestFile {
  name: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  product: 'officina';
  format: number;
  version: string;
  schema: number;
  made: string;
  tables: ManifestTable[];
  /** Contents by their hash, one per line. */
  contents: ManifestFile & { count: number; missing: number };
  /** Other files of the data folder. */
  beside: ManifestFile[];
}

export const PARTS = {
  manifest: 'manifest.json',
  contents: 'contents.jsonl',
  rows: (table: string, number: number): string => `tables/${table}/${String(number).padStart(6, '0')}.jsonl`,
  content: (hash: string): string => `files/${hash.slice(0, 2)}/${hash.slice(2)}`,
  beside: (name: string): string => `beside/${name}`,
};

/** The archive ends in this text and the SHA-256 of all bytes before it. */
export const SEAL = 'Officina backup, sha256 of all before: ';
export const SEAL_BYTES = SEAL.length + 64;

/** A backup that cannot be read, or not by this server. The database is unchanged. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

const TYPE =
  /^(integer|bigint|smallint|text|jsonb|date|timestamp with time zone|character varying\(\d+\)|numeric\(\d+,\d+\))$/;
const NAME = /^[a-z_][a-z0-9_]{0,62}$/;
const HASH = /^[0-9a-f]{64}$/;
const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const isFile = (file: ManifestFile): boolean =>
  typeof file.name === 'string' && isCount(file.bytes) && HASH.test(file.sha256);

/**
 * Returns whether names and types of the table are valid. The check is strict, because they become part of
 * statements.
 */
const isTable = (table: ManifestTable): boolean =>
  NAME.test(table.name) &&
  table.columns.every(({ name, type }) => NAME.test(name) && TYPE.test(type)) &&
  table.key.length > 0 &&
  table.key.every((name) => table.columns.some((column) => column.name === name)) &&
  [table.rows, table.bytes, table.parts].every(isCount) &&
  (table.last === null || isCount(table.last)) &&
  HASH.test(table.sha256);

/** Returns 1 if the first version is later, comparing its numbers. */
function compareVersions(one: string, other: string): number {
  const numbers = (version: string): number[] => version.split(/[.-]/).map(Number);
  const [a, b] = [numbers(one), numbers(other)];
  for (let at = 0; at < 3; at++) if (a[at] !== b[at]) return (a[at] ?? 0) > (b[at] ?? 0) ? 1 : -1;
  return 0;
}

function refuseNewer({ format, version, schema }: Manifest, current: string): void {
  if (format > FORMAT || schema > SCHEMA_VERSION || compareVersions(version, current) > 0)
    throw new BackupRefused(
      `The backup was made by Officina ${version}; this is ${current}. Update the program, then restore again.`,
    );
}

const unknown = (): BackupRefused =>
  new BackupRefused('The backup does not say what is in it as a backup of Officina does.');

export function readManifest(text: string, current: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw unknown();
  }
  const { product, format, version, schema } = manifest ?? {};
  if (product !== 'officina' || !isCount(format) || !isCount(schema) || !/^\d+\.\d+\.\d+/.test(version ?? ''))
    throw unknown();
  refuseNewer(manifest, current);
  const { tables, contents, beside } = manifest;
  try {
    const names = tables.map(({ name }) => name);
    const isSound =
      tables.every(isTable) &&
      new Set(names).size === names.length &&
      isFile(contents) &&
      isCount(contents.count) &&
      isCount(contents.missing) &&
      beside.every(isFile);
    if (!isSound) throw unknown();
  } catch {
    throw unknown();
  }
  return manifest;
}
