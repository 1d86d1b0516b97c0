/** The day on which each schedule of a list next asks for something, or has asked already; one statement for all. */
import type { Row } from '../../../schemas/entity.ts';
import { DUPLICATED } from '../../../schemas/interventions.ts';
import { daysBetween, LAST_DAY } from '../../../schemas/recurring-days.ts';
import type { Context } from '../../http/call.ts';
import { localTime, todayIn } from '../../http/plant-time.ts';
import { beyondPeriods } from './due.ts';
import { AROUND, IS_OVER, OBSTACLES, type Plan } from './plans.ts';

type Told = Pick<Plan, 'frequenza' | 'unita_misura' | 'data_generazione_start' | 'data_generazione_end'> & {
  id: number;
  /** When the first of those is planned that are not over. */
  aperto: string | null;
  /** Where the rows of its maintenances begin, of which more comes with the next period. */
  inizi: string[] | null;
};

/** State by state, each by one look into an index: those that are over are many. A periodic one has its next one open. */
const TOLD = `
  select s.id, s.frequenza, s.unita_misura, s.data_generazione_start, s.data_generazione_end,
    (select min(first.data_ordine) from stato st cross join lateral (
      select o.data_ordine from odl o
      where o.id_schedulazione = s.id and o.id_stato = st.id and o.data_ordine is not null
      order by o.data_ordine limit 1) first
    where not st.${IS_OVER}) as aperto,
    (select jsonb_agg(distinct m.data_inizio) from manutenzione m${AROUND}
    where m.id_schedulazione = s.id and m.canc = 0 and s.id_tipo_odl = ${DUPLICATED}
      and not (${Object.values(OBSTACLES).join(' or ')})) as inizi
  from manutenzione_schedulazione s where s.id = any($1::int[])`;

export async function nextDays(
  rows: Row[],
  { database, setting }: Pick<Context, 'database' | 'setting'>,
): Promise<Map<unknown, string>> {
  const today = todayIn(setting);
  const { rows: told } = await database.query<Told>(TOLD, [rows.map((row) => row.id)]);
  const found = new Map<unknown, string>();
  for (const one of told) {
    const open = one.aperto ? [localTime(one.aperto, setting).slice(0, 10)] : [];
    const [first] = [...open, ...toCome(one, today)].sort();
    if (first) found.set(one.id, first);
  }
  return found;
}

/** What no period has made is not late: nobody has asked for it. */
const toCome = ({ inizi, ...schedule }: Told, today: string): string[] =>
  (inizi ?? []).flatMap((data_inizio) => {
    const next = beyondPeriods({ ...schedule, data_inizio });
    if (next === undefined) return [];
    return daysBetween(next, schedule, { from: next > today ? next : today, to: LAST_DAY, most: 1 });
  });
