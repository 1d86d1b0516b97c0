/** Pictures and documents of the demo plant: each can be downloaded unchanged, from a disk and a bucket. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { sweepFiles } from '../../../server/capabilities/documents/sweep.ts';
import { diskStore } from '../../../server/files/disk-store.ts';
import { type FileStore, keyOf } from '../../../server/files/file-store.ts';
import { s3Store } from '../../../server/files/s3-store.ts';
import { seedDemo } from '../../../server/seed/demo.ts';
import { BUCKET, KEY, REGION, SECRET, s3Peer } from '../../files/s3-peer.ts';
import { filesOnDisk } from '../documents/records.ts';
import { type Client, type Plant, plant } from '../plant/plant.ts';

const RESOURCES = ['oggetto', 'ricambio', 'magazzino', 'odl'];
const bytesOf = (name: unknown): Buffer =>
  readFileSync(join(import.meta.dirname, '../../../server/seed/files', String(name)));

let demo: Plant;
let admin: Client;
let files: FileStore;

const seed = (store: FileStore): Promise<void> =>
  demo.database.transaction((transaction) =>
    seedDemo(transaction, demo.schemas, { passwordHash: 'x', files: store }),
  );

/** Returns all documents with their record as `owner`. */
async function documents(): Promise<(Row & { resource: string; owner: number })[]> {
  const found = RESOURCES.map(async (resource) => {
    const { rows } = await demo.database.query<Row & { owner: number }>(
      `select d.*, d.id_${resource} as owner from ${resource}_documento d order by id`,
    );
    return rows.map((row) => ({ ...row, resource }));
  });
  return (await Promise.all(found)).flat();
}

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  files = diskStore(join(demo.folder, 'files'));
  await seed(files);
});
afterAll(() => demo.close());

describe('the documents of the demo plant', () => {
  it('are equal to their source files, each content stored once', async () => {
    const rows = await documents();
    expect(rows.length).toBeGreaterThan(90);
    for (const { resource, owner, ...row } of rows) {
      const bytes = bytesOf(row.nome_file_originale);
      const { data } = await admin.get(`/${resource}/${owner}/documento/${row.id}`);
      expect(Buffer.from(data.contenuto, 'base64').equals(bytes)).toBe(true);
      expect(row).toMatchObject({
        dimensione: bytes.length,
        hash: createHash('sha256').update(bytes).digest('hex'),
        descrizione: expect.stringMatching(/\S/),
        id_usr_ins: expect.any(Number),
      });
    }
    expect(filesOnDisk(demo)).toHaveLength(new Set(rows.map(({ hash }) => hash)).size);
  });

  it('are listed in their folders, with user and date', async () => {
    const asset = await demo.idOf('oggetto', { codice: 'FOL-L1-PR' });
    const { data } = await admin.get(`/oggetto/${asset}/documento/`);
    const held = data.cartelle.filter((folder: { files: Row[] }) => folder.files.length > 0);
    expect(held.map(({ nome }: Row) => nome)).toEqual(['Certificati', 'Foto', 'Manuali']);
    for (const document of data.documenti) {
      expect(document).toMatchObject({
        usr_ins: 'Elena Tosi',
        content_type: expect.stringMatching(/pdf|png/),
      });
      expect(Date.parse(document.data_validita)).toBeLessThan(Date.now());
    }
    const [first] = data.documenti;
    const { rawPayload } = await demo.app.server.inject({ url: first.url });
    expect(rawPayload.equals(bytesOf(first.nome_file_originale))).toBe(true);
  });

  it('show every spare part a picture, and fill the custom fields that are files', async () => {
    const { data } = await admin.get('/ricambio/?pag=-1');
    const ids = data.map(({ id }: Row) => id);
    const covers = await admin.get(`/ricambio/immagini-copertina/?idsRicambi=${ids.join(',')}`);
    expect(covers.data.map(({ id_ricambio: id }: Row) => id).sort()).toEqual(ids.sort());
    const filled = (await documents()).filter(({ campo_tabella: field }) => field !== null);
    expect(filled.length).toBeGreaterThan(3);
    for (const { resource, owner, campo_tabella: field, id } of filled)
      expect((await admin.get(`/${resource}/${owner}`)).data[String(field)]).toBe(id);
  });

  it('exist once, however often the plant is seeded, and are not swept', async () => {
    const before = await documents();
    await seed(files);
    expect(await documents()).toEqual(before);
    expect(await sweepFiles({ ...demo, files, grace: -60_000 })).toEqual({ contents: 0, drafts: 0 });
  });

  it('go into a bucket where the plant has one', async () => {
    const peer = await s3Peer();
    const settings = { bucket: BUCKET, region: REGION, key: KEY, secret: SECRET, prefix: 'demo/' };
    const endpoint = `http://127.0.0.1:${peer.port}`;
    try {
      await seed(s3Store({ ...settings, endpoint, style: 'path' }, join(demo.folder, 'drafts')));
      const hashes = new Set((await documents()).map(({ hash }) => `demo/${keyOf(String(hash))}`));
      expect(new Set(peer.stored.keys())).toEqual(hashes);
    } finally {
      await peer.close();
    }
  });
});
