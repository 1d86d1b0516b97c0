/** One call for several records, each in its own transaction and with its own result. */
import type { Language, Row } from '../../schemas/entity.ts';
import { errorOf } from '../../schemas/failures.ts';
import { DONE } from '../../schemas/results.ts';
import { isRow } from '../../schemas/values.ts';
import type { ApiSchema } from '../http/call.ts';
import { envelopeOf, problemOf } from '../http/errors.ts';
import { invalid, say } from '../http/problem.ts';

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** A record, and the body of its own call. */
export interface BodyOf {
  id: number;
  body: Row;
}

/**
 * Returns the body for each record, with the version that the user read (I21). Without a version, any version is
 * changed.
 */
export function bodiesOf(sent: Row, ids: number[]): BodyOf[] {
  const { versione, versioni, ...body } = sent;
  if (ids.length > 1 && isPresent(versione)) throw invalid([{ field: 'versione', rule: 'version-of-one' }]);
  const ofOne: Row = isPresent(versione) ? { versione } : {};
  const versions = isPresent(versioni) ? versionsIn(versioni, ids) : new Map<number, number>();
  return ids.map((id) => {
    const version = versions.get(id);
    return { id, body: { ...body, ...(version === undefined ? ofOne : { versione: version }) } };
  });
}

function versionsIn(value: unknown, ids: number[]): Map<number, number> {
  const entries = isRow(value) ? Object.entries(value) : [];
  const valid = entries.filter(([id, version]) => ids.map(String).includes(id) && Number.isInteger(version));
  if (!isRow(value) || valid.length < entries.length)
    throw invalid([{ field: 'versioni', rule: 'versions-by-id' }]);
  return new Map(valid.map(([id, version]) => [Number(id), Number(version)]));
}

/** The schema of the versions of several records, for the API description. */
export const VERSIONS: ApiSchema = {
  type: 'object',
  additionalProperties: { type: 'integer' },
  description:
    'The version of each record that the caller has read, by id. A record with a newer version is refused, and the ' +
    'others are not; a record without an entry is changed whatever its version.',
};

/** Runs `work` for each record. A refusal does not stop the others, but a server error does. */
export async function eachForItself<T extends { id: number }>(
  all: T[],
  { language }: { language: Language },
  work: (item: T) => Promise<Row | undefined>,
): Promise<Row[]> {
  const outcomes: Row[] = [];
  for (const item of all)
    try {
      const extra = await work(item);
      outcomes.push({ id: item.id, result: DONE, description: say('ok', language), ...extra });
    } catch (error) {
      const problem = problemOf(errorOf(error));
      if (problem.status >= 500) throw error;
      const { data, ...refusal } = envelopeOf(problem, language);
      // For a conflict, `data` is the current record. Other refusals have no data.
      outcomes.push({ id: item.id, ...refusal, ...(problem.reason && { status: problem.status, data }) });
    }
  return outcomes;
}

/** Returns the schema of the results for the API description. */
export const outcomesSchema = (done: string, extra: Record<string, ApiSchema>): ApiSchema => ({
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'result', 'description'],
    properties: {
      id: { type: 'integer' },
      result: {
        type: 'integer',
        description: `0 if it was ${done}; otherwise the result of the same call for a single record`,
      },
      description: { type: 'string' },
      errors: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'A message per field',
      },
      status: { const: 409, description: 'Only with reason stale' },
      reason: { enum: ['stale'], description: 'The record has changed since the version in the request' },
      ...extra,
    },
  },
});
