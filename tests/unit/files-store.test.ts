/** Contents stored by hash: on a disk, and in a bucket behind a server that verifies every signature. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import dns from 'node:dns';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StartupError } from '../../server/database/startup-error.ts';
import { diskStore } from '../../server/files/disk-store.ts';
import { dropDraft, readDraft } from '../../server/files/draft.ts';
import { FileDamaged, FileLost, StorageFull, StorageUnavailable } from '../../server/files/file-errors.ts';
import { type FileStore, hashOf, keyOf } from '../../server/files/file-store.ts';
import { openStore } from '../../server/files/open-store.ts';
import type { S3Settings } from '../../server/files/s3-client.ts';
import { signed } from '../../server/files/s3-signature.ts';
import { checkBucket, s3Store } from '../../server/files/s3-store.ts';
import { BUCKET, KEY, REGION, type S3Peer, SECRET, s3Peer } from '../files/s3-peer.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function* portions(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

async function bytesOf(
  store: FileStore,
  hash: string,
  range?: { start: number; end: number },
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of (await store.open(hash)).stream(range)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function keep(store: FileStore, bytes: Buffer): Promise<string> {
  const draft = await store.receive(portions(bytes));
  await store.keep(draft);
  return draft.hash;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

let folder: string;
let peer: S3Peer;
let settings: S3Settings;

/** Resolves names below localhost, as RFC 6761 demands; some machines do not. */
const { lookup } = dns;
beforeAll(async () => {
  dns.lookup = ((host: string, ...rest: [never, never]) =>
    lookup(host.endsWith('.localhost') ? '127.0.0.1' : host, ...rest)) as typeof dns.lookup;
  peer = await s3Peer();
  settings = {
    endpoint: `http://127.0.0.1:${peer.port}`,
    bucket: BUCKET,
    region: REGION,
    key: KEY,
    secret: SECRET,
    prefix: 'officina & figli/',
    style: 'path',
  };
});
afterAll(() => {
  dns.lookup = lookup;
  return peer.close();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'officina-store-'));
  peer.stored.clear();
  peer.failing = [];
  return () => rmSync(folder, { recursive: true, force: true });
});

const STORES: [string, () => FileStore][] = [
  ['on the disk', () => diskStore(join(folder, 'files'))],
  ['in a bucket, named in the path', () => s3Store(settings, join(folder, 'files'))],
  [
    'in a bucket, named before the host',
    () =>
      s3Store(
        { ...settings, endpoint: `http://localhost:${peer.port}`, style: 'host' },
        join(folder, 'files'),
      ),
  ],
];

describe.each(STORES)('a content stored %s', (_where, open) => {
  it('is returned unchanged, whole and in parts', async () => {
    const store = open();
    const bytes = randomBytes(300_000);
    const hash = await keep(store, bytes);
    expect(hash).toBe(sha256(bytes));
    expect(await store.has(hash)).toBe(true);
    expect((await store.open(hash)).size).toBe(bytes.length);
    expect((await bytesOf(store, hash)).equals(bytes)).toBe(true);
    expect((await bytesOf(store, hash, { start: 10, end: 19 })).equals(bytes.subarray(10, 20))).toBe(true);
  });

  it('is stored once, however often it is sent, with a new date each time', async () => {
    const store = open();
    const hash = await keep(store, Buffer.from('the same'));
    await keep(store, Buffer.from('the same'));
    const listed = [];
    for await (const one of store.list()) listed.push(one);
    expect(listed.map((one) => one.hash)).toEqual([hash]);
    expect(Date.now() - (await store.storedAt(hash))!.getTime()).toBeLessThan(5_000);
    expect(filesBelow(folder).filter((name) => name.includes('incoming'))).toEqual([]);
  });

  it('is listed with all others, and gone after its removal', async () => {
    const store = open();
    const hashes = [];
    for (const text of ['a', 'b', 'c', 'd', 'e']) hashes.push(await keep(store, Buffer.from(text)));
    const listed = [];
    for await (const { hash } of store.list()) listed.push(hash);
    expect(listed.sort()).toEqual([...hashes].sort());
    await store.remove(hashes[0]!);
    expect(await store.has(hashes[0]!)).toBe(false);
    expect(await store.storedAt(hashes[0]!)).toBeUndefined();
    await store.remove(hashes[0]!);
    await expect(store.open(hashes[0]!)).rejects.toBeInstanceOf(FileLost);
  });

  it('leaves nothing behind if its sender stops half way', async () => {
    const store = open();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      throw new Error('gone');
    }
    await expect(store.receive(broken())).rejects.toThrow('gone');
    expect(filesBelow(folder)).toEqual([]);
  });

  it('reports that a missing draft has to be sent again, and stores nothing', async () => {
    const store = open();
    const draft = await store.receive(portions(Buffer.from('via')));
    await dropDraft(draft);
    await expect(readDraft(draft)).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(store.keep(draft)).rejects.toBeInstanceOf(StorageUnavailable);
    expect(await store.has(draft.hash)).toBe(false);
  });

  it('forgets drafts that nobody finished, and leaves young ones', async () => {
    const store = open();
    const old = await store.receive(portions(Buffer.from('old')));
    const young = await store.receive(portions(Buffer.from('young')));
    utimesSync(old.path, new Date(0), new Date(0));
    expect(await store.forgetDrafts(new Date(Date.now() - 3_600_000))).toBe(1);
    expect(readFileSync(young.path, 'utf8')).toBe('young');
  });
});

