/**
 * What a movement stands on: the part, the warehouses, the locations and lots that it names. They are looked at as they
 * are when it happens, within the reach of who moves, and held until it is done: the places against being deleted, the part
 * against every other movement of it. The row of the part is the one lock of all its balances; a transaction takes it once,
 * after that of the intervention and before anything else, and of one part only, so that no two wait for each other.
 */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import type { Values } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { invalid, notFound, refusedField } from '../../http/problem.ts';
import { reach } from './reach.ts';
import type { WantedPlace } from './wanted-place.ts';

export interface Known {
  kind: 'part' | 'warehouse' | 'location' | 'lot';
  id: number;
  warehouse: number | null;
}

/** The queries part, warehouses, locations and lots, for the head of a statement. */
export function groundOf(
  schemas: Schemas,
  part: number,
  wanted: WantedPlace[],
  context: Context,
  values: Values,
): string {
  const within = (resource: string): string =>
    reach(schemas.byResource.entity(resource), 't', context, values);
  // One placeholder for each, and no array: of an array the planner thinks anew each time.
  const among = (ids: (number | undefined)[]): string =>
    `t.id in (${ids.map((id) => `${values.add(id ?? null)}::int`).join(', ')})`;
  return `
    part as (select t.id from ricambio t where t.id = ${values.add(part)} and ${within('ricambio')} for no key update),
    warehouses as (
      select t.id from magazzino t where ${among(wanted.map((one) => one.warehouse))} and ${within('magazzino')}
      order by t.id for key share),
    locations as (
      select t.id, t.id_magazzino from ubicazione t
      where ${among(wanted.map((one) => one.location.id))} and t.canc = 0 order by t.id for key share),
    lots as (
      select t.id, t.id_magazzino from ricambio_lotto t
      where ${among(wanted.map((one) => one.lot.id))} and t.canc = 0 order by t.id for key share)`;
}

/** What of it is there, as rows of Known. */
export const KNOWN = `
  select 'part' as kind, id, null::int as warehouse from part
  union all select 'warehouse', id, null from warehouses
  union all select 'location', id, id_magazzino from locations
  union all select 'lot', id, id_magazzino from lots`;

/** A part that is not there is unknown; of the places the fields are told. */
export function refuseUnknown(known: Known[], wanted: WantedPlace[]): void {
  if (!known.some(({ kind }) => kind === 'part')) throw notFound();
  const missing = wanted.flatMap((place) => missingIn(place, known));
  const [first, ...more] = missing;
  if (first) throw more.length === 0 ? refusedField(first) : invalid(missing);
}

/** A location or a lot belongs to one warehouse. */
function missingIn({ end, warehouse, location, lot }: WantedPlace, known: Known[]): Refusal[] {
  const lacks = (kind: Known['kind'], id: number | undefined): boolean =>
    id !== undefined &&
    !known.some(
      (one) => one.kind === kind && one.id === id && (kind === 'warehouse' || one.warehouse === warehouse),
    );
  return [
    ...(lacks('warehouse', warehouse) ? [`id_magazzino${end}`] : []),
    ...(lacks('location', location.id) ? [`id_ubicazione${end}`] : []),
    ...(lacks('lot', lot.id) ? [`id_lotto${end}`] : []),
  ].map((field) => ({ field, rule: 'not-found' }));
}
