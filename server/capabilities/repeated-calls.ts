/** Checks a stored response before it is sent again: the user must still see the record in the call's address. */
import type { Entity, Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { isRow, numberOf } from '../../schemas/values.ts';
import { type Call, type Context, takesKey } from '../http/call.ts';
import { readId } from '../requests/ids.ts';
import { hiddenNames, readableEntity } from './readable-entity.ts';
import { type Records, recordsOf } from './records.ts';
import type { RulesByResource } from './rules.ts';
import { without } from './sent-rows.ts';

const ID = '/:id';

/** Returns the entity of the record in the path, such as '/odl/:id/costo' or '/rapportini/firme/:tipo/odl/:id'. */
function entityIn({ path, method }: Call, { entities }: Schemas): Entity | undefined {
  const end = path.indexOf(ID);
  // A deleted record cannot be checked, and the response contains no data.
  if (end < 0 || (method === 'DELETE' && path.endsWith(ID))) return undefined;
  const before = path.slice(0, end);
  return entities
    .filter(({ resource }) => before.endsWith(`/${resource}`))
    .sort((one, other) => other.resource.length - one.resource.length)[0];
}

const isRecord = (value: unknown, id: string): value is Row => isRow(value) && typeof value[id] === 'number';

/** Checks a stored record or the results of several. Removes fields that the user may not see. */
export async function checkedReplay(
  entity: Entity,
  records: Records,
  data: unknown,
  context: Context,
): Promise<unknown> {
  for (const row of Array.isArray(data) ? data : [data]) {
    const id = isRow(row) && !row.result ? numberOf(row[entity.id]) : undefined;
    if (id !== undefined) await records.find(id, context);
  }
  return isRecord(data, entity.id)
    ? without(data, hiddenNames(entity, readableEntity(context, entity)))
    : data;
}

export const withReplayChecks = (calls: Call[], schemas: Schemas, rules: RulesByResource): Call[] =>
  calls.map((call) => {
    const entity = takesKey(call) && !call.replay ? entityIn(call, schemas) : undefined;
    if (!entity) return call;
    const records = recordsOf(entity, schemas, rules);
    return {
      ...call,
      async replay(data, context) {
        await records.find(readId(context.params.id), context);
        return data;
      },
    };
  });
