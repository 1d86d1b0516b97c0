/** Stock: parts, where they lie, and every movement; what interventions take goes through `moveForIntervention`. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Override } from '../../capabilities/overrides.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Call } from '../../http/call.ts';
import { balanceCalls } from './balances.ts';
import { partFigures } from './figures.ts';
import { interventionMoves, isInStock } from './interventions.ts';
import { taking } from './kinds.ts';
import { partFilters } from './part-filters.ts';
import { partCalls, partOverrides } from './parts.ts';
import { placesOf } from './places.ts';
import { sharesOf } from './taken.ts';
import { placeIn } from './wanted-place.ts';
import { keptParts, warehouseOverrides, warehouseRules } from './warehouses.ts';

export { stockActs } from './acts.ts';

export const stockRules = (schemas: Schemas): RulesByResource[] => [
  { ricambio: { ...partFigures, where: (query, context) => partFilters(query, schemas, context) } },
  ...keptParts,
  warehouseRules(schemas),
];

export const stockCalls = (schemas: Schemas): Call[] => [...partCalls(schemas), ...balanceCalls(schemas)];

export const stockOverrides = (schemas: Schemas, rules: RulesByResource): Override[] => [
  ...partOverrides(schemas, rules),
  ...warehouseOverrides(),
];

/** What the calls of interventions need of stock. */
export const movesForInterventions = (schemas: Schemas, rules: RulesByResource) => ({
  placeIn,
  taking,
  isInStock,
  sharesOf,
  move: interventionMoves(placesOf(schemas, rules)),
});
