/** Storage of contents: sweeping, a full disk, a bucket. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepFiles } from '../../../server/capabilities/documents/sweep.ts';
import { diskStore } from '../../../server/files/disk-store.ts';
import { dropDraft } from '../../../server/files/draft.ts';
import { type FileStore, keyOf } from '../../../server/files/file-store.ts';
import { s3Store } from '../../../server/files/s3-store.ts';
import { BUCKET, KEY, REGION, type S3Peer, SECRET, s3Peer } from '../../files/s3-peer.ts';
import { pdf } from '../../files/sample-files.ts';
import { type Client, type Plant, plant } from '../plant/plant.ts';
import { addRecord, filesOnDisk, send } from './records.ts';

let demo: Plant;
let admin: Client;
let asset: number;
let folder: number;
let files: FileStore;

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  asset = await addRecord(demo, 'oggetto', 'STORE-1');
  folder = await demo.idOf('oggetto/documento/cartella', { nome: 'Manuali' });
  files = diskStore(join(demo.folder, 'files'));
});
afterAll(() => demo.close());

const path = (more = '') => `/oggetto/${asset}/documento/${more}`;
const upload = (name: string, bytes: Buffer) => send(admin, path(`?idCartella=${folder}`), [[name, bytes]]);
const hashOf = async (id: number): Promise<string> =>
  (await demo.database.query<{ hash: string }>('select hash from oggetto_documento where id = $1', [id]))
    .rows[0]!.hash;

const AN_HOUR_AGO = new Date(Date.now() - 7_200_000);
const placeOf = (hash: string): string => join(demo.folder, 'files', keyOf(hash));
const grown = (hash: string): void => utimesSync(placeOf(hash), AN_HOUR_AGO, AN_HOUR_AGO);
const sweep = (grace?: number) =>
  sweepFiles({ database: demo.database, schemas: demo.schemas, files, grace });

describe('the sweep', () => {
  it('deletes the content of a deleted document, but none that another document uses', async () => {
    const alone = (await upload('solo.pdf', pdf('solo'))).data.id;
    const [one, two] = [
      (await upload('a.pdf', pdf('stesso'))).data.id,
      (await upload('b.pdf', pdf('stesso'))).data.id,
    ];
    const [lonely, shared] = [await hashOf(alone), await hashOf(one)];
    for (const id of [alone, one]) expect((await admin.del(path(String(id)))).status).toBe(200);
    grown(lonely);
    grown(shared);
    expect(await sweep()).toEqual({ contents: 1, drafts: 0 });
    expect(await files.has(lonely)).toBe(false);
    expect((await admin.get(path(String(two)))).status).toBe(200);
  });

  it('keeps recent contents: their row may be about to be written', async () => {
    const draft = await files.receive(portions(pdf('in arrivo')));
    await files.keep(draft);
    expect(await sweep()).toEqual({ contents: 0, drafts: 0 });
    expect(await files.has(draft.hash)).toBe(true);
    grown(draft.hash);
    expect(await sweep()).toEqual({ contents: 1, drafts: 0 });
  });

  it('deletes drafts that a killed server left', async () => {
    const drafts = join(demo.folder, 'files', 'incoming');
    mkdirSync(drafts, { recursive: true });
    writeFileSync(join(drafts, 'half'), 'half');
    utimesSync(join(drafts, 'half'), AN_HOUR_AGO, AN_HOUR_AGO);
    expect(await sweep()).toEqual({ contents: 0, drafts: 1 });
  });

  it('deletes nothing of uploads that run at the same time', async () => {
    let over = false;
    const sweeping = (async () => {
      while (!over) await sweep(-60_000);
    })();
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => upload(`${index}.pdf`, pdf(`gara ${index % 5}`))),
    );
    over = true;
    await sweeping;
    // A content may vanish before its row is written: then the upload is refused.
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    for (const { status, data } of answers)
      if (status === 200) expect((await admin.get(path(String(data.id)))).status).toBe(200);
  });
});

it('a draft that disappears before its type is detected has to be sent again', async () => {
  const root = mkdtempSync(join(tmpdir(), 'officina-gone-'));
  const store = diskStore(root);
  const receive: FileStore['receive'] = async (content) => {
    const draft = await store.receive(content);
    await dropDraft(draft);
    return draft;
  };
  const other = await plant([], { files: { ...store, receive } });
  try {
    const client = await other.as('SUADMIN');
    const id = await addRecord(other, 'oggetto', 'GONE-1');
    const place = await other.idOf('oggetto/documento/cartella', { nome: 'Manuali' });
    const answer = await send(client, `/oggetto/${id}/documento/?idCartella=${place}`, [
      ['via.pdf', pdf('via')],
    ]);
    expect(answer).toMatchObject({
      status: 503,
      description: "L'archivio dei file non risponde. Riprovare fra poco.",
    });
    expect(await other.count('oggetto_documento')).toBe(0);
  } finally {
    await other.close();
    rmSync(root, { recursive: true });
  }
});

async function* portions(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Only root can mount a small disk; otherwise tests/unit/files-store.test.ts covers this. */
function smallDisk(at: string): boolean {
  mkdirSync(at, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it('a full disk refuses with a message, leaves nothing behind, and still accepts smaller files', async ({
  skip,
}) => {
  const full = await plant();
  const at = join(full.folder, 'files');
  const mounted = smallDisk(at);
  try {
    if (!mounted) skip('no small disk can be made here');
    const client = await full.as('SUADMIN');
    const id = await addRecord(full, 'oggetto', 'FULL-1');
    const to = `/oggetto/${id}/documento/?idCartella=${folder}`;
    const answer = await send(client, to, [['grande.txt', Buffer.alloc(3_000_000, 97)]]);
    expect(answer).toMatchObject({
      status: 507,
      result: -1,
      description: expect.stringContaining('spazio'),
    });
    expect(filesOnDisk(full)).toEqual([]);
    expect(await full.count('oggetto_documento')).toBe(0);
    expect((await send(client, to, [['piccolo.txt', Buffer.alloc(100_000, 97)]])).status).toBe(200);
    const half = await send(client, to, [
      ['uno.txt', Buffer.alloc(500_000, 98)],
      ['due.txt', Buffer.alloc(3_000_000, 99)],
    ]);
    expect(half.status).toBe(507);
    expect(filesOnDisk(full)).toHaveLength(1);
  } finally {
    if (mounted) execFileSync('umount', [at]);
    await full.close();
  }
});

describe('in a bucket', () => {
  let peer: S3Peer;
  let remote: Plant;
  let client: Client;
  let to: string;

  beforeAll(async () => {
    peer = await s3Peer();
    const settings = {
      endpoint: `http://127.0.0.1:${peer.port}`,
      bucket: BUCKET,
      region: REGION,
      key: KEY,
      secret: SECRET,
      prefix: '',
      style: 'path' as const,
    };
    const place = join(demo.folder, 'drafts');
    remote = await plant([], { files: s3Store(settings, place) });
    client = await remote.as('SUADMIN');
    to = `/oggetto/${await addRecord(remote, 'oggetto', 'S3-1')}/documento/`;
  });
  afterAll(async () => {
    await remote.close();
    await peer.close();
  });

  it('documents are stored, read, streamed in parts and swept as on a disk', async () => {
    const answer = await send(client, `${to}?idCartella=${folder}`, [['nuvola.pdf', pdf('nuvola')]]);
    expect(answer.status).toBe(200);
    expect(peer.stored.size).toBe(1);
    const { data } = await client.get(`${to}${answer.data.id}`);
    expect(Buffer.from(data.contenuto, 'base64').equals(pdf('nuvola'))).toBe(true);
    const part = await remote.app.server.inject({ url: data.url, headers: { range: 'bytes=0-3' } });
    expect([part.statusCode, part.body]).toEqual([206, '%PDF']);
    expect((await client.del(`${to}${answer.data.id}`)).status).toBe(200);
  });

  it('that does not answer, documents are refused with a sentence', async () => {
    const before = await remote.count('oggetto_documento');
    peer.failing = [503, 503, 503, 503];
    const answer = await send(client, `${to}?idCartella=${folder}`, [['nuvola.pdf', pdf('altra')]]);
    expect(answer).toMatchObject({
      status: 503,
      description: "L'archivio dei file non risponde. Riprovare fra poco.",
    });
    expect(await remote.count('oggetto_documento')).toBe(before);
  });
});
