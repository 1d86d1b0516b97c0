/** The figures of one asset month by month, for a chart. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { addDays } from '../../../schemas/working-days.ts';
import { Values } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { zoneOf } from '../../plant/plant-time.ts';
import { type Days, daysIn, periodOf } from './compared-periods.ts';
import { figuresOf, rounded } from './reliability-figures.ts';
import { assetDays, includesBelow } from './summary.ts';
import { assetOf, downtimeSql, universeSql } from './universe.ts';

/** The maximum number of months in a chart. The newest months are included. */
const MOST_MONTHS = 60;

/** Returns the dates of a month like '2026-03'. */
function daysOfMonth(month: string): Days {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  return { start: `${month}-01`, end: addDays(next, -1) };
}

/** Returns the months of a period, at most the last MOST_MONTHS. */
export function monthsIn({ start, end }: Days): string[] {
  const months: string[] = [];
  if (end < start) return months;
  for (let day = `${start.slice(0, 7)}-01`; day <= end; day = addDays(daysOfMonth(day.slice(0, 7)).end, 1))
    months.push(day.slice(0, 7));
  return months.slice(-MOST_MONTHS);
}

const overlap = (month: Days, days: Days): Days => ({
  start: month.start > days.start ? month.start : days.start,
  end: month.end < days.end ? month.end : days.end,
});

export async function trendOf(schemas: Schemas, id: number, context: Context) {
  const { database, query, setting } = context;
  const asset = await assetOf(schemas, id, context);
  const days = assetDays(periodOf(query, setting).current, asset);
  const values = new Values();
  const scope = { schemas, context, asset, days, withBelow: includesBelow(context) };
  const universe = universeSql(scope, values);
  const { rows } = await database.query<{ mese: string; total: number; hours: number }>(
    `select mese, count(*)::int as total, sum(own)::float8 as hours from (
       select mese, ${downtimeSql(scope, 'mese')} as own from (
         select u.*, to_char(data_fine at time zone ${values.add(zoneOf(setting))}, 'YYYY-MM') as mese
         from ${universe} u where reason is null) u) m group by mese`,
    values.list,
  );
  const byMonth = new Map(rows.map((row) => [row.mese, row]));
  return monthsIn(days).map((mese) => {
    const { total: failures, hours: downtime } = byMonth.get(mese) ?? { total: 0, hours: 0 };
    const period_days = daysIn(overlap(daysOfMonth(mese), days));
    const { mtbf, mttr, availability } = figuresOf({ days: period_days, failures, downtime });
    return { mese, period_days, total: failures, downtime: rounded(downtime), mtbf, mttr, availability };
  });
}
