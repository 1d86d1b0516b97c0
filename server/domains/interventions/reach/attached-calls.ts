/** The call that lists the rows attached to an intervention. */
import type { Text } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { recordExample, recordSchema } from '../../../capabilities/api-schema.ts';
import { listReply } from '../../../capabilities/crud.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import { type Call, callOn } from '../../../http/call.ts';
import { listOf } from '../../../http/reply-schemas.ts';
import { readId } from '../../../requests/ids.ts';
import { interventionOf } from './rights.ts';

interface Attached {
  resource: string;
  /** The address, with the id of the intervention as `:id`. */
  path: string;
  /** The column of the intervention. */
  column: string;
  summary: Text;
}

export function attachedCall(schemas: Schemas, rules: RulesByResource, attached: Attached): Call {
  const { resource, path, column, summary } = attached;
  const entity = schemas.byResource.entity(resource);
  return {
    ...callOn(entity, 'read', 'GET', path),
    summary,
    reply: listOf(recordSchema(entity)),
    example: { data: [recordExample(entity)] },
    async handle(context) {
      const { id } = await interventionOf(context.database, schemas, readId(context.params.id), context);
      return listReply(entity, schemas, rules, context, { [column]: id });
    },
  };
}
