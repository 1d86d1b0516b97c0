/**
 * Where stock lies: a warehouse, and in it a location and a lot, or neither. A movement names places; here they are
 * held against what there is, within the reach of who moves, and a location or lot typed as new is made on the way.
 */

import type { Schemas } from '../../../schemas/read-schemas.ts';
import { numberOf } from '../../../schemas/values.ts';
import { type Records, recordsOf } from '../../capabilities/records.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Transaction } from '../../database/engine.ts';
import { lockFor } from '../../database/lock.ts';
import { Values } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { groundOf, KNOWN, type Known, refuseUnknown } from './ground.ts';
import type { WantedPlace } from './wanted-place.ts';

export interface Place {
  id_magazzino: number;
  id_ubicazione: number | null;
  id_lotto: number | null;
}

export interface Places {
  /** The places as they are now; a part that is not there is unknown. */
  settle(transaction: Transaction, part: number, wanted: WantedPlace[], context: Context): Promise<Place[]>;
}

export function placesOf(schemas: Schemas, rules: RulesByResource): Places {
  const [locations, lots] = ['ubicazione', 'ricambio/lotto'].map((resource) => {
    const entity = schemas.byResource.entity(resource);
    return { table: entity.table, records: recordsOf(entity, schemas, rules) };
  }) as [Kept, Kept];
  return {
    async settle(transaction, part, wanted, context) {
      const values = new Values();
      const ground = groundOf(schemas, part, wanted, context, values);
      refuseUnknown((await transaction.query<Known>(`with ${ground} ${KNOWN}`, values.list)).rows, wanted);
      const places: Place[] = [];
      for (const { warehouse, location, lot } of wanted)
        places.push({
          id_magazzino: warehouse,
          id_ubicazione:
            location.id ?? (await kept(transaction, locations, warehouse, location.typed, context)),
          id_lotto: lot.id ?? (await kept(transaction, lots, warehouse, lot.typed, context)),
        });
      return places;
    },
  };
}

interface Kept {
  table: string;
  records: Records;
}

/** What a person typed: the one of that description in the warehouse, whatever its case, or a new one. */
async function kept(
  transaction: Transaction,
  { table, records }: Kept,
  warehouse: number,
  typed: string | undefined,
  context: Context,
): Promise<number | null> {
  if (typed === undefined) return null;
  const find = async (): Promise<number | undefined> => {
    const { rows } = await transaction.query<{ id: number }>(
      `select id from ${table} where id_magazzino = $1 and lower(descrizione) = lower($2) and canc = 0 for key share`,
      [warehouse, typed],
    );
    return rows[0]?.id;
  };
  const there = await find();
  if (there !== undefined) return there;
  // Two people who type the same at once make it once.
  await lockFor(transaction, `${table} ${warehouse}`);
  const since = await find();
  if (since !== undefined) return since;
  const made = await records.createWithin(transaction, { descrizione: typed }, context, {
    id_magazzino: warehouse,
  });
  return numberOf(made.id) ?? null;
}
