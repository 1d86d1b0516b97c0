/** The figures of one asset in a period and the previous one, and how many interventions did not count. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { Values } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { type Days, daysIn, periodOf, replyDates } from './compared-periods.ts';
import { REASONS, type Reason } from './failure-conditions.ts';
import { viewOf } from './filter.ts';
import { CONFIDENCE, ENOUGH_FAILURES, type Figures, figuresOf, rounded } from './reliability-figures.ts';
import { type Asset, assetOf, downtimeSql, type Selection, universeSql } from './universe.ts';

interface Group {
  reason: Reason | null;
  total: number;
  hours: number;
  /** The hours of all failures. Overlaps are counted for each failure. */
  all_hours: number;
  estimated: number;
}

/** Returns the dates of the period in which the asset existed. */
export const assetDays = ({ start, end }: Days, { since }: Asset): Days => ({
  start: since !== null && since > start ? since : start,
  end,
});

/** Returns whether the request includes the child assets; by default it does not. */
export const includesBelow = ({ query }: Context): boolean =>
  Boolean(query.viewType) && viewOf(query) === 'tree';

export const excludedOf = (groups: Group[]): { motivo: Reason; total: number }[] =>
  REASONS.flatMap((motivo) => {
    const total = groups.find(({ reason }) => reason === motivo)?.total;
    return total ? [{ motivo, total }] : [];
  });

interface Totals extends Figures {
  days: Days;
  failures: number;
  downtime: number;
  /** The hours that were counted more than once because failures overlapped. */
  shared: number;
  estimated: number;
  groups: Group[];
}

async function totalsOf(scope: Selection): Promise<Totals> {
  const values = new Values();
  const { rows } = await scope.context.database.query<Group>(
    `select reason, count(*)::int as total, sum(own)::float8 as hours, sum(hours)::float8 as all_hours,
       count(*) filter (where data_inizio is null)::int as estimated
     from (select u.*, ${downtimeSql(scope, 'reason')} as own from ${universeSql(scope, values)} u) u group by reason`,
    values.list,
  );
  const counted = rows.find(({ reason }) => reason === null);
  const days = assetDays(scope.days, scope.asset);
  const failures = counted?.total ?? 0;
  const downtime = counted?.hours ?? 0;
  return {
    ...figuresOf({ days: daysIn(days), failures, downtime }),
    days,
    failures,
    downtime: rounded(downtime),
    shared: rounded((counted?.all_hours ?? 0) - downtime),
    estimated: counted?.estimated ?? 0,
    groups: rows,
  };
}

/**
 * Returns the figures that are compared with the previous period. The names of the previous figures end in `_prec`.
 */
function comparable({ days, failures, mtbf, mttr, availability, downtime }: Totals, suffix = '') {
  const { start, end } = replyDates(days);
  const dates = { start_date: start, end_date: end, period_days: daysIn(days) };
  const figures = { ...dates, total: failures, mtbf, mttr, availability, downtime };
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${name}${suffix}`, value]));
}

export async function summaryOf(schemas: Schemas, id: number, context: Context) {
  const { current, previous } = periodOf(context.query, context.setting);
  const withBelow = includesBelow(context);
  const asset = await assetOf(schemas, id, context);
  const of = (days: Days): Promise<Totals> => totalsOf({ schemas, context, asset, days, withBelow });
  const [now, before] = await Promise.all([of(current), of(previous)]);
  return {
    id,
    codice: asset.codice,
    name: asset.name,
    viewType: withBelow ? 'tree' : 'list',
    has_children: asset.below ? 1 : 0,
    ...comparable(now),
    sovrapposte: now.shared,
    stimati: now.estimated,
    mtbf_low: now.mtbf_low,
    mtbf_high: now.mtbf_high,
    confidence: CONFIDENCE,
    enough_failures: ENOUGH_FAILURES,
    esclusi: excludedOf(now.groups),
    ...comparable(before, '_prec'),
  };
}
