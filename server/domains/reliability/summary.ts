/** One asset in a period: its figures beside those of the period before, and what of its work did not count. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { Values } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { REASONS, type Reason } from './counted.ts';
import { CONFIDENCE, ENOUGH_FAILURES, type Figures, figuresOf, rounded } from './figures.ts';
import { viewAsked } from './filter.ts';
import { type Days, daysIn, periodAsked, toldOf } from './period.ts';
import { type Asked, type Asset, assetOf, downtimeSql, universeSql } from './universe.ts';

interface Group {
  reason: Reason | null;
  total: number;
  hours: number;
  /** With what overlaps counted as often as it does. */
  all_hours: number;
  estimated: number;
}

/** The days of the period in which the asset was there. */
export const ownDays = ({ start, end }: Days, { since }: Asset): Days => ({
  start: since !== null && since > start ? since : start,
  end,
});

/** An asset alone, when nothing else is asked for. */
export const wholeAsked = ({ query }: Context): boolean =>
  Boolean(query.viewType) && viewAsked(query) === 'tree';

export const excludedOf = (groups: Group[]): { motivo: Reason; total: number }[] =>
  REASONS.flatMap((motivo) => {
    const total = groups.find(({ reason }) => reason === motivo)?.total;
    return total ? [{ motivo, total }] : [];
  });

interface Totals extends Figures {
  days: Days;
  failures: number;
  downtime: number;
  /** Hours in which more than one failure lasted, beyond the first. */
  shared: number;
  estimated: number;
  groups: Group[];
}

async function totalsOf(asked: Asked): Promise<Totals> {
  const values = new Values();
  const { rows } = await asked.context.database.query<Group>(
    `select reason, count(*)::int as total, sum(own)::float8 as hours, sum(hours)::float8 as all_hours,
       count(*) filter (where data_inizio is null)::int as estimated
     from (select u.*, ${downtimeSql(asked, 'reason')} as own from ${universeSql(asked, values)} u) u group by reason`,
    values.list,
  );
  const counted = rows.find(({ reason }) => reason === null);
  const days = ownDays(asked.days, asked.asset);
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

export async function summaryOf(schemas: Schemas, id: number, context: Context) {
  const { current, previous } = periodAsked(context.query, context.setting);
  const whole = wholeAsked(context);
  const asset = await assetOf(schemas, id, context);
  const of = (days: Days): Promise<Totals> => totalsOf({ schemas, context, asset, days, whole });
  const [now, before] = await Promise.all([of(current), of(previous)]);
  return {
    id,
    codice: asset.codice,
    name: asset.name,
    viewType: whole ? 'tree' : 'list',
    has_children: asset.below ? 1 : 0,
    start_date: toldOf(now.days).start,
    end_date: toldOf(now.days).end,
    period_days: daysIn(now.days),
    total: now.failures,
    mtbf: now.mtbf,
    mttr: now.mttr,
    availability: now.availability,
    downtime: now.downtime,
    sovrapposte: now.shared,
    stimati: now.estimated,
    mtbf_low: now.mtbf_low,
    mtbf_high: now.mtbf_high,
    confidence: CONFIDENCE,
    enough_failures: ENOUGH_FAILURES,
    esclusi: excludedOf(now.groups),
    start_date_prec: toldOf(before.days).start,
    end_date_prec: toldOf(before.days).end,
    period_days_prec: daysIn(before.days),
    total_prec: before.failures,
    mtbf_prec: before.mtbf,
    mttr_prec: before.mttr,
    availability_prec: before.availability,
    downtime_prec: before.downtime,
  };
}
