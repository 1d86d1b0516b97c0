/** Turns every error of a call into an envelope. No other file does this. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../schemas/entity.ts';
import { codeOf } from '../../schemas/failures.ts';
import { refusalTexts } from '../../schemas/validate.ts';
import { BadQuery } from '../database/bad-query.ts';
import { FileDamaged, FileLost, StorageFull, StorageUnavailable } from '../files/file-errors.ts';
import { languageOf } from './accept-language.ts';
import { malformed, Problem, type Sentence, say } from './problem.ts';

/** Errors of the framework before a handler runs. */
const FRAMEWORK: Record<string, [number, Sentence]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'wrong-content-type'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too-large'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'malformed-json'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'malformed-json'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'malformed-json'],
  FST_ERR_BAD_URL: [400, 'no-such-call'],
  FST_ERR_ASYNC_CONSTRAINT: [400, 'no-such-call'],
};

/** Codes of PostgreSQL and its pool when they cannot answer now: too slow, too full, starting or stopping. */
const BUSY = new Set([
  '57014',
  '53300',
  '57P01',
  '57P03',
  '55P03',
  '40001',
  '40P01',
  'ECONNREFUSED',
  'ECONNRESET',
]);
const isBusy = (error: Error & { code?: string }): boolean =>
  BUSY.has(error.code ?? '') ||
  error.name === 'EngineBusy' ||
  /timeout exceeded when trying to connect/.test(error.message);

/** PostgreSQL refuses a text with a NUL character, which only a request can contain. */
const UNSTORABLE = '22021';

/** Translates errors of the file store. PostgreSQL reports 53100 when its own disk is full. */
function storageProblem(error: Error & { code?: string }): Problem | undefined {
  if (error instanceof FileDamaged) return new Problem(422, 'file-damaged', { cause: error });
  if (error instanceof FileLost) return new Problem(404, 'file-lost', { cause: error });
  if (error instanceof StorageFull || error.code === '53100')
    return new Problem(507, 'storage-full', { cause: error });
  if (error instanceof StorageUnavailable)
    return new Problem(503, 'storage-unavailable', { cause: error, headers: { 'retry-after': '30' } });
  return undefined;
}

export const busy = (cause?: Error): Problem =>
  new Problem(503, 'busy', { cause, headers: { 'retry-after': '5' } });

export function problemOf(error: FastifyError | Error): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof BadQuery) return malformed(error.key, error.params);
  const storage = storageProblem(error);
  if (storage) return storage;
  const code = codeOf(error);
  if (code === UNSTORABLE) return malformed('malformed-request');
  const framework = FRAMEWORK[code ?? ''];
  if (framework) return new Problem(framework[0], framework[1]);
  const { statusCode = 500 } = 'statusCode' in error ? error : {};
  if (statusCode >= 400 && statusCode < 500) return new Problem(statusCode, 'malformed-request');
  if (error.name === 'OutcomeUnknown') return new Problem(503, 'outcome-unknown', { cause: error });
  if (isBusy(error)) return busy(error);
  return new Problem(500, 'unexpected', { cause: error });
}

export function envelopeOf(problem: Problem, language: Language, requestId?: string) {
  const said = say(problem.key, language, problem.params);
  const texts = {
    ...refusalTexts(problem.refusals, language),
    ...(problem.field && { [problem.field]: said }),
  };
  const errors = Object.keys(texts).length > 0 ? { errors: texts } : {};
  const [only] = problem.saidByField ? Object.values(texts) : [];
  const trace = problem.status === 500 ? { requestId } : {};
  return {
    result: problem.result,
    description: only ?? said,
    data: problem.data,
    ...(problem.reason && { reason: problem.reason }),
    ...errors,
    ...trace,
  };
}

export function sendProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error);
  // The log also needs the cause of a damaged or missing file, whose status is below 500.
  if (problem.status >= 500 || problem.cause) request.log.error({ err: error }, 'call failed');
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelopeOf(problem, languageOf(request.headers['accept-language']), request.id)));
}

export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendProblem);
}
