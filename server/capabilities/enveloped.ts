/** A file inside the envelope, as the documented calls require: base64, streamed while the file is produced. */
import { Readable } from 'node:stream';
import type { Context, RawReply } from '../http/call.ts';
import { say } from '../http/problem.ts';

/** Encodes groups of three bytes. The remaining bytes wait for the next piece. */
async function* base64(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of content) {
    const bytes = Buffer.concat([rest, typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece]);
    const length = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(length);
    if (length > 0) yield bytes.toString('base64', 0, length);
  }
  if (rest.length > 0) yield rest.toString('base64');
}

async function* written(
  { language }: Context,
  content: AsyncIterable<string | Uint8Array>,
  named: { filename: string } | undefined,
): AsyncGenerator<string> {
  const open = named ? `{"filename":${JSON.stringify(named.filename)},"data":"` : '"';
  yield `{"result":0,"description":${JSON.stringify(say('ok', language))},"data":${open}`;
  yield* base64(content);
  yield named ? '"}}' : '"}';
}

/** Sends the file as `data`. With a name, `data` is {filename, data}. */
export const enveloped = (
  context: Context,
  content: AsyncIterable<string | Uint8Array>,
  named?: { filename: string },
): RawReply => ({
  raw: Readable.from(written(context, content, named), { objectMode: false }),
  type: 'application/json; charset=utf-8',
});
