/**
 * Places of stock: a warehouse, with or without a location and a lot. Checks the places of a movement within the
 * user's scope. Creates a location or a lot whose description is new.
 */

import type { Schemas } from '../../../schemas/read-schemas.ts';
import { numberOf } from '../../../schemas/values.ts';
import { type Records, recordsOf } from '../../capabilities/records.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Transaction } from '../../database/engine.ts';
import { lockFor } from '../../database/lock.ts';
import { Values } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { DEPENDENCIES, type Dependency, dependencyQueries, refuseMissing } from './movement-lookups.ts';
import type { RequestedPlace } from './requested-place.ts';

export interface Place {
  id_magazzino: number;
  id_ubicazione: number | null;
  id_lotto: number | null;
}

export interface Places {
  /** Returns the places with their ids. Throws if the part or a place is missing. */
  settle(
    transaction: Transaction,
    part: number,
    targets: RequestedPlace[],
    context: Context,
  ): Promise<Place[]>;
}

export function placesOf(schemas: Schemas, rules: RulesByResource): Places {
  const [locations, lots] = ['ubicazione', 'ricambio/lotto'].map((resource) => {
    const entity = schemas.byResource.entity(resource);
    return { table: entity.table, records: recordsOf(entity, schemas, rules) };
  }) as [Described, Described];
  return {
    async settle(transaction, part, targets, context) {
      const values = new Values();
      const dependencies = dependencyQueries(schemas, part, targets, context, values);
      refuseMissing(
        (await transaction.query<Dependency>(`with ${dependencies} ${DEPENDENCIES}`, values.list)).rows,
        targets,
      );
      const places: Place[] = [];
      for (const { warehouse, location, lot } of targets)
        places.push({
          id_magazzino: warehouse,
          id_ubicazione:
            location.id ?? (await findOrCreate(transaction, locations, warehouse, location.typed, context)),
          id_lotto: lot.id ?? (await findOrCreate(transaction, lots, warehouse, lot.typed, context)),
        });
      return places;
    },
  };
}

interface Described {
  table: string;
  records: Records;
}

/** Returns the location or lot with this description in the warehouse, ignoring case. Creates it if it is missing. */
async function findOrCreate(
  transaction: Transaction,
  { table, records }: Described,
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
  const existing = await find();
  if (existing !== undefined) return existing;
  // If two users type the same description at the same time, it is created once.
  await lockFor(transaction, `${table} ${warehouse}`);
  const createdByOther = await find();
  if (createdByOther !== undefined) return createdByOther;
  const created = await records.createWithin(transaction, { descrizione: typed }, context, {
    id_magazzino: warehouse,
  });
  return numberOf(created.id) ?? null;
}
