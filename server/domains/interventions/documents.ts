/** Documents of an intervention are put in, changed and taken away by who may change it. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { belowRules } from './reach/below.ts';

export const interventionDocumentRules = (schemas: Schemas): RulesByResource => ({
  'odl/documento': belowRules(schemas),
});
