/** PUT of several interventions by their ids: each is changed by the rules of a single one and has its own result. */

import type { Row } from '../../../../schemas/entity.ts';
import type { Records } from '../../../capabilities/records.ts';
import { eachForItself, outcomesSchema } from '../../../capabilities/several-records.ts';
import type { ApiSchema, Context } from '../../../http/call.ts';
import { invalid } from '../../../http/problem.ts';
import { personOf } from '../../../requests/signed-in-user.ts';

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

interface Change {
  id: number;
  change: Row;
}

/** Returns the change of each, with the version the user has read; without a version it is changed as it is. */
export function changesIn(body: Row, ids: number[]): Change[] {
  const { versione, versioni, ...change } = body;
  if (ids.length > 1 && isPresent(versione)) throw invalid([{ field: 'versione', rule: 'version-of-one' }]);
  const singleVersion: Row = isPresent(versione) ? { versione } : {};
  const versions = isPresent(versioni) ? versionsIn(versioni, ids) : new Map<number, number>();
  return ids.map((id) => {
    const readVersion = versions.get(id);
    return {
      id,
      change: { ...change, ...(readVersion === undefined ? singleVersion : { versione: readVersion }) },
    };
  });
}

function versionsIn(value: unknown, ids: number[]): Map<number, number> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isObject ? Object.entries(value) : [];
  const valid = entries.filter(([id, version]) => ids.map(String).includes(id) && Number.isInteger(version));
  if (!isObject || valid.length < entries.length)
    throw invalid([{ field: 'versioni', rule: 'versions-by-id' }]);
  return new Map(valid.map(([id, version]) => [Number(id), version]));
}

/** Changes each intervention by the rules of a single one. */
export function changeSeveral(
  update: Records['update'],
  changes: Change[],
  context: Context,
): Promise<Row[]> {
  // One batch name also across requests: large changes arrive in portions of a hundred.
  const batchContext = { ...context, batch: `modifica ${personOf(context).id}` };
  return eachForItself(changes, context, async ({ id, change }) => {
    await update(id, change, batchContext);
    return undefined;
  });
}

export const VERSIONS: ApiSchema = {
  type: 'object',
  additionalProperties: { type: 'integer' },
  description:
    'The version of each record that the caller has read, by id. A record with a newer version is refused, and the ' +
    'others are not; a record without an entry is changed whatever its version.',
};

export const OUTCOMES = outcomesSchema('changed', {
  data: {
    type: 'object',
    description: 'With reason stale: the current versione and record, with the author and time of the change',
  },
});
