/**
 * Ranks the worst assets of a period, with the figures of the previous period. In the tree an asset includes the
 * failures of its child assets, and counts as down while any of them is down. The result contains an asset if it,
 * or one of its child assets, failed in one of the two periods.
 */
import type { Row } from '../../../schemas/entity.ts';
import { KnownMap } from '../../../schemas/known-map.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { Joins } from '../../database/joins.ts';
import { Values } from '../../database/sql.ts';
import { PLANNED_EACH_TIME } from '../../database/statement-names.ts';
import type { Context } from '../../http/call.ts';
import { zoneOf } from '../../plant/plant-time.ts';
import { idParameter } from '../../requests/list-parameters.ts';
import { daysIn, type Period, periodOf, replyDates, timestampsOf } from './compared-periods.ts';
import {
  FROM,
  HOURS,
  hasBelow,
  IS_FAILURE,
  SINCE,
  sinceTimestamp,
  unsharedHours,
} from './failure-conditions.ts';
import { countOf, type Order, orderOf, selectedAssets, viewOf, visibleAssets } from './filter.ts';
import { type Figures, figuresOf, rounded } from './reliability-figures.ts';

/** The sums of an asset in both periods. */
interface Counted {
  id: number;
  padre: number | null;
  codice: string | null;
  name: string;
  name_organizzazione: string | null;
  name_reparto: string | null;
  name_classe: string | null;
  since: string | null;
  total: number;
  hours: number;
  total_prec: number;
  hours_prec: number;
  has_children: number;
}

export interface Ranked extends Figures {
  id: number;
  name: string;
  total: number;
  total_prec: number;
  has_children: number;
  children?: Ranked[];
  [name: string]: unknown;
}

export interface Ranking {
  period: Period;
  objects: Ranked[];
}

interface RankingQuery {
  schemas: Schemas;
  context: Context;
  period: Period;
  values: Values;
}

/**
 * Returns the queries of the failures in both periods, without those from before the asset existed, and of the sums
 * per asset.
 */
function failuresSql(
  { schemas, context, period, values }: RankingQuery,
  zone: string,
  first: string,
): string {
  const asset = schemas.byResource.entity('oggetto');
  const now = timestampsOf(period.current, context.setting);
  const before = timestampsOf(period.previous, context.setting);
  return `
    failures as materialized (
      select o.id_oggetto, ${FROM} as "from", o.data_fine as at, ${HOURS} as hours,
        o.data_fine < ${values.add(before.to)}::timestamptz as earlier
      from odl o join oggetto a on a.id = o.id_oggetto
      where o.data_fine >= ${first} and o.data_fine < ${values.add(now.to)}::timestamptz
        and ${IS_FAILURE} and ${visibleAssets(asset, context, values)}
        and (${SINCE} is null or o.data_fine >= ${sinceTimestamp(SINCE, zone)})),
    each as materialized (select id_oggetto, ${SUMS} from failures group by id_oggetto)`;
}

const SUMS = `
  count(*) filter (where not earlier)::int as total,
  coalesce(sum(hours) filter (where not earlier), 0) as hours,
  count(*) filter (where earlier)::int as total_prec,
  coalesce(sum(hours) filter (where earlier), 0) as hours_prec`;
const SUM_COLUMNS = ['total', 'hours', 'total_prec', 'hours_prec'];

const singleSql = (selected: string): string => `
  nodes as (
    select a.id, null::int as padre, ${SINCE} as since, f.total, f.hours, f.total_prec, f.hours_prec
    from each f join oggetto a on a.id = f.id_oggetto where ${selected})`;

/**
 * Returns the queries that add the sums of each asset to all assets above it. Assets that came after the start of
 * the period, usually few, are counted failure by failure. The parent of a row is its nearest ancestor in the
 * result, as the filter may exclude the direct one.
 */
