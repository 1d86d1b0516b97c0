/** Stock: parts, where they lie, and every movement; what interventions take goes through `moveForIntervention`. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Override } from '../../capabilities/overrides.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Call } from '../../http/call.ts';
import { balanceCalls } from './balances.ts';
import { partFigures } from './figures.ts';
import { interventionMoves, isInStock, placeIn } from './interventions.ts';
import { loadCall } from './load.ts';
import { partFilters } from './part-filters.ts';
import { partCalls, partOverrides } from './parts.ts';
import { placesOf } from './places.ts';
import { sharesOf } from './taken.ts';
import { transferCall } from './transfer.ts';
import { keptParts, warehouseOverrides, warehouseRules } from './warehouses.ts';

export const stockRules = (schemas: Schemas): RulesByResource[] => [
  { ricambio: { ...partFigures, where: (query, context) => partFilters(query, schemas, context) } },
  ...keptParts,
  warehouseRules(schemas),
];

export function stockCalls(schemas: Schemas, rules: RulesByResource): Call[] {
  const part = schemas.byResource.entity('ricambio');
  const places = placesOf(schemas, rules);
  return [
    ...partCalls(schemas),
    loadCall(part, schemas, places),
    transferCall(part, places),
    ...balanceCalls(schemas),
  ];
}

export const stockOverrides = (schemas: Schemas, rules: RulesByResource): Override[] => [
  ...partOverrides(schemas, rules),
  ...warehouseOverrides(),
];

/** What the calls of interventions need of stock. */
export const movesForInterventions = (schemas: Schemas, rules: RulesByResource) => ({
  placeIn,
  isInStock,
  sharesOf,
  move: interventionMoves(placesOf(schemas, rules)),
});
