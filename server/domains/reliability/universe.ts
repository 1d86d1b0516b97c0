/** The interventions of one asset in a period, and of what stands below it in the tree: each with why it does not count. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { Joins } from '../../database/joins.ts';
import { Values } from '../../database/sql.ts';
import { PLANNED_EACH_TIME } from '../../database/statement-names.ts';
import type { Context } from '../../http/call.ts';
import { zoneOf } from '../../http/plant-time.ts';
import { notFound } from '../../http/problem.ts';
import { FROM, HOURS, hasBelow, reasonSql, SINCE, sinceMoment, unsharedHours } from './counted.ts';
import { seenAssets } from './filter.ts';
import { type Days, momentsOf } from './period.ts';

export interface Asset {
  id: number;
  codice: string | null;
  name: string;
  since: string | null;
  /** Something stands below it. */
  below: boolean;
}

/** For who sees it. */
export async function assetOf(schemas: Schemas, id: number, context: Context): Promise<Asset> {
  const entity = schemas.byResource.entity('oggetto');
  const [values, joins] = [new Values(), new Joins(schemas, context.language, 'j')];
  const { rows } = await context.database.query<Asset>(
    `select a.id, a.codice, ${joins.display(entity, 'a')} as name, ${SINCE} as since,
       ${hasBelow('a.id')} as below
     from oggetto a${joins.sql} where a.id = ${values.add(id)} and ${seenAssets(entity, context, values)}`,
    values.list,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

export interface Asked {
  schemas: Schemas;
  context: Context;
  asset: Asset;
  days: Days;
  /** With what stands below it. */
  whole: boolean;
}

/**
 * A row each, as o, with `hours` and `reason`: what ended in the period, and what has no end and began, or was to begin,
 * in it. Whoever counts, and whoever shows what was counted, reads these.
 */
export function universeSql({ schemas, context, asset, days, whole }: Asked, values: Values): string {
  const { from, to } = momentsOf(days, context.setting);
  const zone = values.add(zoneOf(context.setting));
  const [first, last, id] = [from, to, asset.id].map((value) => values.add(value));
  const since = sinceMoment(`greatest(${SINCE}, ${values.add(asset.since)}::date)`, zone);
  const of = whole ? `any(array(select discendente from oggetto_discendenza where antenato = ${id}))` : id;
  return `( ${PLANNED_EACH_TIME}
    select o.id, o.codice, o.descrizione, o.id_oggetto, o.id_stato, o.id_tipo_guasto, o.data_ordine, o.data_inizio,
      o.data_fine, ${FROM} as "from", o.data_fine as at, ${HOURS} as hours, ${reasonSql(since)} as reason
    from odl o join oggetto a on a.id = o.id_oggetto
      left join odl_tipoguasto g on g.id = o.id_tipo_guasto join stato s on s.id = o.id_stato
    where o.id_oggetto = ${of} and ${seenAssets(schemas.byResource.entity('oggetto'), context, values)}
      and ((o.data_fine >= ${first}::timestamptz and o.data_fine < ${last}::timestamptz)
        or (o.data_fine is null and coalesce(o.data_inizio, o.data_ordine) >= ${first}::timestamptz
          and coalesce(o.data_inizio, o.data_ordine) < ${last}::timestamptz)))`;
}

/** The hours out of use of the rows of one kind, to be added up: with what stands below, what overlaps counts once. */
export const downtimeSql = ({ asset, whole }: Asked, kind: string): string =>
  whole && asset.below ? unsharedHours(kind) : 'hours';
