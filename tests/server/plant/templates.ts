/** The templates of a test run, and fresh databases from them, on either engine. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { copyFolder, removeFolder } from '../../processes/folders.ts';

/** `empty` has no tables, `migrated` the tables of all schemas, `demo` the demo plant. */
export type Template = 'empty' | 'migrated' | 'demo';

export interface Place {
  url?: string;
  folder?: string;
  remove(): Promise<void>;
}

export const DEMO_PASSWORD = 'Officina2026!';

export const log = { info: () => undefined, warn: () => undefined };

export const SERVER = process.env.TEST_DATABASE_URL;

/** Runs a statement on the server's default database. */
async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOf(name: string): string {
  const url = new URL(SERVER!);
  url.pathname = `/${name}`;
  return url.href;
}

async function serverPlace(name: string, from: string): Promise<Place> {
  await onServer(`create database ${name} template ${from}`);
  return { url: urlOf(name), remove: () => onServer(`drop database if exists ${name} with (force)`) };
}

const fresh = (): string => `officina_test_${randomBytes(6).toString('hex')}`;

/** Returns a new, empty database. */
export async function newPlace(): Promise<Place> {
  if (SERVER) return serverPlace(fresh(), 'template1');
  const folder = mkdtempSync(join(tmpdir(), 'officina-test-'));
  return { folder, remove: async () => removeFolder(folder) };
}

/** Copies a template that nobody has open. */
export async function copyOf(template: Place): Promise<Place> {
  if (template.url) return serverPlace(fresh(), new URL(template.url).pathname.slice(1));
  const place = await newPlace();
  copyFolder(template.folder!, place.folder!);
  return place;
}