const rolledSql = (selected: string, zone: string, first: string): string => `
  added as materialized (
    select d.antenato as id, sum(f.total)::int as total, sum(f.hours) as hours,
      sum(f.total_prec)::int as total_prec, sum(f.hours_prec) as hours_prec
    from each f join oggetto_discendenza d on d.discendente = f.id_oggetto group by d.antenato),
  later as (
    select a.id, ${SUMS} from (select id from added) r join oggetto a on a.id = r.id and ${sinceTimestamp(SINCE, zone)} > ${first}
      join oggetto_discendenza d on d.antenato = a.id
      join failures f on f.id_oggetto = d.discendente and f.at >= ${sinceTimestamp(SINCE, zone)}
    group by a.id),
  rolled as materialized (
    select a.id, a.id_obj_padre as padre, ${SINCE} as since, ${SUM_COLUMNS.map(
      (name) =>
        `case when ${sinceTimestamp(SINCE, zone)} > ${first} then coalesce(l.${name}, 0) else r.${name} end as ${name}`,
    ).join(', ')}
    from added r join oggetto a on a.id = r.id left join later l on l.id = r.id where ${selected}),
  nearest as (
    select distinct on (d.discendente) d.discendente as id, d.antenato as padre
    from (select n.id from rolled n left join rolled p on p.id = n.padre where p.id is null and n.padre is not null) lost
      join oggetto_discendenza d on d.discendente = lost.id and d.distanza > 1
      join rolled above on above.id = d.antenato
    order by d.discendente, d.distanza),
  nodes as materialized (
    select n.id, n.since, n.total, n.hours, n.total_prec, n.hours_prec, coalesce(p.id, l.padre) as padre
    from rolled n left join rolled p on p.id = n.padre left join nearest l on l.id = n.id)`;

/**
 * Returns the queries of the time in which any part of a node was down, so that overlaps count once. Nodes without
 * child assets, or with one failure, need no correction. They are left out first, since the check of each failure
 * is expensive.
 */
const unitedSql = (name: string, nodes: string, zone: string): string => `
  ${name}_many as materialized (
    select * from (${nodes}) n where (n.total > 1 or n.total_prec > 1) and ${hasBelow('n.id')}),
  ${name}_united as (
    select id, sum(hours) filter (where not earlier) as hours, sum(hours) filter (where earlier) as hours_prec
    from (
      select n.id, f.earlier, ${unsharedHours('n.id, f.earlier')} as hours
      from ${name}_many n join oggetto_discendenza d on d.antenato = n.id
        join failures f on f.id_oggetto = d.discendente
          and (n.since is null or f.at >= ${sinceTimestamp('n.since', zone)})) x
    group by id)`;

const NO_UNION = 'select null::int as id, null::float8 as hours, null::float8 as hours_prec';

const HOURS_OF = ['hours', 'hours_prec'];
const hoursFrom = (united: string): string =>
  HOURS_OF.map((name) => `coalesce(${united}.${name}, n.${name}) as ${name}`).join(', ');

/**
 * Returns the order: the shortest MTBF or the longest MTTR first. Of equal rows, the one with more failures comes
 * first.
 */
function orderSql(order: Order, { current }: Period, values: Values): string {
  if (order === 'MTTR') return 'n.hours / nullif(n.total, 0) desc nulls last, n.total desc';
  const [start, end] = [values.add(current.start), values.add(current.end)];
  const days = `greatest(${end}::date - greatest(${start}::date, n.since) + 1, 0)`;
  return `greatest(${days} * 24 - n.hours, 0) / nullif(n.total, 0) asc nulls last, n.total desc`;
}

/** Returns whether the reply has only the roots, without their child assets. */
const rootsOnly = ({ query }: Context): boolean => query.livelli === '1';

