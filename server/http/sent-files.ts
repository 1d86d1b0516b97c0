/** Files sent with a call, one after the other as they arrive: nothing is kept in memory, nothing written here. */

import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { codeOf } from '../../schemas/failures.ts';
import type { FileLimits, SentFile } from './call.ts';
import { malformed, Problem } from './problem.ts';

/** What a form may hold beside its files; the calls take their values from the query. */
const BESIDE = { fields: 20, fieldSize: 10_000, headerPairs: 50, headerSize: 16_384 };

export async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
}

type LimitedFile = MultipartFile['file'];

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

const tooLarge = ({ bytes }: FileLimits) =>
  new Problem(413, 'file-too-large', { params: { limit: megabytes(bytes) } });

/** What the reader of the form threw, in words; it knows no more than that the form is broken, or has too much. */
function told(error: unknown, { max }: FileLimits): unknown {
  if (error instanceof Problem) return error;
  const code = codeOf(error);
  if (code === 'FST_FILES_LIMIT') return new Problem(413, 'too-many-files', { params: { max } });
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return new Problem(413, 'too-large');
  return malformed('malformed-form');
}

/** A small file is there before anybody reads it, so that its limit was told to nobody: it is asked for too. */
async function* contentOf(file: LimitedFile, limits: FileLimits): AsyncGenerator<Uint8Array> {
  file.once('limit', () => file.destroy(tooLarge(limits)));
  try {
    for await (const chunk of file) {
      if (file.truncated) throw tooLarge(limits);
      yield chunk;
    }
  } catch (error) {
    throw told(error, limits);
  }
}

/** Browsers write a quotation mark, and the ends of lines, as they would in an address, and nothing else so. */
const nameOf = (sent: string | undefined): string =>
  (sent ?? '').replaceAll(/%(22|0[ad])/gi, (code) => decodeURIComponent(code));

async function* partsOf(request: FastifyRequest, limits: FileLimits): AsyncGenerator<SentFile> {
  const options = { limits: { ...BESIDE, files: limits.max, fileSize: limits.bytes } };
  try {
    for await (const part of request.files(options))
      yield { name: nameOf(part.filename), content: contentOf(part.file, limits) };
  } catch (error) {
    throw told(error, limits);
  } finally {
    // A call that stops reading still lets its caller finish sending, or he would never read the reply.
    request.raw.unpipe();
    request.raw.resume();
  }
}

async function* none(): AsyncGenerator<SentFile> {}

/** The files of a call; a form where none is taken, or anything else where one is, is refused. */
export function filesOf(request: FastifyRequest, limits: FileLimits | undefined): AsyncIterable<SentFile> {
  if (request.isMultipart() !== Boolean(limits))
    throw new Problem(415, limits ? 'wrong-content-type-form' : 'wrong-content-type');
  return limits ? partsOf(request, limits) : none();
}
