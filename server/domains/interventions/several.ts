/** PUT of several interventions by their ids: each changed for itself, by the rules of one, with an outcome of its own. */

import type { Row } from '../../../schemas/entity.ts';
import { errorOf } from '../../../schemas/failures.ts';
import type { Records } from '../../capabilities/records.ts';
import type { ApiSchema, Context } from '../../http/call.ts';
import { envelopeOf, problemOf } from '../../http/errors.ts';
import { personOf } from '../../http/person.ts';
import { invalid, say } from '../../http/problem.ts';

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

interface Change {
  id: number;
  change: Row;
}

/** What is to become of each, with the version that the person saw of it; without one it is changed as it stands. */
export function changesIn(body: Row, ids: number[]): Change[] {
  const { versione, versioni, ...change } = body;
  if (ids.length > 1 && isGiven(versione)) throw invalid([{ field: 'versione', rule: 'version-of-one' }]);
  const alone: Row = isGiven(versione) ? { versione } : {};
  const versions = isGiven(versioni) ? versionsIn(versioni, ids) : new Map<number, number>();
  return ids.map((id) => {
    const seen = versions.get(id);
    return { id, change: { ...change, ...(seen === undefined ? alone : { versione: seen }) } };
  });
}

function versionsIn(given: unknown, ids: number[]): Map<number, number> {
  const isPlain = typeof given === 'object' && given !== null && !Array.isArray(given);
  const told = isPlain ? Object.entries(given) : [];
  const fit = told.filter(([id, version]) => ids.map(String).includes(id) && Number.isInteger(version));
  if (!isPlain || fit.length < told.length) throw invalid([{ field: 'versioni', rule: 'versions-by-id' }]);
  return new Map(fit.map(([id, version]) => [Number(id), version]));
}

/** One after the other, each in a transaction of its own: what one is refused stops no other. */
export async function changeSeveral(
  update: Records['update'],
  changes: Change[],
  context: Context,
): Promise<Row[]> {
  const outcomes: Row[] = [];
  // Of more than one call takes, too: whoever changes hundreds sends them a hundred at a time.
  const together = { ...context, batch: `modifica ${personOf(context).id}` };
  for (const { id, change } of changes)
    try {
      await update(id, change, together);
      outcomes.push({ id, result: 0, description: say('ok', context.language) });
    } catch (error) {
      const problem = problemOf(errorOf(error));
      if (problem.status >= 500) throw error;
      const { data, ...refusal } = envelopeOf(problem, context.language);
      // What a colleague has made of it meanwhile; of any other refusal there is nothing to show.
      outcomes.push({ id, ...refusal, ...(problem.reason && { status: problem.status, data }) });
    }
  return outcomes;
}

export const VERSIONS: ApiSchema = {
  type: 'object',
  additionalProperties: { type: 'integer' },
  description:
    'The version that was read of each, by id. One that has another version by now is refused alone; one that is not ' +
    'named is changed as it stands.',
};

export const OUTCOMES: ApiSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'result', 'description'],
    properties: {
      id: { type: 'integer' },
      result: { type: 'integer', description: '0 when it was changed; as the call alone answers otherwise' },
      description: { type: 'string' },
      errors: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'A sentence per field',
      },
      status: { const: 409, description: 'With reason stale' },
      reason: { enum: ['stale'], description: 'It changed after the version that was sent' },
      data: {
        type: 'object',
        description: 'With reason stale: versione and record as they are now, who changed it and when',
      },
    },
  },
};
