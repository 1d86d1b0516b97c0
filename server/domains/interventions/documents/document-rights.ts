/** Documents of an intervention are of who may change it, and of who reported it until it is over; each his own (changes.ts). */
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { RulesByResource, WriteContext } from '../../../capabilities/rules.ts';
import { belowRules, interventionBelow } from '../reach/attached-rows.ts';
import { interventionOf, mayAttach } from '../reach/rights.ts';

export function interventionDocumentRules(schemas: Schemas): RulesByResource {
  const hold = (id: number, { transaction, user }: WriteContext) =>
    interventionOf(transaction, schemas, id, { user }, { may: mayAttach, hold: true });
  return {
    'odl/documento': {
      ...belowRules(schemas),
      async holdFirst(id, write) {
        await hold(await interventionBelow(id, 'id_odl', write), write);
      },
      async beforeCreate(row, write) {
        await hold(row.id_odl ?? 0, write);
      },
    },
  };
}
