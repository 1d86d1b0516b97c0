/** Uploaded files. They are read one after the other as a stream; nothing is held in memory or written here. */

import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { codeOf } from '../../schemas/failures.ts';
import type { FileLimits, SentFile } from './call.ts';
import { malformed, Problem } from './problem.ts';

/** The limits of a form apart from its files, because the calls read their values from the query. */
const FORM_LIMITS = { fields: 20, fieldSize: 10_000, headerPairs: 50, headerSize: 16_384 };

export async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
}

type LimitedFile = MultipartFile['file'];

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

const tooLarge = ({ bytes }: FileLimits) =>
  new Problem(413, 'file-too-large', { params: { limit: megabytes(bytes) } });

/** Translates an error of the form parser, which only knows that the form is broken or too large. */
function problemFrom(error: unknown, { max }: FileLimits): unknown {
  if (error instanceof Problem) return error;
  const code = codeOf(error);
  if (code === 'FST_FILES_LIMIT') return new Problem(413, 'too-many-files', { params: { max } });
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return new Problem(413, 'too-large');
  return malformed('malformed-form');
}

/**
 * Streams a file up to its limit. A small file may reach the limit before the listener exists, so `truncated` is
 * checked too.
 */
async function* contentOf(file: LimitedFile, limits: FileLimits): AsyncGenerator<Uint8Array> {
  file.once('limit', () => file.destroy(tooLarge(limits)));
  try {
    for await (const chunk of file) {
      if (file.truncated) throw tooLarge(limits);
      yield chunk;
    }
  } catch (error) {
    throw problemFrom(error, limits);
  }
}

/** Decodes a file name. Browsers percent-encode quotation marks and line ends, and nothing else. */
const nameOf = (sent: string | undefined): string =>
  (sent ?? '').replaceAll(/%(22|0[ad])/gi, (code) => decodeURIComponent(code));

async function* partsOf(request: FastifyRequest, limits: FileLimits): AsyncGenerator<SentFile> {
  const options = { limits: { ...FORM_LIMITS, files: limits.max, fileSize: limits.bytes } };
  try {
    for await (const part of request.files(options))
      yield { name: nameOf(part.filename), content: contentOf(part.file, limits) };
  } catch (error) {
    throw problemFrom(error, limits);
  } finally {
    // The rest is read if a call stops early. Otherwise the client could not read the reply.
    request.raw.unpipe();
    request.raw.resume();
  }
}

async function* none(): AsyncGenerator<SentFile> {}

/** Returns the files of a call. Refuses a form if the call accepts none, and any other body if it accepts files. */
export function filesOf(request: FastifyRequest, limits: FileLimits | undefined): AsyncIterable<SentFile> {
  if (request.isMultipart() !== Boolean(limits))
    throw new Problem(415, limits ? 'wrong-content-type-form' : 'wrong-content-type');
  return limits ? partsOf(request, limits) : none();
}
