/**
 * Documents of an intervention: users who may change the intervention can add them, and its requester until it is
 * over. Each user can change their own documents (changes.ts).
 */
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { RulesByResource, WriteContext } from '../../../capabilities/rules.ts';
import { belowRules, interventionBelow } from '../reach/attached-rows.ts';
import { interventionOf, mayAttach } from '../reach/rights.ts';

export function interventionDocumentRules(schemas: Schemas): RulesByResource {
  const lock = (id: number, { transaction, user }: WriteContext) =>
    interventionOf(transaction, schemas, id, { user }, { may: mayAttach, lock: true });
  return {
    'odl/documento': {
      ...belowRules(schemas),
      async holdFirst(id, write) {
        await lock(await interventionBelow(id, 'id_odl', write), write);
      },
      async beforeCreate(row, write) {
        await lock(row.id_odl ?? 0, write);
      },
    },
  };
}
