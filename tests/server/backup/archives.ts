/** Manipulated backups: opened, changed, and closed with a valid seal. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { openArchive } from '../../../server/domains/backup/archive.ts';
import { type Manifest, PARTS, SEAL, SEAL_BYTES } from '../../../server/domains/backup/manifest.ts';
import { zip } from '../../../server/sheets/zip-writer.ts';

export type Parts = Map<string, Buffer>;

export async function partsOf(path: string): Promise<Parts> {
  const archive = await openArchive(path);
  const parts: Parts = new Map();
  for (const name of archive.names) {
    const chunks: Buffer[] = [];
    for await (const chunk of archive.stream(name)) chunks.push(chunk);
    parts.set(name, Buffer.concat(chunks));
  }
  await archive.close();
  return parts;
}

export async function sealInto(path: string, parts: Parts): Promise<void> {
  const chunks: Buffer[] = [];
  const all = [...parts].map(([name, content]) => ({
    name,
    content: [content],
    stored: name.startsWith('files/'),
  }));
  for await (const chunk of zip(all, { comment: SEAL_BYTES })) chunks.push(chunk);
  const body = Buffer.concat([...chunks, Buffer.from(SEAL)]);
  writeFileSync(
    path,
    `${body.toString('latin1')}${createHash('sha256').update(body).digest('hex')}`,
    'latin1',
  );
}

export function changeManifest(parts: Parts, change: (manifest: Manifest) => void): void {
  const manifest = JSON.parse(parts.get(PARTS.manifest)!.toString('utf8')) as Manifest;
  change(manifest);
  parts.set(PARTS.manifest, Buffer.from(JSON.stringify(manifest)));
}

/** Returns the rows of a table, as any holder of the file can read them. */
export function rowsOf(parts: Parts, table: string): Record<string, unknown>[] {
  const texts = [...parts]
    .filter(([name]) => name.startsWith(`tables/${table}/`))
    .map(([, content]) => content);
  return Buffer.concat(texts)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
