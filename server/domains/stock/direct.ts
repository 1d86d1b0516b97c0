/**
 * Loads or unloads at an existing place, as nearly all movements do. One statement, which is its own transaction,
 * reads the dependencies and writes balance, ledger and history. It needs half the round trips of begin and commit.
 */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { ActContext } from '../../capabilities/acts.ts';
import { Values } from '../../database/sql.ts';
import type { Amount, ByHand } from './kinds.ts';
import { changing, type Moved, valuesOf } from './ledger.ts';
import { DEPENDENCIES, type Dependency, dependencyQueries, refuseMissing } from './movement-lookups.ts';
import type { Place } from './places.ts';
import type { RequestedPlace } from './requested-place.ts';

/** Checks the place, $7 to $9. If it has a location and a lot, they must belong to the warehouse. */
const SOUND = `sound as (
  select part.id from part, warehouses
  where ($8::int is null or exists (select 1 from locations where id_magazzino = $7))
    and ($9::int is null or exists (select 1 from lots where id_magazzino = $7)))`;

export const isDirect = ({ location, lot }: RequestedPlace): boolean =>
  location.typed === undefined && lot.typed === undefined;

const placeIn = ({ warehouse, location, lot }: RequestedPlace): Place => ({
  id_magazzino: warehouse,
  id_ubicazione: location.id ?? null,
  id_lotto: lot.id ?? null,
});

type Found = Omit<Dependency, 'kind'> & { kind: Dependency['kind'] | 'moved'; quantita: number };

/** Moves stock. If there is less stock than that, the result has no `moved`. */
export async function moveDirectly(
  schemas: Schemas,
  { part, ...amount }: Amount<ByHand> & { part: number },
  target: RequestedPlace,
  context: ActContext,
): Promise<{ place: Place; moved?: Moved }> {
  const values = new Values();
  const place = placeIn(target);
  for (const value of valuesOf({ ...amount, part, place, user: context.user })) values.add(value);
  const dependencies = dependencyQueries(schemas, part, [target], context, values);
  const { rows } = await context.database.query<Found>(
    `with ${dependencies}, ${SOUND}, ${changing(amount.kind, 'sound')}, ${context.historyQuery(values, 'moved')}
     select known.*, null::numeric as quantita from (${DEPENDENCIES}) known
     union all select 'moved', moved.id, null, changed.quantita from moved, changed`,
    values.list,
  );
  const moved = rows.find(({ kind }) => kind === 'moved');
  if (!moved) refuseMissing(rows as Dependency[], [target]);
  return { place, moved };
}
