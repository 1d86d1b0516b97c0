/** Interventions: their rules and calls. attached.ts has everything that belongs to an intervention. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Override } from '../../capabilities/overrides.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Call } from '../../http/call.ts';
import { interventionFilters } from './list/intervention-filters.ts';
import { listCalls, listOverrides } from './list/list-calls.ts';
import { statisticsCalls } from './list/statistics.ts';
import { presentation } from './page/computed-fields.ts';
import { peopleCalls, peopleFilters, peopleOverrides } from './people/people.ts';
import { withinReach } from './reach/rights.ts';
import { nextStateOverrides } from './states/next-states.ts';
import { changeOverrides } from './writing/change-calls.ts';
import { writing } from './writing/write-rules.ts';

export const interventionRules = (schemas: Schemas): RulesByResource => ({
  odl: {
    ...writing,
    ...presentation(schemas),
    visible: (context) => withinReach(schemas, context),
    where: (query, context) => interventionFilters(schemas, query, context),
  },
  utente: { where: (query, context) => peopleFilters(schemas, query, context) },
});

export const interventionCalls = (schemas: Schemas, rules: RulesByResource): Call[] => [
  ...listCalls(schemas, rules),
  ...statisticsCalls(schemas),
  ...peopleCalls(schemas),
];

export const interventionOverrides = (schemas: Schemas, rules: RulesByResource): Override[] => [
  ...listOverrides(schemas, rules),
  ...changeOverrides(schemas, rules),
  ...nextStateOverrides(schemas, rules),
  ...peopleOverrides,
];
