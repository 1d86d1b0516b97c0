/**
 * A load or an unload where nothing is typed as new, as nearly all are: what it stands on, the balance, the ledger and the
 * line of the history in one statement, which is a transaction of its own. Half the way there and back of one with a begin and a commit.
 */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { ActContext } from '../../capabilities/acts.ts';
import { Values } from '../../database/sql.ts';
import { groundOf, KNOWN, type Known, refuseUnknown } from './ground.ts';
import type { Amount, ByHand } from './kinds.ts';
import { changing, type Moved, valuesOf } from './ledger.ts';
import type { Place } from './places.ts';
import type { WantedPlace } from './wanted-place.ts';

/** $7 to $9 are the place: its location and lot, where it has them, are the warehouse's. */
const SOUND = `sound as (
  select part.id from part, warehouses
  where ($8::int is null or exists (select 1 from locations where id_magazzino = $7))
    and ($9::int is null or exists (select 1 from lots where id_magazzino = $7)))`;

export const isDirect = ({ location, lot }: WantedPlace): boolean =>
  location.typed === undefined && lot.typed === undefined;

const placeIn = ({ warehouse, location, lot }: WantedPlace): Place => ({
  id_magazzino: warehouse,
  id_ubicazione: location.id ?? null,
  id_lotto: lot.id ?? null,
});

type Found = Omit<Known, 'kind'> & { kind: Known['kind'] | 'moved'; quantita: number };

/** Undefined when there is less than that. */
export async function moveDirectly(
  schemas: Schemas,
  { part, ...amount }: Amount<ByHand> & { part: number },
  wanted: WantedPlace,
  context: ActContext,
): Promise<{ place: Place; moved?: Moved }> {
  const values = new Values();
  const place = placeIn(wanted);
  for (const value of valuesOf({ ...amount, part, place, user: context.user })) values.add(value);
  const ground = groundOf(schemas, part, [wanted], context, values);
  const { rows } = await context.database.query<Found>(
    `with ${ground}, ${SOUND}, ${changing(amount.kind, 'sound')}, ${context.telling(values, 'moved')}
     select known.*, null::numeric as quantita from (${KNOWN}) known
     union all select 'moved', moved.id, null, changed.quantita from moved, changed`,
    values.list,
  );
  const moved = rows.find(({ kind }) => kind === 'moved');
  if (!moved) refuseUnknown(rows as Known[], [wanted]);
  return { place, moved };
}