function rankingSql(query: RankingQuery): string {
  const { schemas, context, period, values } = query;
  const asset = schemas.byResource.entity('oggetto');
  const tree = viewOf(context.query) === 'tree';
  const joins = new Joins(schemas, context.language, 'j');
  const columns = [
    't.codice',
    `${joins.display(asset, 't')} as name`,
    `${joins.expression(asset, 't', 'organizzazione')} as name_organizzazione`,
    `${joins.expression(asset, 't', 'reparto')} as name_reparto`,
    `${joins.expression(asset, 't', 'classe')} as name_classe`,
  ];
  const zone = values.add(zoneOf(context.setting));
  const first = `${values.add(timestampsOf(period.previous, context.setting).from)}::timestamptz`;
  const failures = failuresSql(query, zone, first);
  const selected = selectedAssets(asset, context, values);
  const counting = `${failures}, ${tree ? rolledSql(selected, zone, first) : singleSql(selected)}`;
  const order = orderSql(orderOf(context.query), period, values);
  const cut =
    idParameter(context.query, 'idPadre') === undefined ? ` limit ${values.add(countOf(context.query))}` : '';
  const visibleRows = tree && !rootsOnly(context) ? BELOW : 'shown as (select * from roots)';
  const united = (name: string, nodes: string): string =>
    tree ? unitedSql(name, nodes, zone) : `${name}_united as (${NO_UNION})`;
  return `${PLANNED_EACH_TIME} with recursive ${counting},
    top as (select * from nodes where padre is null),
    ${united('top', 'select * from top')},
    roots as materialized (
      select n.* from (
        select n.id, n.padre, n.since, n.total, n.total_prec, ${hoursFrom('u')}
        from top n left join top_united u on u.id = n.id) n
        join oggetto t on t.id = n.id
      order by ${order}, t.codice collate "und-x-icu", t.id${cut}),
    ${visibleRows},
    ${united('below', 'select * from shown where padre is not null')}
    select n.id, n.padre, ${columns.join(', ')}, n.since, n.total, n.hours, n.total_prec, n.hours_prec,
      (b.padre is not null)::int as has_children
    from (
      select n.id, n.padre, n.since, n.total, n.total_prec, ${hoursFrom('u')}
      from shown n left join below_united u on u.id = n.id) n
      join oggetto t on t.id = n.id${joins.sql}
      left join (select distinct padre from nodes) b on b.padre = n.id
    order by ${order}, t.codice collate "und-x-icu", t.id`;
}

const COLUMNS = ['id', 'padre', 'since', ...SUM_COLUMNS];
const columnsOf = (alias: string): string => COLUMNS.map((name) => `${alias}.${name}`).join(', ');

const BELOW = `shown as (
  select ${columnsOf('r')} from roots r union all
  select ${columnsOf('n')} from nodes n join shown x on n.padre = x.id)`;

/** Returns the later of the two dates. A null date does not count. */
const laterOf = (day: string, since: string | null): string => (since !== null && since > day ? since : day);

function rankedOf(row: Counted, { current, previous }: Period): Ranked {
  const since = ({ start, end }: Period['current']) => ({ start: laterOf(start, row.since), end });
  const [now, before] = [since(current), since(previous)];
  const { mtbf_low, mtbf_high, ...figures } = figuresOf({
    days: daysIn(now),
    failures: row.total,
    downtime: row.hours,
  });
  const earlier = figuresOf({ days: daysIn(before), failures: row.total_prec, downtime: row.hours_prec });
  return {
    id: row.id,
    codice: row.codice,
    name: row.name,
    name_organizzazione: row.name_organizzazione,
    name_reparto: row.name_reparto,
    name_classe: row.name_classe,
    total: row.total,
    ...figures,
    downtime: rounded(row.hours),
    period_days: daysIn(now),
    start_date: replyDates(now).start,
    end_date: replyDates(now).end,
    mtbf_low,
    mtbf_high,
    total_prec: row.total_prec,
    mtbf_prec: earlier.mtbf,
    mttr_prec: earlier.mttr,
    availability_prec: earlier.availability,
    start_date_prec: replyDates(before).start,
    end_date_prec: replyDates(before).end,
    has_children: row.has_children,
  };
}

/** Builds the tree. The rows are in order, so the children are in order too. */
function nested(rows: Counted[], period: Period): Ranked[] {
  const byId = new KnownMap<number, Ranked>(
    'ranked assets',
    rows.map((row) => [row.id, rankedOf(row, period)]),
  );
  const top: Ranked[] = [];
  for (const { id, padre } of rows) {
    const [node, above] = [byId.of(id), padre === null ? undefined : byId.get(padre)];
    if (!above) top.push(node);
    else if (above.children) above.children.push(node);
    else above.children = [node];
  }
  return top;
}

export async function ranking(schemas: Schemas, context: Context): Promise<Ranking> {
  const period = periodOf(context.query, context.setting);
  const values = new Values();
  const text = rankingSql({ schemas, context, period, values });
  const { rows } = await context.database.query<Counted & Row>(text, values.list);
  return { period, objects: nested(rows, period) };
}
