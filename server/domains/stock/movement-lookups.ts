/**
 * Reads and locks the rows that a movement depends on: the part, the warehouses, the locations and lots, within the
 * scope of the user. Places are locked against deletion, the part against all other movements of it. The row of the
 * part is the only lock of its balances. A transaction takes it once, after the lock of the intervention and before
 * any other, and for one part only, so that no two transactions deadlock.
 */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import type { Values } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { invalid, notFound, refusedField } from '../../http/problem.ts';
import { reach } from './reach.ts';
import type { RequestedPlace } from './requested-place.ts';

export interface Dependency {
  kind: 'part' | 'warehouse' | 'location' | 'lot';
  id: number;
  warehouse: number | null;
}

/** Returns the queries `part`, `warehouses`, `locations` and `lots`, for the `with` clause of a statement. */
export function dependencyQueries(
  schemas: Schemas,
  part: number,
  places: RequestedPlace[],
  context: Context,
  values: Values,
): string {
  const within = (resource: string): string =>
    reach(schemas.byResource.entity(resource), 't', context, values);
  // One placeholder per id: with an array parameter PostgreSQL re-plans on every call.
  const among = (ids: (number | undefined)[]): string =>
    `t.id in (${ids.map((id) => `${values.add(id ?? null)}::int`).join(', ')})`;
  return `
    part as (select t.id from ricambio t where t.id = ${values.add(part)} and ${within('ricambio')} for no key update),
    warehouses as (
      select t.id from magazzino t where ${among(places.map((one) => one.warehouse))} and ${within('magazzino')}
      order by t.id for key share),
    locations as (
      select t.id, t.id_magazzino from ubicazione t
      where ${among(places.map((one) => one.location.id))} and t.canc = 0 order by t.id for key share),
    lots as (
      select t.id, t.id_magazzino from ricambio_lotto t
      where ${among(places.map((one) => one.lot.id))} and t.canc = 0 order by t.id for key share)`;
}

/** The rows that were found, as rows of Dependency. */
export const DEPENDENCIES = `
  select 'part' as kind, id, null::int as warehouse from part
  union all select 'warehouse', id, null from warehouses
  union all select 'location', id, id_magazzino from locations
  union all select 'lot', id, id_magazzino from lots`;

/** Throws if a dependency is missing: not found for the part, a refused field for a place. */
export function refuseMissing(found: Dependency[], places: RequestedPlace[]): void {
  if (!found.some(({ kind }) => kind === 'part')) throw notFound();
  const missing = places.flatMap((place) => missingIn(place, found));
  const [first, ...more] = missing;
  if (first) throw more.length === 0 ? refusedField(first) : invalid(missing);
}

/** Returns the fields that name a missing row. A location or a lot must belong to the warehouse. */
function missingIn({ end, warehouse, location, lot }: RequestedPlace, found: Dependency[]): Refusal[] {
  const lacks = (kind: Dependency['kind'], id: number | undefined): boolean =>
    id !== undefined &&
    !found.some(
      (one) => one.kind === kind && one.id === id && (kind === 'warehouse' || one.warehouse === warehouse),
    );
  return [
    ...(lacks('warehouse', warehouse) ? [`id_magazzino${end}`] : []),
    ...(lacks('location', location.id) ? [`id_ubicazione${end}`] : []),
    ...(lacks('lot', lot.id) ? [`id_lotto${end}`] : []),
  ].map((field) => ({ field, rule: 'not-found' }));
}
