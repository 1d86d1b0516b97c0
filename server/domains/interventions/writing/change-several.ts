/** PUT of several interventions by their ids: each changed for itself, by the rules of one, with an outcome of its own. */

import type { Row } from '../../../../schemas/entity.ts';
import type { Records } from '../../../capabilities/records.ts';
import { eachForItself, outcomesSchema } from '../../../capabilities/several-records.ts';
import type { ApiSchema, Context } from '../../../http/call.ts';
import { invalid } from '../../../http/problem.ts';
import { personOf } from '../../../requests/signed-in-user.ts';

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

/** Each by the rules of one. */
export function changeSeveral(
  update: Records['update'],
  changes: Change[],
  context: Context,
): Promise<Row[]> {
  // Of more than one call takes, too: whoever changes hundreds sends them a hundred at a time.
  const together = { ...context, batch: `modifica ${personOf(context).id}` };
  return eachForItself(changes, context, async ({ id, change }) => {
    await update(id, change, together);
    return undefined;
  });
}

export const VERSIONS: ApiSchema = {
  type: 'object',
  additionalProperties: { type: 'integer' },
  description:
    'The version that was read of each, by id. One that has another version by now is refused alone; one that is not ' +
    'named is changed as it stands.',
};

export const OUTCOMES = outcomesSchema('changed', {
  data: {
    type: 'object',
    description: 'With reason stale: versione and record as they are now, who changed it and when',
  },
});
