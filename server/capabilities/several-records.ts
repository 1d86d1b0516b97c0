/** One call for several records: each in its own transaction and with its own outcome. */
import type { Language, Row } from '../../schemas/entity.ts';
import { errorOf } from '../../schemas/failures.ts';
import { DONE } from '../../schemas/results.ts';
import type { ApiSchema } from '../http/call.ts';
import { envelopeOf, problemOf } from '../http/errors.ts';
import { say } from '../http/problem.ts';

/** Runs `work` for each; a refusal does not stop the others, but a server error does. */
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
      // For a conflict `data` holds the current record; other refusals have none.
      outcomes.push({ id: item.id, ...refusal, ...(problem.reason && { status: problem.status, data }) });
    }
  return outcomes;
}

/** Returns the schema of the outcomes for the API description. */
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
