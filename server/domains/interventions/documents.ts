/** Documents of an intervention are changed and taken away by who may change it; who reported it adds his. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { belowRules } from './reach/below.ts';
import { interventionOf, mayAttach } from './reach/rights.ts';

export const interventionDocumentRules = (schemas: Schemas): RulesByResource => ({
  'odl/documento': {
    ...belowRules(schemas),
    async beforeCreate(row, { transaction, user }) {
      const wanted = { may: mayAttach, hold: true };
      await interventionOf(transaction, schemas, row.id_odl as number, { user }, wanted);
    },
  },
});
