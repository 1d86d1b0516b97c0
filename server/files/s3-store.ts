/** The store in an S3-compatible bucket. Drafts are first written to a folder, to detect their type. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Draft, dropDraft, forgetDrafts, readDraft, receiveDraft } from './draft.ts';
import { FileDamaged, FileLost, StorageUnavailable } from './file-errors.ts';
import { type FileStore, hashOf, keyOf, type StoredFile } from './file-store.ts';
import { type S3, type S3Settings, s3Client } from './s3-client.ts';

const XML: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decodeEntities = (text: string): string =>
  text.replaceAll(/&(\w+);/g, (match, name) => XML[name] ?? match);
const elementText = (xml: string, name: string): string | undefined => {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? undefined : decodeEntities(found);
};

async function* listFiles(s3: S3, prefix: string): AsyncGenerator<StoredFile> {
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query: Record<string, string> = {
      'list-type': '2',
      prefix,
      ...(token && { 'continuation-token': token }),
    };
    const xml = (await s3({ method: 'GET', query })).body.toString('utf8');
    for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const hash = hashOf(elementText(entry, 'Key')?.slice(prefix.length) ?? '');
      if (hash) yield { hash, stored: new Date(elementText(entry, 'LastModified') ?? 0) };
    }
    token =
      elementText(xml, 'IsTruncated') === 'true' ? elementText(xml, 'NextContinuationToken') : undefined;
  }
}

/** Returns the store. `folder` contains the drafts. */
export function s3Store(settings: S3Settings, folder: string): FileStore {
  const s3 = s3Client(settings);
  const key = (hash: string): string => `${settings.prefix}${keyOf(hash)}`;
  const found = async (hash: string) => {
    const answer = await s3({ method: 'HEAD', key: key(hash) });
    return answer.status === 404 ? undefined : answer;
  };

  async function keep(draft: Draft): Promise<void> {
    const body = new Uint8Array(await readDraft(draft));
    // The store compares the content with the signed hash.
    const answer = await s3({ method: 'PUT', key: key(draft.hash), body, payload: draft.hash });
    if (answer.status === 404) throw new StorageUnavailable(`there is no bucket ${settings.bucket}`);
    await dropDraft(draft);
  }

  return {
    receive: (content) => receiveDraft(folder, content),
    keep,
    has: async (hash) => (await found(hash)) !== undefined,
    storedAt: async (hash) => {
      const reply = await found(hash);
      return reply && new Date(reply.headers.get('last-modified') ?? 0);
    },
    remove: async (hash) => void (await s3({ method: 'DELETE', key: key(hash) })),
    list: () => listFiles(s3, settings.prefix),
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

/** Sends one small request at startup, so that a wrong key is noticed before the first upload. */
export async function checkBucket(settings: S3Settings): Promise<void> {
  const query = { 'list-type': '2', 'max-keys': '1', prefix: settings.prefix };
  const { status } = await s3Client(settings)({ method: 'GET', query });
  if (status === 404) throw new StorageUnavailable(`there is no bucket ${settings.bucket}`);
}
