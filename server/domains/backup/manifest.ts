/** What a backup says of itself: made by which program, what is in it, and by which hashes it is known again. */
import { SCHEMA_VERSION } from '../../database/migration.ts';

/** Raised when a program that knows only the one before could no longer read what this one writes. */
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
  /** Of the parts, one after the other. */
  bytes: number;
  sha256: string;
  parts: number;
  /** The last number that the identity column has given out, were its row deleted since. */
  last: number | null;
}

/** A file under its own name, with all there is to know of it. */
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
  /** Contents by their hash, one a line. */
  contents: ManifestFile & { count: number; missing: number };
  /** What else lay in the data folder. */
  beside: ManifestFile[];
}

export const PARTS = {
  manifest: 'manifest.json',
  contents: 'contents.jsonl',
  rows: (table: string, number: number): string => `tables/${table}/${String(number).padStart(6, '0')}.jsonl`,
  content: (hash: string): string => `files/${hash.slice(0, 2)}/${hash.slice(2)}`,
  beside: (name: string): string => `beside/${name}`,
};

/** The archive ends in this and in the SHA-256 of all bytes before it. */
export const SEAL = 'Officina backup, sha256 of all before: ';
export const SEAL_BYTES = SEAL.length + 64;

/** A backup that cannot be read, or not here; nothing was changed. */
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

/** Names and types go into statements: they are what ours are, or nothing is done. */
const isTable = (table: ManifestTable): boolean =>
  NAME.test(table.name) &&
  table.columns.every(({ name, type }) => NAME.test(name) && TYPE.test(type)) &&
  table.key.length > 0 &&
  table.key.every((name) => table.columns.some((column) => column.name === name)) &&
  [table.rows, table.bytes, table.parts].every(isCount) &&
  (table.last === null || isCount(table.last)) &&
  HASH.test(table.sha256);

/** 1 when the first is later, by the numbers in it. */
function compareVersions(one: string, other: string): number {
  const numbers = (version: string): number[] => version.split(/[.-]/).map(Number);
  const [a, b] = [numbers(one), numbers(other)];
  for (let at = 0; at < 3; at++) if (a[at] !== b[at]) return (a[at] ?? 0) > (b[at] ?? 0) ? 1 : -1;
  return 0;
}

function refuseNewer({ format, version, schema }: Manifest, own: string): void {
  if (format > FORMAT || schema > SCHEMA_VERSION || compareVersions(version, own) > 0)
    throw new BackupRefused(
      `The backup was made by Officina ${version}; this is ${own}. Update the program, then restore again.`,
    );
}

const unknown = (): BackupRefused =>
  new BackupRefused('The backup does not say what is in it as a backup of Officina does.');

export function readManifest(text: string, own: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw unknown();
  }
  const { product, format, version, schema } = manifest ?? {};
  if (product !== 'officina' || !isCount(format) || !isCount(schema) || !/^\d+\.\d+\.\d+/.test(version ?? ''))
    throw unknown();
  refuseNewer(manifest, own);
  const { tables, contents, beside } = manifest;
  try {
    const names = tables.map(({ name }) => name);
    const sound =
      tables.every(isTable) &&
      new Set(names).size === names.length &&
      isFile(contents) &&
      isCount(contents.count) &&
      isCount(contents.missing) &&
      beside.every(isFile);
    if (!sound) throw unknown();
  } catch {
    throw unknown();
  }
  return manifest;
}
