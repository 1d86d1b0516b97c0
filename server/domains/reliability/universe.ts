/**
 * The interventions of one asset, and of its child assets, in a period. Each has the reason why it does not count,
 * if there is one.
 */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { Joins } from '../../database/joins.ts';
import { Values } from '../../database/sql.ts';
import { PLANNED_EACH_TIME } from '../../database/statement-names.ts';
import type { Context } from '../../http/call.ts';
import { notFound } from '../../http/problem.ts';
import { zoneOf } from '../../plant/plant-time.ts';
import { type Days, timestampsOf } from './compared-periods.ts';
import {
  FROM,
  HOURS,
  hasBelow,
  reasonSql,
  SINCE,
  sinceTimestamp,
  unsharedHours,
} from './failure-conditions.ts';
import { visibleAssets } from './filter.ts';

export interface Asset {
  id: number;
  codice: string | null;
  name: string;
  since: string | null;
  /** Whether the asset has child assets. */
  below: boolean;
}

/** Reads an asset within the user's scope. */
export async function assetOf(schemas: Schemas, id: number, context: Context): Promise<Asset> {
  const entity = schemas.byResource.entity('oggetto');
  const [values, joins] = [new Values(), new Joins(schemas, context.language, 'j')];
  const { rows } = await context.database.query<Asset>(
    `select a.id, a.codice, ${joins.display(entity, 'a')} as name, ${SINCE} as since,
       ${hasBelow('a.id')} as below
     from oggetto a${joins.sql} where a.id = ${values.add(id)} and ${visibleAssets(entity, context, values)}`,
    values.list,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

export interface Selection {
  schemas: Schemas;
  context: Context;
  asset: Asset;
  days: Days;
  /** Whether the selection includes the child assets. */
  withBelow: boolean;
}

/**
 * Returns the query of interventions as o, with `hours` and `reason`: those that ended in the period, and those
 * without an end that began or were planned in it. Both sums and lists use it.
 */
export function universeSql({ schemas, context, asset, days, withBelow }: Selection, values: Values): string {
  const { from, to } = timestampsOf(days, context.setting);
  const zone = values.add(zoneOf(context.setting));
  const [first, last, id] = [from, to, asset.id].map((value) => values.add(value));
  const since = sinceTimestamp(`greatest(${SINCE}, ${values.add(asset.since)}::date)`, zone);
  const of = withBelow
    ? `any(array(select discendente from oggetto_discendenza where antenato = ${id}))`
    : id;
  return `( ${PLANNED_EACH_TIME}
    select o.id, o.codice, o.descrizione, o.id_oggetto, o.id_stato, o.id_tipo_guasto, o.data_ordine, o.data_inizio,
      o.data_fine, ${FROM} as "from", o.data_fine as at, ${HOURS} as hours, ${reasonSql(since)} as reason
    from odl o join oggetto a on a.id = o.id_oggetto
      left join odl_tipoguasto g on g.id = o.id_tipo_guasto join stato s on s.id = o.id_stato
    where o.id_oggetto = ${of} and ${visibleAssets(schemas.byResource.entity('oggetto'), context, values)}
      and ((o.data_fine >= ${first}::timestamptz and o.data_fine < ${last}::timestamptz)
        or (o.data_fine is null and coalesce(o.data_inizio, o.data_ordine) >= ${first}::timestamptz
          and coalesce(o.data_inizio, o.data_ordine) < ${last}::timestamptz)))`;
}

/** Returns SQL of the downtime of rows of one kind, to be added up. With child assets, overlaps count once. */
export const downtimeSql = ({ asset, withBelow }: Selection, kind: string): string =>
  withBelow && asset.below ? unsharedHours(kind) : 'hours';
