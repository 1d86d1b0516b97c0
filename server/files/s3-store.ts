/** The store in a bucket of an S3-compatible service; drafts are written in a folder first, to be looked into. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Draft, dropDraft, forgetDrafts, readDraft, receiveDraft } from './draft.ts';
import { FileDamaged, FileLost, StorageUnavailable } from './errors.ts';
import { type FileStore, hashOf, type Kept, keyOf } from './file-store.ts';
import { type S3, type S3Settings, s3Client } from './s3-client.ts';

const XML: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string => text.replaceAll(/&(\w+);/g, (whole, name) => XML[name] ?? whole);
const inside = (xml: string, name: string): string | undefined => {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? undefined : plain(found);
};

async function* listed(s3: S3, prefix: string): AsyncGenerator<Kept> {
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query: Record<string, string> = {
      'list-type': '2',
      prefix,
      ...(token && { 'continuation-token': token }),
    };
    const xml = (await s3({ method: 'GET', query })).body.toString('utf8');
    for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const hash = hashOf(inside(entry, 'Key')?.slice(prefix.length) ?? '');
      if (hash) yield { hash, stored: new Date(inside(entry, 'LastModified') ?? 0) };
    }
    token = inside(xml, 'IsTruncated') === 'true' ? inside(xml, 'NextContinuationToken') : undefined;
  }
}

/** `folder` is for drafts. */
export function s3Store(settings: S3Settings, folder: string): FileStore {
  const s3 = s3Client(settings);
  const key = (hash: string): string => `${settings.prefix}${keyOf(hash)}`;
  const found = async (hash: string) => {
    const answer = await s3({ method: 'HEAD', key: key(hash) });
    return answer.status === 404 ? undefined : answer;
  };

  async function keep(draft: Draft): Promise<void> {
    const body = new Uint8Array(await readDraft(draft));
    // The store compares what it got with the hash that was signed.
    const answer = await s3({ method: 'PUT', key: key(draft.hash), body, payload: draft.hash });
    if (answer.status === 404) throw new StorageUnavailable(`there is no bucket ${settings.bucket}`);
    await dropDraft(draft);
  }

  return {
    receive: (content) => receiveDraft(folder, content),
    keep,
    has: async (hash) => (await found(hash)) !== undefined,
    storedAt: async (hash) => {
      const there = await found(hash);
      return there && new Date(there.headers.get('last-modified') ?? 0);
    },
    remove: async (hash) => void (await s3({ method: 'DELETE', key: key(hash) })),
    list: () => listed(s3, settings.prefix),
    forgetDrafts: (before) => forgetDrafts(folder, before),

    async open(hash) {
      const { status, body } = await s3({ method: 'GET', key: key(hash) });
      if (status === 404) throw new FileLost(`the content ${hash} is not in the bucket`);
      if (createHash('sha256').update(body).digest('hex') !== hash)
        throw new FileDamaged(`the content ${hash} has changed in the bucket`);
      const part = (range: { start: number; end: number } | undefined): Buffer =>
        range ? body.subarray(range.start, range.end + 1) : body;
      return { size: body.length, stream: (range) => Readable.from([part(range)]) };
    },
  };
}

/** One small request, at the start: a wrong key is better met now than at the first upload. */
export async function checkBucket(settings: S3Settings): Promise<void> {
  const query = { 'list-type': '2', 'max-keys': '1', prefix: settings.prefix };
  const { status } = await s3Client(settings)({ method: 'GET', query });
  if (status === 404) throw new StorageUnavailable(`there is no bucket ${settings.bucket}`);
}
