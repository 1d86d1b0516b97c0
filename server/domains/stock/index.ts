/** Stock: parts, places and movements. Interventions move parts with `movesForInterventions`. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Override } from '../../capabilities/overrides.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Call } from '../../http/call.ts';
import { availableOf } from './available.ts';
import { balanceCalls } from './balances.ts';
import { interventionMoves, isInStock } from './intervention-movements.ts';
import { amountOf } from './kinds.ts';
import { partFilters } from './part-filters.ts';
import { partCalls, partOverrides } from './part-list.ts';
import { partFigures } from './part-sums.ts';
import { placesOf } from './places.ts';
import { placeIn } from './requested-place.ts';
import { sharesOf } from './taken.ts';
import { partDeletionRules, warehouseOverrides, warehouseRules } from './warehouses.ts';

export { availableOf, openReservations } from './available.ts';
export { stockActs } from './stock-acts.ts';

export const stockRules = (schemas: Schemas): RulesByResource[] => [
  {
    ricambio: {
      ...partFigures(schemas),
      patched: true,
      where: (query, context) => partFilters(query, schemas, context),
    },
  },
  ...partDeletionRules,
  warehouseRules(schemas),
];

export const stockCalls = (schemas: Schemas): Call[] => [...partCalls(schemas), ...balanceCalls(schemas)];

export const stockOverrides = (schemas: Schemas, rules: RulesByResource): Override[] => [
  ...partOverrides(schemas, rules),
  ...warehouseOverrides(),
];

/** The functions of stock that the calls of interventions use. */
export const movesForInterventions = (schemas: Schemas, rules: RulesByResource) => ({
  availableOf,
  placeIn,
  amountOf,
  isInStock,
  sharesOf,
  move: interventionMoves(placesOf(schemas, rules)),
});
