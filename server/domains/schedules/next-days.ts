/** Finds the next date of each schedule in a list, or the oldest open one, with one statement. */
import type { Row } from '../../../schemas/entity.ts';
import { DUPLICATED } from '../../../schemas/interventions.ts';
import { daysBetween, LAST_DAY } from '../../../schemas/recurring-days.ts';
import type { Context } from '../../http/call.ts';
import { localTime, todayIn } from '../../plant/plant-time.ts';
import { beyondPeriods } from './due.ts';
import { IS_OVER, JOINS, OBSTACLES, type Plan } from './plans.ts';

type ScheduleDates = Pick<
  Plan,
  'frequenza' | 'unita_misura' | 'data_generazione_start' | 'data_generazione_end'
> & {
  id: number;
  /** The earliest planned instant of interventions that are not over. */
  aperto: string | null;
  /** The starts of its maintenances, for the dates of the next period. */
  inizi: string[] | null;
};

/**
 * Reads the index for each state, because there are many closed interventions. A periodic schedule always has an
 * open intervention.
 */
const DATES = `
  select s.id, s.frequenza, s.unita_misura, s.data_generazione_start, s.data_generazione_end,
    (select min(first.data_ordine) from stato st cross join lateral (
      select o.data_ordine from odl o
      where o.id_schedulazione = s.id and o.id_stato = st.id and o.data_ordine is not null
      order by o.data_ordine limit 1) first
    where not st.${IS_OVER}) as aperto,
    (select jsonb_agg(distinct m.data_inizio) from manutenzione m${JOINS}
    where m.id_schedulazione = s.id and m.canc = 0 and s.id_tipo_odl = ${DUPLICATED}
      and not (${Object.values(OBSTACLES).join(' or ')})) as inizi
  from manutenzione_schedulazione s where s.id = any($1::int[])`;

export async function nextDays(
  rows: Row[],
  { database, setting }: Pick<Context, 'database' | 'setting'>,
): Promise<Map<unknown, string>> {
  const today = todayIn(setting);
  const { rows: schedules } = await database.query<ScheduleDates>(DATES, [rows.map((row) => row.id)]);
  const found = new Map<unknown, string>();
  for (const one of schedules) {
    const open = one.aperto ? [localTime(one.aperto, setting).slice(0, 10)] : [];
    const [first] = [...open, ...expectedDates(one, today)].sort();
    if (first) found.set(one.id, first);
  }
  return found;
}

/** Returns the dates of the next period from today on. Dates that no period has created are not late. */
const expectedDates = ({ inizi, ...schedule }: ScheduleDates, today: string): string[] =>
  (inizi ?? []).flatMap((data_inizio) => {
    const next = beyondPeriods({ ...schedule, data_inizio });
    if (next === undefined) return [];
    return daysBetween(next, schedule, { from: next > today ? next : today, to: LAST_DAY, most: 1 });
  });