describe('on the disk', () => {
  it('is at the path of its hash, synced before it gets its name', async () => {
    const store = diskStore(folder);
    const hash = await keep(store, Buffer.from('x'));
    expect(filesBelow(folder)).toEqual([join(hash.slice(0, 2), hash.slice(2))]);
    expect(hashOf(keyOf(hash))).toBe(hash);
    expect(hashOf('incoming/abc')).toBeUndefined();
    expect(() => keyOf('../../etc/passwd')).toThrow();
  });

  it('is never returned with other bytes, even if it was correct a moment ago', async () => {
    const store = diskStore(folder);
    const hash = await keep(store, Buffer.from('sound'));
    expect((await bytesOf(store, hash)).toString()).toBe('sound');
    writeFileSync(join(folder, keyOf(hash)), 'rottn');
    await expect(store.open(hash)).rejects.toBeInstanceOf(FileDamaged);
    await keep(store, Buffer.from('sound'));
    expect((await bytesOf(store, hash)).toString()).toBe('sound');
  });

  it('is listed alone among foreign files', async () => {
    const store = diskStore(folder);
    const hash = await keep(store, Buffer.from('ours'));
    mkdirSync(join(folder, 'zz'));
    writeFileSync(join(folder, 'zz', 'theirs'), '');
    writeFileSync(join(folder, 'notes.txt'), '');
    const listed = [];
    for await (const one of store.list()) listed.push(one.hash);
    expect(listed).toEqual([hash]);
  });
});

it('on a full disk reports it, and leaves nothing behind', () => {
  // The file size limit of a process stands for a full disk: 1,000 blocks of 1,024 bytes.
  const script = `
    import { diskStore } from '${join(import.meta.dirname, '../../server/files/disk-store.ts')}';
    const store = diskStore(process.argv[1]);
    async function* megabytes(n) { for (let i = 0; i < n * 16; i++) yield Buffer.alloc(65536, 1); }
    const told = await store.receive(megabytes(2)).catch((error) => error.name);
    await store.keep(await store.receive(megabytes(0.5)));
    console.log(told);`;
  const command = 'ulimit -f 1000; exec "$0" --import tsx --input-type=module -e "$1" "$2"';
  const printed = execFileSync('bash', ['-c', command, process.execPath, script, folder], {
    encoding: 'utf8',
  });
  expect(printed.trim()).toBe(StorageFull.name);
  expect(filesBelow(folder)).toHaveLength(1);
});

describe('in a bucket', () => {
  const store = () => s3Store(settings, folder);

  it('is below the prefix', async () => {
    const hash = await keep(store(), Buffer.from('x'));
    expect([...peer.stored.keys()]).toEqual([`officina & figli/${keyOf(hash)}`]);
  });

  it('is requested again while the store is busy, and reported if it stays so', async () => {
    peer.failing = [503, 500, 429];
    const hash = await keep(store(), Buffer.from('patience'));
    expect((await bytesOf(store(), hash)).toString()).toBe('patience');
    peer.failing = [503, 503, 503, 503];
    await expect(store().open(hash)).rejects.toBeInstanceOf(StorageUnavailable);
  });

  it('that has changed is not returned', async () => {
    const hash = await keep(store(), Buffer.from('sound'));
    for (const one of peer.stored.values()) one.bytes = Buffer.from('rotten');
    await expect(store().open(hash)).rejects.toBeInstanceOf(FileDamaged);
  });

  it('that is full is reported', async () => {
    peer.failing = [507, 507, 507, 507];
    await expect(keep(store(), Buffer.from('x'))).rejects.toBeInstanceOf(StorageFull);
  });

  it.each<[string, Partial<S3Settings>, string]>([
    ['a wrong secret', { secret: 'wrong' }, 'the store answers 403 SignatureDoesNotMatch'],
    ['an unknown key', { key: 'nobody' }, 'the store answers 403 InvalidAccessKeyId'],
    ['another region', { region: 'us-east-1' }, 'the store answers 403 AuthorizationHeaderMalformed'],
    ['another bucket', { bucket: 'missing-bucket' }, 'there is no bucket missing-bucket'],
    ['nobody there', { endpoint: 'http://127.0.0.1:9' }, 'the store does not answer'],
  ])('is refused with %s, at the start', async (_what, wrong, sentence) => {
    const error = await openStore(folder, { ...settings, ...wrong }).catch((reason) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect(error.message).toMatch(/^The files of this plant are in the bucket /);
    expect(error.message).toContain(`but ${sentence}`);
  });

  it('is there with the right ones', async () => {
    await expect(checkBucket(settings)).resolves.toBeUndefined();
  });
});

it('signs as the documentation of AWS does', () => {
  // "GET Object" and "GET Bucket (List Objects)" of the examples of Signature Version 4 for S3.
  const credentials = {
    key: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  };
  const payload = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const now = new Date('2013-05-24T00:00:00Z');
  const object = signed(
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { range: 'bytes=0-9' },
      payload,
    },
    credentials,
    now,
  );
  expect(object.authorization).toContain(
    'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
  const list = signed(
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J'),
      headers: {},
      payload,
    },
    credentials,
    now,
  );
  expect(list.authorization).toContain(
    'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
});
