/** Interventions: their rules and their calls; what hangs on them is in attached.ts. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Override } from '../../capabilities/overrides.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Call } from '../../http/call.ts';
import { changeOverrides } from './change-calls.ts';
import { interventionFilters } from './filters.ts';
import { listCalls, listOverrides } from './list-calls.ts';
import { nextStateOverrides } from './next-states.ts';
import { peopleCalls, peopleFilters, peopleOverrides } from './people.ts';
import { withinReach } from './reach/rights.ts';
import { presentation } from './shown.ts';
import { statisticsCalls } from './statistics.ts';
import { writing } from './writing.ts';

export const interventionRules = (schemas: Schemas): RulesByResource => ({
  odl: {
    ...writing,
    ...presentation(schemas),
    visible: (context) => withinReach(schemas, context),
    where: interventionFilters,
  },
  utente: { where: (query, context) => peopleFilters(schemas, query, context) },
});

export const interventionCalls = (schemas: Schemas, rules: RulesByResource): Call[] => [
  ...listCalls(schemas, rules),
  ...statisticsCalls(schemas),
  ...peopleCalls(schemas),
];

export const interventionOverrides = (schemas: Schemas, rules: RulesByResource): Override[] => [
  ...listOverrides,
  ...changeOverrides(schemas, rules),
  ...nextStateOverrides(schemas, rules),
  ...peopleOverrides,
];
